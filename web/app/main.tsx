// Where the page starts: styles in their order, the nonce for styles made at run time, then everything else.
import "@mantine/core/styles/baseline.layer.css";
import "@mantine/core/styles/default-css-variables.layer.css";
import "@mantine/core/styles/global.layer.css";
import "#web/ui/tokens.css";
import "#web/ui/elements.css";
import "./mantine.css";
import { setNonce } from "get-nonce";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { followOtherTabs } from "#web/persisted.ts";
import { followPositions } from "#web/positions.ts";
import { siteQuery, userQuery } from "#web/session.ts";
import { App } from "./app.tsx";
import { createQueries } from "./queries.ts";

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? "";
setNonce(nonce);
followOtherTabs();
followPositions();

const queries = createQueries();
void queries.prefetchQuery(userQuery);
void queries.prefetchQuery(siteQuery);

const root = document.querySelector("#root");
if (!root) throw new Error("index.html has no #root");
createRoot(root).render(
  <StrictMode>
    <App queries={queries} nonce={nonce} />
  </StrictMode>,
);
