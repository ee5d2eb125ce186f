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
import { QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { BrowserRouter } from "react-router";
import { Toasts } from "#web/ui/toast.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { Pages } from "./pages.tsx";

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

/** How server data is loaded: failures are logged once, and being offline counts as a failure, not as a pause. */
function createQueries(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => console.error(`Could not load ${query.queryKey.join(" ")}:`, error),
    }),
    defaultOptions: {
      queries: { networkMode: "always", retry: 1, staleTime: 10_000 },
      mutations: { networkMode: "always" },
    },
  });
}

/** The whole page: providers around the router, toasts beside it. */
function App({ queries }: { queries: QueryClient }) {
  return (
    <ErrorBoundary>
      <QueryClientProvider client={queries}>
        <BrowserRouter>
          <Pages />
        </BrowserRouter>
        <Toasts />
      </QueryClientProvider>
    </ErrorBoundary>
  );
}
