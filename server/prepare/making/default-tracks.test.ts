// A recording with several tracks of a kind: what is shown and heard is the track that the file calls its default.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { borrowFile, nameOf } from "#server/media/store/store.ts";
import { openTestArchive, type TestArchive } from "#server/testing/archive.ts";
import { openClips, x264, type Clips } from "#server/testing/clips.ts";
import { scaled } from "#server/testing/proof.ts";
import { settleWork } from "#server/testing/settle.ts";
import { findRecording, listAssets, rungOf } from "#server/library/recording.ts";
import { takeIn } from "#server/intake/take-in.ts";

const execute = promisify(execFile);

const color = (name: string) => `-f lavfi -i color=c=${name}:s=960x540:r=5:d=2`;
const tone = (hertz: number) => `-f lavfi -i sine=f=${hertz}:r=48000:d=2`;
const maps = "-map 0 -map 1 -map 2 -map 3";
const second = "-disposition:v:0 0 -disposition:a:0 0 -disposition:v:1 default -disposition:a:1 default";
const four = `${color("red")} ${color("lime")} ${tone(400)} ${tone(3000)} ${maps}`;
const hevc = "-c:v libx265 -preset ultrafast -x265-params log-level=error";

let clips: Clips;
let archive: TestArchive;
beforeAll(async () => {
  [clips, archive] = await Promise.all([openClips(), openTestArchive()]);
});
afterAll(async () => {
  await archive[Symbol.asyncDispose]();
  await clips[Symbol.asyncDispose]();
});

const files = [
  ["copied", "second.mkv", `${four} ${second} ${x264} -c:a aac`, true],
  ["encoded", "second-hevc.mkv", `${four} ${second} ${hevc} -c:a flac`, true],
  ["copied", "second.mp4", `${four} ${second} ${x264} -c:a aac`, true],
  ["copied, none of them marked", "none.mkv", `${four} ${second.replaceAll("default", "0")} ${x264} -c:a aac`, false],
] as const;
it.each(files.slice(0, scaled(1, 4)))(
  "the default tracks are shown and heard when they are %s: %s",
  async (_how, name, line, isSecond) => {
    const file = await clips.make(name, line);
    const { id } = await takeIn(archive.parts, { file, name, memberId: null });
    await settleWork(archive.parts, 110_000);
    const assets = await listAssets(archive.parts.db, id);
    const pictures = assets.filter(({ kind }) => rungOf(kind));
    // its own size and a smaller one, whether copied or encoded
    expect(pictures.map(({ kind }) => rungOf(kind))).toEqual(["480", "source"]);
    for (const asset of pictures) expect(await isGreen(await place(id, asset))).toBe(isSecond);
    const sounds = assets.filter(({ kind }) => ["audio.mp4", "copied-audio.mp4", "audio.m4a"].includes(kind));
    expect(sounds).toHaveLength(3);
    for (const asset of sounds) expect(await countWaves(await place(id, asset))).toBeCloseTo(isSecond ? 3000 : 400, -2);
    expect((await findRecording(archive.parts.db, id))?.facts).toMatchObject({
      video: { index: isSecond ? 1 : 0 },
      audio: { index: isSecond ? 3 : 2 },
    });
  },
);

async function place(id: string, asset: Awaited<ReturnType<typeof listAssets>>[number]) {
  const { sha256, bytes } = asset;
  return (await borrowFile(archive.parts.media.store, id, { name: nameOf(asset), sha256, bytes })).file;
}

async function isGreen(file: string): Promise<boolean> {
  const args = ["-v", "error", "-i", file, "-frames:v", "1", "-vf", "scale=1:1,format=rgb24", "-f", "rawvideo", "-"];
  const { stdout } = await execute("ffmpeg", args, { encoding: "buffer" });
  return (stdout[1] ?? 0) > (stdout[0] ?? 0);
}

/** How many a second, in its second half. */
async function countWaves(file: string): Promise<number> {
  const args = ["-v", "error", "-i", file, "-ac", "1", "-ar", "48000", "-f", "s16le", "-"];
  const { stdout } = await execute("ffmpeg", args, { encoding: "buffer" });
  const samples = Array.from({ length: 24_000 }, (_, n) => stdout.readInt16LE((48_000 + n) * 2));
  return samples.filter((sample, n) => n > 0 && (samples[n - 1] ?? 0) < 0 && sample >= 0).length * 2;
}
