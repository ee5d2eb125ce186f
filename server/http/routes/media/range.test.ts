import { expect, it } from "vitest";
import { chooseSlice } from "./range.ts";

const file = { etag: '"a"', bytes: 1000 };

it.each([
  [{}, { status: 200, from: 0, to: 1000 }],
  [{ range: "bytes=0-0" }, { status: 206, from: 0, to: 1 }],
  [{ range: "bytes=10-19" }, { status: 206, from: 10, to: 20 }],
  [{ range: "bytes=990-" }, { status: 206, from: 990, to: 1000 }],
  [{ range: "bytes=-10" }, { status: 206, from: 990, to: 1000 }],
  [{ range: "bytes=-5000" }, { status: 206, from: 0, to: 1000 }],
  [{ range: "bytes=500-5000" }, { status: 206, from: 500, to: 1000 }],
  [{ range: "bytes=1000-" }, { status: 416 }],
  [{ range: "bytes=-0" }, { status: 416 }],
  [{ range: "bytes=20-10" }, { status: 200, from: 0, to: 1000 }],
  [{ range: "bytes=0-1,5-6" }, { status: 200, from: 0, to: 1000 }],
  [{ range: "lines=1-2" }, { status: 200, from: 0, to: 1000 }],
  [{ range: "bytes=-" }, { status: 200, from: 0, to: 1000 }],
  [
    { range: "bytes=0-9", ifRange: '"a"' },
    { status: 206, from: 0, to: 10 },
  ],
  [
    { range: "bytes=0-9", ifRange: '"b"' },
    { status: 200, from: 0, to: 1000 },
  ],
  [
    { range: "bytes=0-9", ifRange: 'W/"a"' },
    { status: 200, from: 0, to: 1000 },
  ],
  [
    { range: "bytes=0-9", ifRange: "Wed, 21 Oct 2015 07:28:00 GMT" },
    { status: 200, from: 0, to: 1000 },
  ],
  [{ ifNoneMatch: '"a"' }, { status: 304 }],
  [{ ifNoneMatch: '"b", W/"a"' }, { status: 304 }],
  [{ ifNoneMatch: "*" }, { status: 304 }],
  [
    { ifNoneMatch: '"b"', range: "bytes=0-9" },
    { status: 206, from: 0, to: 10 },
  ],
])("%j is answered with %j", (asked, expected) => {
  expect(chooseSlice(asked, file)).toEqual(expected);
});
