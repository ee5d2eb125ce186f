// How long requests took, by route and class of answer: a histogram for the metrics.
import { Histogram } from "prom-client";

export interface RequestTimes {
  note(route: { url?: string }, answer: { method: string; status: number; ms: number }): void;
  histogram: Histogram<"route" | "code">;
}

export function timeRequests(): RequestTimes {
  const histogram = new Histogram({
    name: "stagedoor_http_request_duration_seconds",
    help: "How long requests took, by route and class of answer.",
    labelNames: ["route", "code"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [],
  });
  return {
    note({ url = "none" }, { method, status, ms }) {
      histogram.observe({ route: `${method} ${url}`, code: `${Math.floor(status / 100)}xx` }, ms / 1000);
    },
    histogram,
  };
}
