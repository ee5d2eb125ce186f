// Bugs about time: everything must be shown at the time and for as long as in the original.
import type { Bug } from "./bug.ts";

export const timeBugs: readonly Bug[] = [
  {
    promise: "a copy with faults that a player would show is not published",
    file: "server/prepare/making/render-watchable.ts",
    from: `if (isRight) return { made, facts, problem: problem ?? problems[0] ?? null };`,
    to: `return { made, facts, problem: null };`,
    test: "server/prepare/judge-published.test.ts",
  },
  {
    promise: "a time before zero is not read as one far in the future",
    file: "server/media/fragments/judge-boxes.ts",
    from: `moof.readBigInt64BE(`,
    to: `moof.readBigUInt64BE(`,
    test: "server/media/fragments/judge.test.ts",
  },
  {
    promise: "a gap in the audio is found before it is published",
    file: "server/media/fragments/judge.ts",
    from: `const longestSoundGapSeconds = 0.03;`,
    to: `const longestSoundGapSeconds = 30;`,
    test: "server/media/fragments/judge.test.ts",
  },
  {
    promise: "a fragment whose data does not match the sizes of its samples is found",
    file: "server/media/fragments/judge.ts",
    from: `if (last.bytes !== head.size - head.headSize)`,
    to: `if (last.bytes > head.size)`,
    test: "server/media/fragments/judge.test.ts",
  },
  {
    promise: "a recording whose clock was reset keeps its second half",
    file: "server/media/facts/timeline.ts",
    from: `const isReset = at < last - resetSeconds && `,
    to: `const isReset = false && `,
    test: "server/media/facts/timeline.test.ts",
  },
  {
    promise: "a gap in the video alone is kept: the audio goes on during it",
    file: "server/media/facts/timeline.ts",
    from: ` && !hasBetween(other, last, at));`,
    to: `);`,
    test: "server/media/facts/timeline.test.ts",
  },
  {
    promise: "recordings that were published with faults before an upgrade are prepared again",
    file: "server/prepare/judge-published.ts",
    from: `await addStep(trx, videoId, "first");`,
    to: ``,
    test: "server/prepare/judge-published.test.ts",
  },
];
