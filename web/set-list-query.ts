// The query for the set list of a recording, under the key that every change to it makes stale.
import { queryOptions } from "@tanstack/react-query";
import { call } from "./api.ts";

export const setListsKey = ["setList"] as const;

export const setListQuery = (id: string) =>
  queryOptions({
    queryKey: [...setListsKey, id],
    queryFn: async ({ signal }) => (await call("getSetList", { params: { id }, signal })).set_list,
    retry: false,
    staleTime: 30_000,
  });
