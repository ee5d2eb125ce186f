// Everything that is made from a recording, step by step, against one ffmpeg that makes the same in a single pass, where
// nothing can be watched before its end. Goal P3.
import path from "node:path";
import { furtherEncodings } from "#server/media/facts/decide.ts";
import { makePictures } from "#server/media/ffmpeg/pictures.ts";
import { decodeWhole, encodePictures } from "#server/media/ffmpeg/render.ts";
import { levelSound, measureSound } from "#server/media/ffmpeg/sound.ts";
import { atMost, cpuOf, ffmpeg, required, rounds, work, type Given } from "./media-measure.ts";
import { ingest } from "./media-watchable.ts";
import { noteFigure, type Goal } from "./notes.ts";
import { spreadOf } from "./ratios.ts";

export async function wholeGoals(given: Given, seconds: number): Promise<Goal[]> {
  const { tools, folder, facts } = given;
  const rungs = furtherEncodings(required(facts.video), ["source"]).map(({ rung }) => rung);
  const taken: { first: number; rest: number; rungs: number; check: number; anchor: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const anchor = await cpuOf(() => onePass(given));
    const first = await cpuOf(() => ingest(given));
    const rest = await cpuOf(() => makeRest(given));
    const sizes = await cpuOf(() => makeRungs(given));
    const check = await cpuOf(async () => {
      for (const rung of rungs) await decodeWhole(work(tools, path.join(folder, `video-${rung}.mp4`)));
    });
    taken.push({ first, rest, rungs: sizes, check, anchor });
  }
  const note = (name: string, of: (one: (typeof taken)[number]) => number) =>
    noteFigure(`${name}, processor`, (spreadOf(taken.map(of)).median * 60) / seconds, "s per minute of 1080p");
  note("watchable", ({ first }) => first);
  note("sound, pictures and levelling", ({ rest }) => rest);
  note("smaller sizes", (one) => one.rungs);
  note("decoding them once more, to be sure", ({ check }) => check);
  const wholeOf = (one: (typeof taken)[number]) => one.first + one.rest + one.rungs;
  return [
    atMost(
      "P3 everything, step by step / in one pass of ffmpeg",
      1.1,
      taken.map((one) => wholeOf(one) / one.anchor),
    ),
    atMost(
      "P3 watchable after this part of all the work",
      0.02,
      taken.map((one) => one.first / wholeOf(one)),
    ),
  ];
}

async function makeRest({ tools, source, facts, folder }: Given): Promise<void> {
  const { loudness } = await measureSound(work(tools, source), required(facts.audio));
  const video = path.join(folder, "video.mp4");
  await makePictures(work(tools, video), { frame: required(facts.video), folder });
  await levelSound(work(tools, source), { audio: required(facts.audio), loudness, folder });
}

async function makeRungs({ tools, facts, folder }: Given): Promise<void> {
  const encodings = furtherEncodings(required(facts.video), ["source"]);
  const copied = path.join(folder, "video.mp4");
  await encodePictures(work(tools, copied), { video: required(facts.video), plan: { encodings }, folder });
}

/** The copy, both smaller sizes, a preview sheet and a thumbnail, loudness, samples for the waveform, and the audio as AAC. */
async function onePass({ source, folder }: Given): Promise<void> {
  const graph = [
    "[0:v]split=3[p][k][t]",
    "[p]scale=1280:720,split=2[h][m]",
    "[m]scale=854:480[l]",
    "[k]select=eq(pict_type\\,I),scale=160:90,tile=10x10[sheet]",
    "[t]select=eq(n\\,60),scale=960:540[thumbnail]",
    "[0:a]asplit=3[e][n][s]",
    "[e]ebur128=framelog=verbose:peak=sample[loud]",
  ].join(";");
  const cmaf = "-movflags +frag_keyframe+empty_moov+default_base_moof -f mp4";
  const keys = "-force_key_frames expr:gte(t,n_forced*2) -sc_threshold 0 -profile:v high -crf 23";
  await ffmpeg(
    folder,
    [
      `-i ${source} -filter_complex ${graph}`,
      `-map 0:v -c copy ${cmaf} one-v.mp4 -map 0:a -c copy ${cmaf} one-a.mp4`,
      `-map [h] -c:v libx264 -preset veryfast ${keys} -maxrate 3000k -bufsize 6000k ${cmaf} one-720.mp4`,
      `-map [l] -c:v libx264 -preset superfast ${keys} -maxrate 1200k -bufsize 2400k ${cmaf} one-480.mp4`,
      "-map [sheet] -frames:v 1 -q:v 5 one-sheet.jpg -map [thumbnail] -frames:v 1 -q:v 3 one-thumbnail.jpg",
      "-map [loud] -f null - -map [n] -ac 1 -f s16le one.pcm",
      `-map [s] -c:a aac -b:a 192k ${cmaf} one-levelled.mp4`,
    ].join(" "),
  );
}
