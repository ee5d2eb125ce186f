import { expect, test } from "vitest";
import { addBlack, blacken, isBlack, makeBlack } from "./black.ts";

const master = `#EXTM3U
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="Sound",URI="audio.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=900000,CODECS="avc1.640028,mp4a.40.2",RESOLUTION=1280x720,AUDIO="sound"
video-720.m3u8
`;

test("the black size is one more variant, with the same audio", () => {
  const lines = addBlack(master).trim().split("\n");
  expect(lines.at(-2)).toBe(
    '#EXT-X-STREAM-INF:BANDWIDTH=1000,CODECS="avc1.42C00A,mp4a.40.2",RESOLUTION=64x36,AUDIO="sound"',
  );
  expect(lines.at(-1)).toBe("video-720.m3u8#black");
  expect(isBlack(lines.at(-1) ?? "")).toBe(true);
});

test("a recording without video gets no black size", () => {
  const sound = '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=128000,CODECS="mp4a.40.2"\naudio.m3u8\n';
  expect(addBlack(sound)).toBe(sound);
});

const playlist = `#EXTM3U
#EXT-X-MAP:URI="video-720.mp4?v=1",BYTERANGE="800@0"
#EXTINF:4.000000,
#EXT-X-BYTERANGE:90@800
video-720.mp4?v=1
#EXTINF:2.500000,
#EXT-X-BYTERANGE:80@890
video-720.mp4?v=1
#EXT-X-ENDLIST
`;

test("black fragments have the times of the real ones and name none of their files", () => {
  const black = blacken(playlist, 1.02);
  expect(black).not.toContain("video-720");
  expect(black).not.toContain("BYTERANGE");
  expect(black.match(/#EXTINF:[\d.]+/g)).toEqual(["#EXTINF:4.000000", "#EXTINF:2.500000"]);
  expect(black.match(/^black\.mp4#black:\S+$/gm)).toEqual([
    "black.mp4#black:91800-451800",
    "black.mp4#black:451800-676800",
  ]);
});

test("a black fragment has its start time, and lasts as long as the real one", () => {
  const bytes = Buffer.from(makeBlack("black.mp4#black:91800-451800"));
  const tfdt = bytes.indexOf("tfdt");
  expect(bytes.readBigUInt64BE(tfdt + 8)).toBe(91_800n);
  const trun = bytes.indexOf("trun");
  const count = bytes.readUInt32BE(trun + 8);
  const durations = Array.from({ length: count }, (_, n) => bytes.readUInt32BE(trun + 16 + n * 4));
  expect(durations.reduce((sum, one) => sum + one, 0)).toBe(360_000);
  const mdat = bytes.indexOf("mdat") - 4;
  expect(bytes.readInt32BE(trun + 12)).toBe(mdat + 8);
  expect(bytes.readUInt32BE(mdat)).toBe(bytes.length - mdat);
  expect(bytes.length).toBeLessThan(3000);
});

test("the head of the black file is a whole ftyp and moov", () => {
  const bytes = Buffer.from(makeBlack("black.mp4#black:head"));
  const ftyp = bytes.readUInt32BE(0);
  expect(bytes.toString("latin1", ftyp + 4, ftyp + 8)).toBe("moov");
  expect(ftyp + bytes.readUInt32BE(ftyp)).toBe(bytes.length);
});
