// Where the page starts: styles in their order, the theme, then everything else.
import "#web/ui/tokens.css";
import "#web/ui/elements.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { followOtherTabs } from "#web/memory/persisted.ts";
import { followPerson } from "#web/memory/person.ts";
import { followPositions } from "#web/memory/positions.ts";
import { siteQuery, userQuery } from "#web/session.ts";
import { startTheme } from "#web/ui/theme.ts";
import { App } from "./app.tsx";
import { createQueries } from "./queries.ts";

startTheme();
followOtherTabs();
followPositions();
followPerson();

const queries = createQueries();
void queries.prefetchQuery(userQuery);
void queries.prefetchQuery(siteQuery);

const root = document.querySelector("#root");
if (!root) throw new Error("index.html has no #root");
createRoot(root).render(
  <StrictMode>
    <App queries={queries} />
  </StrictMode>,
);
