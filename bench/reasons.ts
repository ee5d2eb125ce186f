// Goals that are missed for a reason we know and accept, by how their names begin; docs/benchmarks.md says it beside them.

const reasons: Record<string, string> = {
  "A1 list of 1000 / hello":
    "bare Node, which asks nobody anything, sends these bytes at half of the anchor's rate (its line below), and our door (host, origin, limits, session, headers, log) takes a third of that (decision 008)",
  "A1 list of 1000 / nginx gzip": "the same door",
  "A2 304 /":
    "the same door: a 304 still asks who is there, and bare Node, which does not, is hardly faster than the anchor (decision 008)",
  "S1 ours large / nginx large":
    "two copies and a thread for each piece; nginx that copies too is hardly cheaper (next line). With `ACCEL_PREFIX` nginx sends the files (decision 015)",
  "S5 ours playlist": "the same door as for the list (decision 008)",
  "S5 ours small": "the same door as for the list (decision 008)",
  S7: "at its goal within the spread: sixteen readers that drop what they get take all that one core gives",
  "S8 ours large /":
    "here the anchor costs less than where the goal was set: nginx, when it copies, is hardly below the goal or above it (its µs of processor stand below)",
};

export function findReason(goal: string): string | undefined {
  const start = Object.keys(reasons).find((prefix) => goal.startsWith(prefix));
  return start && reasons[start];
}
