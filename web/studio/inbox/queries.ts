// The inbox as the server knows it, and what editors do with it.
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { call } from "#web/api.ts";
import { refresh } from "#web/studio/queries.ts";
import { wantsSignIn } from "#web/studio/sign-in-again.ts";

const refreshMs = 10_000;

export const inboxQuery = queryOptions({
  queryKey: ["inbox"],
  queryFn: ({ signal }) => call("getInbox", { signal }),
  staleTime: 0,
  refetchInterval: ({ state }) => (wantsSignIn(state.error) ? false : refreshMs),
});

export async function refreshInbox(queries: QueryClient): Promise<void> {
  await Promise.all([queries.invalidateQueries({ queryKey: inboxQuery.queryKey }), refresh(queries)]);
}
