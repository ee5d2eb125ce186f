// Pages that few people open, as one piece of code that is loaded on demand: the privacy page, and an invitation.
import { useLocation } from "react-router";
import { InvitationPage } from "./invitation/invitation.tsx";
import { PrivacyPage } from "./privacy/privacy.tsx";

export function RarePages() {
  return useLocation().pathname.startsWith("/invitation") ? <InvitationPage /> : <PrivacyPage />;
}
