// Goals that are missed for a reason we know and accept, by how their names begin; docs/benchmarks.md says it beside them.

const reasons: Record<string, string> = {
  "A1 list of 1000 /":
    "our door (host, origin, limits, session, headers, log) costs about as much as the anchor's whole answer: decision 008",
  "A2 304 /": "the same door; a 304 still asks who is there",
  "A2 list of 1000 / naive":
    "the same door again: what is spared is the list, and the list has become so cheap that the door is what is left",
  "P1 ":
    "probing, packing and playlists are a constant few tenths of a second beside a copy of ten minutes, which takes not much more",
  "S1 ours large": "portable reads through Node's thread pool; X-Accel (below) lets nginx send the bytes",
  "S5 ours playlist": "the same door as for the list: decision 008",
  "S5 ours small": "the same door as for the list, for each part of four seconds",
  "S4 ": "one more hop for each request; it weighs less the larger the range is",
};

export function findReason(goal: string): string | undefined {
  const start = Object.keys(reasons).find((prefix) => goal.startsWith(prefix));
  return start && reasons[start];
}
