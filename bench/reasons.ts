// Goals that are missed for a reason we know and accept, by how their names begin; docs/benchmarks.md says it beside them.

const reasons: Record<string, string> = {
  "A1 list of 1000 /":
    "our door (host, origin, limits, session, headers, log) costs nearly as much as the anchor's whole answer (decision 008)",
  "A2 304 /": "the same door: a 304 still asks who is there (decision 008)",
  "S1 ours large / nginx large":
    "two copies and a thread for each piece; `SENDFILE=on` and `ACCEL_PREFIX` need neither (decision 015)",
  "S5 ours playlist": "the same door as for the list (decision 008)",
  "S5 ours small": "the same door as for the list (decision 008)",
  "S5 sendfile small": "the same door as for the list (decision 008)",
};

export function findReason(goal: string): string | undefined {
  const start = Object.keys(reasons).find((prefix) => goal.startsWith(prefix));
  return start && reasons[start];
}
