// The judge on files that are right, and on the same files with one thing made wrong at a time.
import { copyFile, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openClips, chord, pictures, probeFile, type Clips } from "#server/testing/clips.ts";
import { packageFile } from "./cmaf.ts";
import { judgeRendition, judgeTogether, type Verdict } from "./judge.ts";
import { writeMediaPlaylist } from "./playlist.ts";
import { probe } from "#server/media/ffmpeg/probe.ts";
import { copyTracks } from "#server/media/ffmpeg/render.ts";
import { openTools } from "#server/media/ffmpeg/run.ts";
import { planCopy } from "#server/media/facts/decide.ts";

let clips: Clips;
const made = { video: "", audio: "" };
beforeAll(async () => {
  clips = await openClips();
  const line = `${pictures("160x90", 25, 9)} ${chord(9)} -c:v libx264 -preset veryfast -pix_fmt yuv420p -bf 3 -g 50 -c:a aac`;
  const source = await clips.make("plain.mp4", line);
  const tools = await openTools();
  const plan = planCopy(await probe(tools, source));
  const { video, audio } = await copyTracks({ tools, source, limitSeconds: 60 }, { plan, folder: clips.folder });
  Object.assign(made, { video, audio });
});
afterAll(() => clips[Symbol.asyncDispose]());

async function judge(
  kind: "video" | "audio",
  change: (bytes: Buffer) => Buffer | void = () => {},
  relist: (text: string) => string = (text) => text,
): Promise<Verdict> {
  const file = path.join(clips.folder, "judged.mp4");
  const playlist = writeMediaPlaylist(await packageFile(made[kind]), "judged.mp4");
  await copyFile(made[kind], file);
  const bytes = await readFile(file);
  await writeFile(file, change(bytes) ?? bytes);
  return judgeRendition(file, relist(playlist));
}

/** Where the n-th box of this type begins. */
function findBox(bytes: Buffer, type: string, n = 0): number {
  let at = -1;
  for (let found = 0; found <= n; found += 1) at = bytes.indexOf(type, at + 1, "latin1");
  return at - 4;
}
const moveFragment = (n: number, seconds: number, unitsPerSecond: number) => (bytes: Buffer) => {
  const at = findBox(bytes, "tfdt", n) + 12;
  bytes.writeBigInt64BE(bytes.readBigInt64BE(at) + BigInt(seconds * unitsPerSecond), at);
};

describe("the judge", () => {
  it("finds nothing wrong with what plays", async () => {
    const verdicts = [await judge("video"), await judge("audio")];
    expect(verdicts.map(({ faults }) => faults)).toEqual([[], []]);
    expect(judgeTogether(verdicts, 9)).toEqual([]);
    expect(verdicts[0]).toMatchObject({ kind: "video", beginSeconds: 1, endSeconds: 10 });
    expect((await probeFile(made.video)).format["duration"]).toBeDefined();
  });

  it.each([
    ["a time before zero", "video", moveFragment(0, -8, 90_000), /before zero/],
    ["a fragment that is late", "video", moveFragment(2, 8, 90_000), /decoding stops for 8\.00 s/],
    ["a fragment that goes back", "video", moveFragment(3, -3, 90_000), /goes back by 3\.00 s/],
    ["a hole in the sound", "audio", moveFragment(1, 1, 48_000), /nothing for 1\.00 s/],
    ["sound that overlaps", "audio", moveFragment(1, -1, 48_000), /goes back by 1\.00 s/],
    ["data of another size", "video", growFirstSample, /not as large as their data/],
    ["pictures squeezed into no time", "video", squeeze, /everything happens at once/],
    ["a fragment that begins with no key frame", "video", forgetKeyFrames, /no key frame/],
  ] as const)("finds %s", async (_what, kind, change, fault) => {
    expect((await judge(kind, change)).faults.join("\n")).toMatch(fault);
  });

  it.each([
    [
      "a segment that says it is longer than it is",
      (text: string) => text.replace(/#EXTINF:[\d.]+/, "#EXTINF:9.5"),
      /says 9.5 s/,
    ],
    ["a negative length", (text: string) => text.replace(/#EXTINF:[\d.]+/, "#EXTINF:-3.5"), /lasts no time/],
    [
      "a segment that is left out",
      (text: string) => text.replace(/#EXTINF:.*\n.*\n.*\n/, ""),
      /not where the one before/,
    ],
    ["bytes that are not a fragment", (text: string) => text.replace(/@(\d+)\njudged/, "@900\njudged"), /segment 0/],
    ["a playlist without an end", (text: string) => text.replace("#EXT-X-ENDLIST", ""), /does not end/],
    [
      "the end of a file that nobody lists",
      (text: string) => text.replace(/#EXTINF:[^#]*#EXT-X-BYTERANGE:[^#]*#EXT-X-ENDLIST/, "#EXT-X-ENDLIST"),
      /whole file/,
    ],
  ] as const)("finds %s", async (_what, relist, fault) => {
    expect((await judge("video", undefined, relist)).faults.join("\n")).toMatch(fault);
  });

  it("finds sound and pictures that do not fit together, or not the recording", async () => {
    const [video, audio] = [await judge("video"), await judge("audio")];
    expect(judgeTogether([video, audio], 17).join()).toMatch(/^length: -8/);
    expect(judgeTogether([video, { ...audio, beginSeconds: 1.7 }], 9).join()).toMatch(/audio: begins at 0.700/);
    expect(judgeTogether([{ ...video, beginSeconds: 2 }, audio], 9).join()).toMatch(/video: begins at 1.000/);
    expect(judgeTogether([{ ...video, endSeconds: 5 }, audio], 9).join()).toMatch(/video: ends 5\.\d+ s before/);
    expect(judgeTogether([{ ...video, endSeconds: -2e14, beginSeconds: -2e14 }], 9)).not.toEqual([]);
  });

  it("finds pictures that end before the sound, also where the last one that is decoded goes on", async () => {
    const [video, audio] = [await judge("video"), await judge("audio")];
    const long = { ...audio, endSeconds: audio.endSeconds + 0.5 };
    expect(judgeTogether([video, long], 9.5).join()).toMatch(/video: ends 0\.5\d+ s before the sound/);
    const stretched = { ...video, endSeconds: long.endSeconds, saidSeconds: video.saidSeconds + 0.5 };
    expect(judgeTogether([stretched, long], 9.5)).toEqual([
      expect.stringMatching(/its last picture ends 0\.5\d+ s before the sound/),
    ]);
  });

  it("finds a playlist of another length than the recording, although what is shown is within reach of both", async () => {
    const video = await judge("video");
    const length = video.endSeconds - 1 - 0.07;
    expect(judgeTogether([video], length)).toEqual([]);
    expect(judgeTogether([{ ...video, saidSeconds: video.saidSeconds + 0.05 }], length)).toEqual([
      expect.stringMatching(/^length: 0\.1\d* s away/),
    ]);
  });

  it("finds a playlist that is longer than what is shown", async () => {
    const { faults } = await judge("video", undefined, (text) =>
      text.replace(/#EXTINF:([\d.]+)/, (_, seconds) => `#EXTINF:${Number(seconds) + 0.09}`),
    );
    expect(faults).toEqual([expect.stringMatching(/playlist is 0\.09\d* s longer/)]);
  });
});

/** In the first run of samples, the first size. */
function growFirstSample(bytes: Buffer): void {
  const at = findBox(bytes, "trun");
  const flags = bytes.readUIntBE(at + 9, 3);
  const sizeAt = at + 20 + (flags & 0x04 ? 4 : 0) + (flags & 0x100 ? 4 : 0);
  bytes.writeUInt32BE(bytes.readUInt32BE(sizeAt) + 1, sizeAt);
}

/** As a muxer does it with times that go back: one tick for each sample, which is said once for all of them. */
function squeeze(bytes: Buffer): void {
  for (let at = bytes.indexOf("tfhd"); at >= 0; at = bytes.indexOf("tfhd", at + 4)) {
    const flags = bytes.readUIntBE(at + 5, 3);
    if (flags & 0x08) bytes.writeUInt32BE(1, at + 12 + (flags & 0x02 ? 4 : 0));
  }
}

/** The first sample of every run is called one that needs others. */
function forgetKeyFrames(bytes: Buffer): void {
  for (let at = bytes.indexOf("trun"); at >= 0; at = bytes.indexOf("trun", at + 4)) {
    if (bytes.readUIntBE(at + 5, 3) & 0x04) bytes.writeUInt32BE(0x1010000, at + 16);
  }
}
