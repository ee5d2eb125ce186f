// Encodes audio that is hard to encode, decodes it again and measures it: no peak is so high that a player would clip it.
import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { probe } from "#server/media/ffmpeg/probe.ts";
import { openTools } from "#server/media/ffmpeg/run.ts";
import { levelSound, measureSound } from "#server/media/ffmpeg/sound.ts";
import { openClips } from "#server/testing/clips.ts";
import { publish, scaled } from "#server/testing/proof.ts";
import { inLanes } from "./lanes.ts";
import { listPieces } from "./peaks/pieces.ts";

const allowedDb = -0.5;

it(
  "after encoding, no peak is higher than half a decibel below full scale",
  { tags: ["long"], timeout: 900_000 },
  async () => {
    await using clips = await openClips();
    const tools = await openTools();
    const measured = await inLanes(listPieces(scaled(4, 50)), async ({ file, line }) => {
      const source = await clips.make(file, line);
      const { audio } = await probe(tools, source);
      if (!audio) throw new Error("there is no audio");
      const folder = path.join(clips.folder, `${file}-made`);
      await mkdir(folder);
      const work = { tools, source, limitSeconds: 300 };
      const { loudness } = await measureSound(work, audio);
      const { fragmented, plain } = await levelSound(work, { audio, loudness, folder });
      return { file, peaks: [await findTruePeak(fragmented), await findTruePeak(plain)] };
    });
    const highest = ({ peaks }: (typeof measured)[number]) => Math.max(...peaks);
    const tooHigh = measured.filter((one) => highest(one) > allowedDb);
    publish("peaks", {
      pieces: measured.length,
      tooHigh: tooHigh.length,
      abovePlan: measured.filter((one) => highest(one) > -1).length,
      mostOfFull: 10 ** (Math.max(...measured.map(highest)) / 20),
    });
    expect(tooHigh).toEqual([]);
    // most of them reach the highest allowed level: otherwise the test would prove nothing
    expect(measured.filter((one) => highest(one) > -4).length).toBeGreaterThan(measured.length / 3);
  },
);

async function findTruePeak(file: string): Promise<number> {
  const args = ["-hide_banner", "-nostats", "-i", file, "-af", "ebur128=peak=true:framelog=verbose", "-f", "null", "-"];
  const { stderr } = await promisify(execFile)("ffmpeg", args);
  return Number(/Peak:\s+(\S+) dBFS/.exec(stderr.slice(stderr.lastIndexOf("Summary:")))?.[1]);
}
