// Pages that are not opened at every visit, as one piece of code that is loaded on demand: the account, the privacy page, an
// invitation, a shared moment.
import { useLocation, useParams } from "react-router";
import { AccountPage } from "./account/account-page.tsx";
import { InvitationPage } from "./invitation/invitation.tsx";
import { MomentPage } from "./moment/moment.tsx";
import { PrivacyPage } from "./privacy/privacy.tsx";

export function RarePages() {
  const { pathname } = useLocation();
  const { token } = useParams();
  if (token !== undefined) return <MomentPage key={token} token={token} />;
  if (pathname.startsWith("/account")) return <AccountPage />;
  return pathname.startsWith("/invitation") ? <InvitationPage /> : <PrivacyPage />;
}
