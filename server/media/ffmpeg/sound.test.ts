// Sound stays beside the pictures when a part of it was lost, and is left alone when nothing was.
import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openClips, type Clips } from "#server/testing/clips.ts";
import { scaled } from "#server/testing/proof.ts";
import { lowerGain, mayPassCeiling } from "#server/media/facts/loudness.ts";
import { probe } from "./probe.ts";
import { openTools, run } from "./run.ts";
import { soundArguments } from "./sound-arguments.ts";
import { words } from "#server/media/words.ts";
import { levelSound, measureSound } from "./sound.ts";

let clips: Clips;
beforeAll(async () => {
  clips = await openClips();
});
afterAll(() => clips[Symbol.asyncDispose]());

/** Each is a row of programs. */

it.each([48_000, 44_100].slice(0, scaled(1, 2)))(
  "sound of %i Hz with three gaps of 60 ms is never more than 20 ms late",
  async (rate) => {
    const beeps = "0.5*sin(880*2*PI*t)*lt(mod(t\\,1)\\,0.2)";
    const whole = await clips.make(
      `whole-${rate}.mkv`,
      `-f lavfi -i aevalsrc=${beeps}:s=${rate}:d=6 -c:a aac -b:a 96k`,
    );
    // three packets each, in the silence after a beep
    const lost = [1.5, 2.5, 3.5].map((at) => Math.round((at * rate) / 1024));
    const drop = lost.map((packet) => `between(n\\,${packet}\\,${packet + 2})`).join("+");
    const gaps = await clips.make(`gaps-${rate}.mkv`, `-i ${whole} -c copy -bsf:a noise=drop=${drop}`);
    const [wanted, found] = [findBeeps(await level(whole)), findBeeps(await level(gaps))];
    expect(found.map((at, index) => Math.abs(at - (wanted[index] ?? 0))).filter((late) => late > 0.02)).toEqual([]);
    expect(wanted.map(Math.round)).toEqual([1, 2, 3, 4, 5]);
  },
);

function findBeeps(samples: Float32Array): number[] {
  return [1, 2, 3, 4, 5].map((second) => {
    const from = Math.round((second - 0.5) * 48_000);
    return samples.findIndex((sample, index) => index >= from && Math.abs(sample) > 0.05) / 48_000;
  });
}

const rounding = [
  ["regular.flv", 44_100],
  ["regular.mkv", 48_000],
  ["regular.mkv", 44_100],
  ["regular.ts", 48_000],
] as const;
it.each(rounding.slice(0, scaled(2, 4)))(
  "a container that rounds its times makes no clicks: %s, %i Hz",
  async (name, rate) => {
    const file = await clips.make(`${rate}-${name}`, `-f lavfi -i sine=f=500:r=${rate}:d=8 -c:a aac -b:a 192k`);
    const samples = await level(file);
    const steady = samples.slice(4800, 7.8 * 48_000);
    const highest = steady.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    // how much a sine of 500 Hz bends from sample to sample, and what the encoder adds
    const bend = steady.reduce(
      (most, sample, n) =>
        n < 2 ? most : Math.max(most, Math.abs(sample - 2 * (steady[n - 1] ?? 0) + (steady[n - 2] ?? 0))),
      0,
    );
    expect(bend / highest).toBeLessThan(0.02);
    expect(samples.length / 48_000).toBeCloseTo(8, 1);
  },
);

it("two minutes without sound are silence, and take no more memory than a second", async () => {
  const whole = await clips.make("whole.mka", "-f lavfi -i sine=r=48000:d=4,aformat=channel_layouts=stereo -c:a aac");
  const later = "PTS+gte(N\\,94)*120000";
  const source = await clips.make("gap.mka", `-i ${whole} -c copy -bsf:a setts=pts=${later}:dts=${later}`);
  const folder = path.join(clips.folder, "gap-made");
  await mkdir(folder);
  const plan = { gainDb: 0, lengthSeconds: 124, originSeconds: 0 };
  const program = soundArguments({ codec: "aac", profile: "LC", channels: 2, sampleRate: 48_000 }, plan);
  const said = program.map((word) => (word === "/in/0" ? source : word === "pipe:3" ? "/dev/null" : word));
  // all of it at once would be 130 MB more; ffmpeg only warns when it cannot have them
  const { stderr } = await promisify(execFile)("prlimit", ["--data=125829120", ...said], { cwd: folder });
  expect(stderr).toBe("");
  const made = await probe(await openTools(), path.join(folder, "audio.mp4"));
  expect(made.durationSeconds).toBeCloseTo(125, 0);
});

it("sound is the same whether it comes in pieces of one sample or of a thousand", async () => {
  const program = soundArguments({ codec: "pcm_s16le", profile: null, channels: 2, sampleRate: 44_100 }, { gainDb: 0 });
  const filter = program[program.indexOf("-af") + 1] ?? "";
  const decode = async (samples: number) => {
    const sine = `sine=r=44100:d=2,asetnsamples=n=${samples}:p=0`;
    const args = ["-v", "error", "-f", "lavfi", "-i", sine, "-af", filter, "-f", "f32le", "-"];
    const { stdout } = await promisify(execFile)("ffmpeg", args, { encoding: "buffer", maxBuffer: 2 ** 22 });
    return stdout;
  };
  const [single, usual] = [await decode(1), await decode(1024)];
  expect(usual.length).toBe(2 * 48_000 * 2 * 4);
  expect(single.equals(usual)).toBe(true);
});

it("a program that needs more memory than it may have is ended, and the file is refused with that reason", async () => {
  const large = ["-f", "lavfi", "-i", "color=s=7680x4320:d=4", "-c:v", "libx264", "-threads", "4"];
  const task = { paths: { reads: [] }, weight: "light" as const, limitSeconds: 100 };
  const running = run(await openTools(), { ...task, program: ["ffmpeg", ...large, "-f", "null", "-"] });
  await expect(running).rejects.toMatchObject({ code: "bad-input", message: words.tooMuchMemory });
});

it("the gain is lowered by what the encoder added, and nobody looks where that cannot matter", () => {
  expect(lowerGain(2, { truePeakDb: -1, attempt: 1 })).toBeNull();
  expect(lowerGain(2, { truePeakDb: 1.6, attempt: 1 })).toBe(-0.7);
  expect(lowerGain(-0.7, { truePeakDb: -0.9, attempt: 2 })).toBe(-1);
  expect(mayPassCeiling({ peakDb: 0, gainDb: -7 })).toBe(true);
  expect(mayPassCeiling({ peakDb: 0, gainDb: -14 })).toBe(false);
});

/** As a member hears it, from minus one to one. */
async function level(source: string): Promise<Float32Array> {
  const tools = await openTools();
  const { audio } = await probe(tools, source);
  if (!audio) throw new Error("there is no sound");
  const folder = path.join(clips.folder, `${path.basename(source)}-made`);
  await mkdir(folder);
  const work = { tools, source, limitSeconds: 60 };
  const { loudness } = await measureSound(work, audio);
  const { plain } = await levelSound(work, { audio, loudness, folder });
  const args = ["-v", "error", "-i", plain, "-ac", "1", "-ar", "48000", "-f", "f32le", "-"];
  const { stdout } = await promisify(execFile)("ffmpeg", args, { encoding: "buffer", maxBuffer: 64 * 2 ** 20 });
  return new Float32Array(stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + stdout.length));
}
