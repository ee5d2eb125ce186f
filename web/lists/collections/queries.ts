// What the page asks about collections.
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { call } from "#web/api.ts";
import { userQuery } from "#web/session.ts";

export const collectionsQuery = queryOptions({
  queryKey: ["collections"],
  queryFn: async ({ signal }) => (await call("listCollections", { signal })).collections,
  retry: false,
  staleTime: 5000,
});

export const collectionQuery = (id: string) =>
  queryOptions({
    queryKey: ["collection", id],
    queryFn: async ({ signal }) => (await call("getCollection", { params: { id }, signal })).collection,
    retry: false,
    staleTime: 5000,
  });

/** After every change. The member is asked for again, because that tells whether there are collections at all. */
export async function refreshCollections(queries: QueryClient): Promise<void> {
  const keys = [collectionsQuery.queryKey, [collectionQuery("").queryKey[0]], userQuery.queryKey];
  await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })));
}

/** A deleted one is not asked for again: its page may still be open for a moment, and there would be nothing to find. */
export async function forgetCollection(queries: QueryClient, id: string): Promise<void> {
  await queries.invalidateQueries({ queryKey: collectionQuery(id).queryKey, refetchType: "none" });
  await queries.invalidateQueries({ queryKey: collectionsQuery.queryKey });
  await queries.invalidateQueries({ queryKey: userQuery.queryKey });
}
