// How far everything is that is being prepared together, such as an import, and what the rest will cost.
import { queryOptions, useQuery } from "@tanstack/react-query";
import type { WorkAhead } from "#contract/studio.ts";
import { call } from "#web/api.ts";
import { Bar } from "#web/studio/bar.tsx";
import { formatBytes } from "#web/studio/format.ts";
import rows from "#web/studio/rows.module.css";
import { words } from "./words.ts";

const aheadQuery = queryOptions({
  queryKey: ["work-ahead"],
  queryFn: async ({ signal }) => (await call("getWorkAhead", { signal })).ahead,
  staleTime: 0,
  refetchInterval: 10_000,
});

export function Ahead() {
  const { data: ahead } = useQuery(aheadQuery);
  if (!ahead) return null;
  const { recordings, watchable, processor_seconds: whole, processor_seconds_left: left } = ahead;
  return (
    <div className={rows.part}>
      <p className={rows.lead}>
        {words.ahead.watchable(recordings, watchable)} {sayLeft(ahead)}
      </p>
      <Bar label={words.ahead.label} value={whole > 0 ? 1 - left / whole : 1} />
    </div>
  );
}

function sayLeft({ processor_seconds_left: seconds, bytes_left: bytes }: WorkAhead): string {
  const minutes = Math.ceil(seconds / 60);
  const time = minutes < 90 ? words.ahead.minutes(minutes) : words.ahead.hours(Math.round(minutes / 60));
  return words.ahead.left(time, formatBytes(bytes));
}
