// The owner's privacy page. Few people open it, so its code is loaded on demand.
import { lazy, Suspense } from "react";
import { loadPage } from "#web/session.ts";

const load = () => import("#web/member/privacy/privacy.tsx");
const PrivacyPage = lazy(async () => ({ default: (await loadPage(load)).PrivacyPage }));

export function PrivacyRoute() {
  "use no memo"; // cheap, and remembering its parts would make the first visit larger
  return (
    <Suspense fallback={null}>
      <PrivacyPage />
    </Suspense>
  );
}
