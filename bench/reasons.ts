// Goals that are missed for a reason we know and accept, by how their names begin; docs/benchmarks.md says it beside them.

const reasons: Record<string, string> = {
  "A1 list of 1000 /":
    "our door (host, origin, limits, session, headers, log) costs more than the anchor's whole answer (decision 008)",
  "A2 304 /": "the same door: a 304 still asks who is there (decision 008)",
  "S1 ours large": "portable reads through Node; with `ACCEL_PREFIX` nginx sends the bytes, see below",
  "S5 ours playlist": "the same door as for the list (decision 008)",
  "S5 ours small": "the same door as for the list (decision 008)",
};

export function findReason(goal: string): string | undefined {
  const start = Object.keys(reasons).find((prefix) => goal.startsWith(prefix));
  return start && reasons[start];
}
