// Why some goals are missed, by the beginning of their names; docs/benchmarks.md shows the reason beside the goal.

const reasons: Record<string, string> = {
  "A1 list of 1000 / nginx":
    "our checks (host, origin, limits, session, headers, log; decision 008), and Node itself: on this processor its part of a request takes four times as long as on the one where the goal was set (see hello), that of nginx hardly longer",
  "A2 list of 1000 / naive": "the same: Node's part of a request costs more here than reading the rows",
  "I1 until all can be watched":
    "before a recording can be watched, its original and its copy get a checksum, ffprobe reads it, and a little of the copy is decoded: on a processor without SHA instructions the two checksums alone take 1.8 times of ffmpeg -c copy (decision 009)",
  R1: "59 MB are the program file of Node itself; the rest is mostly our code and that of our libraries",
  "S1 ours large / nginx large":
    "two copies and a thread for each piece; nginx is hardly cheaper when it copies too (next line). With `ACCEL_PREFIX` nginx sends the files (decision 015)",
  "S4 behind Caddy":
    "Caddy alone needs 0.19 ms of processor to ask anybody anything, two thirds of what it needs to send 2 MB (decision 015); on a line of 1 Gbit/s the 2 MB take 16 ms",
  "S5 ours playlist": "the same checks as for the list (decision 008)",
  "S5 ours small": "the same checks as for the list (decision 008)",
  S7: "at its goal within the spread: sixteen clients that discard what they receive use all that one core can send",
  "S8 ours large /":
    "here the program it is compared with costs less than on the machine where the goal was set: even nginx, when it copies, only just meets the goal or misses it (see its µs of processor below)",
  V1: "most of it is sending 16 MB without sendfile (see S1), the rest the checks of 21 small requests",
  V2: "nginx sends the files; what is left are the checks of 29 requests, and handing them on. One request at a time, as here, costs three times as much as one of many (0.5 against 0.15 ms: the processor has to fetch the program again). At the goal within the spread: 4.9 on another machine, 4.2 to 6.1 on this one",
};

export function findReason(goal: string): string | undefined {
  const start = Object.keys(reasons).find((prefix) => goal.startsWith(prefix));
  return start && reasons[start];
}
