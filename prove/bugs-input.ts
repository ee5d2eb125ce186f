// Bugs in what is made of the things that are sent.
import type { Bug } from "./bugs.ts";

export const inputBugs: readonly Bug[] = [
  {
    promise: "a zero byte, which PostgreSQL does not take, is refused at the door",
    file: "server/http/validate.ts",
    from: `one.includes("\\0")`,
    to: `one === "\\0"`,
    test: "prove/fuzz.test.ts",
    name: "on sqlite > a zero byte",
  },
  {
    promise: "a request that names two hosts is refused",
    file: "server/http/origin.ts",
    from: `countHosts(raw.rawHeaders) > 1`,
    to: `countHosts(raw.rawHeaders) > 2`,
    test: "prove/raw-http.test.ts",
    name: "two hosts",
  },
  {
    promise: "a body that never arrives does not hold its connection",
    file: "server/http/patience.ts",
    from: `if (!raw.complete && !isUpload)`,
    to: `if (raw.complete && !isUpload)`,
    test: "server/http/patience.test.ts",
  },
  {
    promise: "too much is refused as busy, instead of waiting for ever",
    file: "server/http/overload.ts",
    from: `waiting.length >= (isSlow ? fewWaiting : mostWaiting)`,
    to: `waiting.length < 0`,
    test: "server/http/overload.test.ts",
  },
  {
    promise: "an odd address below the page's files is not found, and no error of ours",
    file: "server/http/page.ts",
    from: `if (!assets.has(name)) return`,
    to: `if (name === "") return`,
    test: "server/http/page.test.ts",
    name: "names none of them",
  },
  {
    promise: "a range ends with the byte it names",
    file: "server/http/range.ts",
    from: `Math.min(bytes, Number(last) + 1)`,
    to: `Math.min(bytes, Number(last) + 2)`,
    test: "prove/ranges.test.ts",
    name: "\\(direct\\)",
  },
  {
    promise: "an upload belongs to who began it",
    file: "server/http/upload.ts",
    from: `owner !== undefined && owner !== callerOf(`,
    to: `owner === "" && owner !== callerOf(`,
    test: "prove/uploads.test.ts",
  },
  {
    promise: "what the encoder adds to a peak is taken off again",
    file: "server/media/loudness.ts",
    from: `if (truePeakDb <= ceilingDb) return null;`,
    to: `if (truePeakDb <= 20) return null;`,
    test: "prove/peaks.test.ts",
  },
  {
    promise: "what a file may be is a list, and all else is refused",
    file: "server/media/codecs.ts",
    from: `v210,theora,flv,mjpeg`,
    to: `v210,theora,flv,mjpeg,magicyuv`,
    test: "prove/hostile.test.ts",
  },
];
