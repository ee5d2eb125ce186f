// The whole page: providers around the router, toasts beside it.
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { BrowserRouter } from "react-router";
import { Toasts } from "#web/ui/toast.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { Pages } from "./pages.tsx";

export function App({ queries }: { queries: QueryClient }) {
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
