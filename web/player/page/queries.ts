// What the video page asks the server besides the recording itself: its neighbours in the list.
import { queryOptions } from "@tanstack/react-query";
import { listQuery as allRecordings } from "#web/list-query.ts";

/** The list that the home page shows; here it may be a little older. */
export const listQuery = queryOptions({ ...allRecordings, staleTime: 30_000, refetchInterval: false });
