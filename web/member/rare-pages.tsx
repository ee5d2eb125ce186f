// Pages that few people open, as one piece of code that is loaded on demand: the privacy page, an invitation, a shared moment.
import { useLocation, useParams } from "react-router";
import { InvitationPage } from "./invitation/invitation.tsx";
import { MomentPage } from "./moment/moment.tsx";
import { PrivacyPage } from "./privacy/privacy.tsx";

export function RarePages() {
  const { pathname } = useLocation();
  const { token } = useParams();
  if (token !== undefined) return <MomentPage key={token} token={token} />;
  return pathname.startsWith("/invitation") ? <InvitationPage /> : <PrivacyPage />;
}
