// The list of recordings as the server gives it. Everything the page does with it starts here.
import { queryOptions } from "@tanstack/react-query";
import { call } from "./api.ts";

/** How often to reload while there is nothing yet, or something is being prepared, so that new recordings appear. */
const lookAgainMs = 3000;

export const listQuery = queryOptions({
  queryKey: ["videos"],
  queryFn: async ({ signal }) => (await call("listVideos", { query: {}, signal })).videos,
  // It counts as loaded once the request ends, even on failure; coming back to the page reloads it.
  retry: false,
  staleTime: 0,
  refetchInterval: ({ state: { data } }) =>
    data?.length === 0 || data?.some((video) => video.state === "preparing") ? lookAgainMs : false,
});
