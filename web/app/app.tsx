// The whole page: providers around the router, toasts beside it.
import { localStorageColorSchemeManager, MantineProvider } from "@mantine/core";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { BrowserRouter } from "react-router";
import { Toasts } from "#web/ui/toast.tsx";
import { ErrorBoundary } from "./error-boundary.tsx";
import { FrameColour } from "./frame-colour.tsx";
import { Pages } from "./pages.tsx";
import { theme } from "./theme.ts";

// Not in the persisted entry: public/theme.js must read it before the first paint.
const colorSchemes = localStorageColorSchemeManager({ key: "stagedoor-theme" });

export function App({ queries, nonce }: { queries: QueryClient; nonce: string }) {
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemes}
      getStyleNonce={() => nonce}
    >
      <FrameColour />
      <ErrorBoundary>
        <QueryClientProvider client={queries}>
          <BrowserRouter>
            <Pages />
          </BrowserRouter>
          <Toasts />
        </QueryClientProvider>
      </ErrorBoundary>
    </MantineProvider>
  );
}
