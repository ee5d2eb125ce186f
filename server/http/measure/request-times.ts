// Counts requests by route and status class, and how long they took. Only a few array cells each, because every request
// pays for it; the metrics turn it into text when they are read.
export interface RequestTimes {
  /** `route` is one object for all requests of a route. */
  note(route: { url?: string }, answer: { method: string; status: number; ms: number }): void;
  /** As prom-client wants a histogram. */
  list(): { metricName: string; labels: Record<string, string | number>; value: number }[];
}

export const requestMetric = "stagedoor_http_request_duration_seconds";

/** In milliseconds; the last cell of each row is for what took longer, the one after it for the sum. */
const bounds = [1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000];
const cells = bounds.length + 2;
const classes = ["1xx", "2xx", "3xx", "4xx", "5xx"];

export function timeRequests(): RequestTimes {
  const rows = new Map<object, { name: string; cells: Float64Array }>();
  const open = (route: { url?: string }, method: string) => {
    const row = { name: `${method} ${route.url ?? "none"}`, cells: new Float64Array(cells * classes.length) };
    rows.set(route, row);
    return row;
  };
  return {
    note(route, { method, status, ms }) {
      const row = (rows.get(route) ?? open(route, method)).cells;
      const from = (Math.floor(status / 100) - 1) * cells;
      let bucket = 0;
      while (bucket < bounds.length && ms > (bounds[bucket] as number)) bucket += 1;
      row[from + bucket] = (row[from + bucket] as number) + 1;
      row[from + cells - 1] = (row[from + cells - 1] as number) + ms;
    },
    list: () =>
      [...rows.values()].flatMap(({ name, cells: row }) =>
        classes.flatMap((code, n) => describe(name, code, row.subarray(n * cells, (n + 1) * cells))),
      ),
  };
}

function describe(route: string, code: string, row: Float64Array): ReturnType<RequestTimes["list"]> {
  const labels = { route, code };
  let count = 0;
  const buckets = [...bounds, Infinity].map((bound, index) => {
    count += row[index] ?? 0;
    const le = bound === Infinity ? "+Inf" : bound / 1000;
    return { metricName: `${requestMetric}_bucket`, labels: { ...labels, le }, value: count };
  });
  if (count === 0) return [];
  return [
    ...buckets,
    { metricName: `${requestMetric}_sum`, labels, value: (row[cells - 1] ?? 0) / 1000 },
    { metricName: `${requestMetric}_count`, labels, value: count },
  ];
}
