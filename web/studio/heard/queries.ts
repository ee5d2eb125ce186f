// What is asked about what is heard: by the page of it, and by the overview.
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "#web/api.ts";

export const figuresQuery = (days: "28" | "365") =>
  queryOptions({
    queryKey: ["heardFigures", days],
    queryFn: ({ signal }) => call("getHeardFigures", { query: { days }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
