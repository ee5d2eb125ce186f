// Set-up, which a browser opens once: its code is loaded on demand.
import { useEffect, useState } from "react";
import { loadPage } from "#web/session.ts";

type Code = typeof import("#web/setup/page.tsx");

export function SetUpRoute() {
  const [{ code, failure }, setLoaded] = useState<{ code?: Code; failure?: unknown }>({});
  useEffect(() => {
    loadPage(() => import("#web/setup/page.tsx")).then(
      (loaded) => setLoaded({ code: loaded }),
      (problem: unknown) => setLoaded({ failure: problem }),
    );
  }, []);
  if (failure !== undefined) throw failure;
  return code ? <code.SetUpPage /> : null;
}
