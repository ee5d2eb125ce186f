// Preparing recordings, against plain ffmpeg doing the same: in processor time of this process and its children, unless
// stated otherwise. Goals P1 to P6.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { furtherEncodings } from "#server/media/facts/decide.ts";
import { makePictures } from "#server/media/ffmpeg/pictures.ts";
import { probe } from "#server/media/ffmpeg/probe.ts";
import { copyTracks, encodePictures } from "#server/media/ffmpeg/render.ts";
import { openTools } from "#server/media/ffmpeg/run.ts";
import { measureSound } from "#server/media/ffmpeg/sound.ts";
import { compare, ffmpeg, makeSource, required, rounds, work, type Given } from "./media-measure.ts";
import { watchableGoals } from "./media-watchable.ts";
import { wholeGoals } from "./media-whole.ts";
import { printGoals } from "./ratios.ts";
import type { Goal } from "./notes.ts";

/** Copying and reading are measured on ten minutes, encoding on half a minute of the same recording. */
const seconds = { longest: 1800, long: 600, short: 30 };

export async function benchPreparing(): Promise<boolean> {
  const folder = await mkdtemp(path.join(tmpdir(), "stagedoor-bench-media-"));
  try {
    // the kernel does not count what runs inside the sandbox as ours; the sandbox itself costs about 20 ms each time
    const tools = { ...(await openTools()), walls: { hasBubblewrap: false, hasPrlimit: false } };
    const give = async (length: number): Promise<Given> => {
      const source = await makeSource(folder, length);
      return { tools, source, folder, facts: await probe(tools, source) };
    };
    const [long, short] = [await give(seconds.long), await give(seconds.short)];
    const goals = [
      ...(await watchableGoals(long)),
      await compare(
        { name: "P4 loudness, peak and waveform / decoding the sound", most: 3.6 },
        () => measureSound(work(tools, long.source), required(long.facts.audio)),
        () => ffmpeg(folder, `-i ${long.source} -vn -f null -`),
      ),
      ...(await pictureGoals(long, () => give(seconds.longest))),
      await sizesGoal(short),
      ...(await wholeGoals(short, seconds.short)),
    ];
    console.log(`\nPreparing ten minutes of 1080p, ${rounds} rounds\n`);
    return printGoals(goals);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function pictureGoals(given: Given, giveLongest: () => Promise<Given>): Promise<Goal[]> {
  const { tools, folder, source } = given;
  const ten = await copyPictures(given);
  const thirty = await copyPictures(await giveLongest());
  const make = (video: string) => () =>
    makePictures(work(tools, video), { frame: required(given.facts.video), folder });
  const keys = `-skip_frame nokey -i ${source} -an -vf scale=160:-2,tile=10x10 -frames:v 100 -fps_mode passthrough n%d.jpg`;
  const name = "P5 sheet of pictures and thumbnail";
  return [
    await compare({ name: `${name} / every key frame`, most: 0.35 }, make(ten), () => ffmpeg(folder, keys)),
    await compare({ name: `${name} of thirty minutes / of ten`, most: 1.2 }, make(thirty), make(ten)),
  ];
}

async function copyPictures({ tools, source, folder }: Given): Promise<string> {
  const target = await mkdtemp(path.join(folder, "copied-"));
  const { video } = await copyTracks(work(tools, source), { plan: { video: true, audio: null }, folder: target });
  return required(video);
}

async function sizesGoal({ tools, source, facts, folder }: Given): Promise<Goal> {
  const video = required(facts.video);
  const encodings = furtherEncodings(video, ["source"]);
  const encode = (list: typeof encodings) =>
    encodePictures(work(tools, source), { video, plan: { encodings: list }, folder });
  return compare(
    { name: "P6 two sizes in one pass / in two", most: 0.9 },
    () => encode(encodings),
    async () => {
      for (const one of encodings) await encode([one]);
    },
  );
}
