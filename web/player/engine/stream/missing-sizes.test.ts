import { expect, test } from "vitest";
import { leaveOut, withoutMark } from "./missing-sizes.ts";

const size = (height: number) =>
  `#EXT-X-STREAM-INF:BANDWIDTH=${height}000,RESOLUTION=1x${height}\nvideo-${height}.m3u8?v=1`;
const head = '#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",URI="audio.m3u8"';
const master = [head, size(720), size(360), ""].join("\n");
const base = new URL("http://localhost/api/media/a/master.m3u8");
const address = (height: number) => `http://localhost/api/media/a/video-${height}.m3u8?v=1`;

test("a size that is missing on the server is left out, and the others stay", () => {
  expect(leaveOut(master, new Set(), base)).toBe(master);
  expect(leaveOut(master, new Set([address(720)]), base)).toBe([head, size(360), ""].join("\n"));
  expect(leaveOut(master.trimEnd(), new Set([address(360)]), base)).toBe([head, size(720), ""].join("\n"));
  expect(leaveOut(master, new Set([address(1080)]), base)).toBe(master);
  expect(leaveOut(master.replaceAll("\n", "\r\n"), new Set([address(720)]), base)).not.toContain("720");
});

test("black is made from a real size: it is the same address", () => {
  expect(withoutMark(`${address(360)}#black`)).toBe(address(360));
});
