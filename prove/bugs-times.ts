// Bugs about time: what is published must be shown when and as long as the recording says.
import type { Bug } from "./bug.ts";

export const timeBugs: readonly Bug[] = [
  {
    promise: "a copy that a player would stumble over is not published",
    file: "server/prepare/render-watchable.ts",
    from: `if (faults.length === 0) return { made, facts, problem: null };`,
    to: `return { made, facts, problem: null };`,
    test: "server/prepare/judge-published.test.ts",
  },
  {
    promise: "a time before zero is no time in the far future",
    file: "server/media/fragments/judge-boxes.ts",
    from: `moof.readBigInt64BE(`,
    to: `moof.readBigUInt64BE(`,
    test: "server/media/fragments/judge.test.ts",
  },
  {
    promise: "a hole in the sound is found before it is published",
    file: "server/media/fragments/judge.ts",
    from: `const longestSoundGapSeconds = 0.03;`,
    to: `const longestSoundGapSeconds = 30;`,
    test: "server/media/fragments/judge.test.ts",
  },
  {
    promise: "data that is not as large as its samples is found",
    file: "server/media/fragments/judge.ts",
    from: `if (last.bytes !== head.size - head.headSize)`,
    to: `if (last.bytes > head.size)`,
    test: "server/media/fragments/judge.test.ts",
  },
  {
    promise: "a recording whose clock was reset keeps its second half",
    file: "server/media/facts/timeline.ts",
    from: `const isReset = at < last - resetSeconds;`,
    to: `const isReset = false;`,
    test: "server/media/facts/timeline.test.ts",
  },
  {
    promise: "time in which only the pictures are missing passes",
    file: "server/media/facts/timeline.ts",
    from: ` && !hasBetween(other, last, at);`,
    to: `;`,
    test: "server/media/facts/timeline.test.ts",
  },
  {
    promise: "what was published wrong before an upgrade is prepared again",
    file: "server/prepare/judge-published.ts",
    from: `await addStep(trx, videoId, "first");`,
    to: ``,
    test: "server/prepare/judge-published.test.ts",
  },
];
