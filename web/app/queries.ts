// How server data is loaded: failures are logged once, and being offline counts as a failure, not as a pause.
import { QueryCache, QueryClient } from "@tanstack/react-query";

export function createQueries(): QueryClient {
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
