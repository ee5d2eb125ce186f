// Preparing and importing recordings, against plain ffmpeg doing the same, in processor time.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { appendFile, copyFile, mkdir, mkdtemp, open, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { pino } from "pino";
import { readConfig } from "#server/config.ts";
import { migrate } from "#server/database/migrate.ts";
import { openDatabase } from "#server/database/open.ts";
import { takeIn } from "#server/intake/take-in.ts";
import { furtherEncodings, planCopy } from "#server/media/facts/decide.ts";
import type { Facts } from "#server/media/facts/facts.ts";
import { makePictures } from "#server/media/ffmpeg/pictures.ts";
import { probe } from "#server/media/ffmpeg/probe.ts";
import { copyTracks, decodeWhole, encodePictures } from "#server/media/ffmpeg/render.ts";
import { openTools, type Tools } from "#server/media/ffmpeg/run.ts";
import { levelSound, measureSound } from "#server/media/ffmpeg/sound.ts";
import { packageFile } from "#server/media/fragments/cmaf.ts";
import { describeRendition, writeMasterPlaylist, writeMediaPlaylist } from "#server/media/fragments/playlist.ts";
import { openMedia } from "#server/media/media.ts";
import { hashFile, removeFolder } from "#server/media/store/store.ts";
import { beginEarlyCopy, type EarlyCopyParts, continueEarlyCopy, takeEarlyCopy } from "#server/prepare/copy-early.ts";
import { prepareStep } from "#server/prepare/prepare.ts";
import { type Step, steps } from "#server/prepare/steps.ts";
import { type Goal, noteFigure, printGoals, spreadOf } from "./report.ts";

// For the benchmarks of preparing: test recordings, plain ffmpeg, and comparing two ways of doing the same thing.

const execute = promisify(execFile);
const rounds = 3;

interface Given {
  tools: Tools;
  source: string;
  facts: Facts;
  folder: string;
}

type Measure = (act: () => Promise<unknown>) => Promise<number>;

/** Runs both ways in turn; the one that goes first goes second in the next round. */
async function compare(
  { name, most, measure = cpuOf }: { name: string; most: number; measure?: Measure },
  ours: () => Promise<unknown>,
  anchor: () => Promise<unknown>,
): Promise<Goal> {
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? [anchor, ours] : [ours, anchor];
    const taken = new Map<unknown, number>();
    for (const act of order) taken.set(act, await measure(act));
    ratios.push((taken.get(ours) ?? Number.NaN) / (taken.get(anchor) ?? Number.NaN));
  }
  return atMost(name, most, ratios);
}

export function atMost(name: string, most: number, values: readonly number[]): Goal {
  const measured = spreadOf(values);
  return { name, goal: `<= ${most}`, measured, isReached: measured.median <= most };
}

/** Seconds of processor time of this process and of its child processes that have ended. */
const cpuOf: Measure = async (act) => {
  const before = readCpu();
  await act();
  return readCpu() - before;
};

const wallOf: Measure = async (act) => {
  const before = performance.now();
  await act();
  return (performance.now() - before) / 1000;
};

function readCpu(): number {
  const fields = readFileSync("/proc/self/stat", "utf8").split(") ")[1]?.split(" ") ?? [];
  // utime, stime, cutime and cstime, in hundredths of a second
  return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) / 100;
}

/** Splits arguments that contain no spaces. */
async function ffmpeg(folder: string, line: string): Promise<void> {
  await execute("ffmpeg", ["-y", "-v", "error", "-nostdin", ...line.split(" ").filter(Boolean)], {
    cwd: folder,
    maxBuffer: 2 ** 30,
  });
}

/** So many seconds of 1080p, made by repeating ten: as hard to decode as a camera and a mixer recorded with OBS. */
async function makeSource(folder: string, length: number): Promise<string> {
  const pictures = "-f lavfi -i testsrc2=s=1920x1080:r=30:d=10,noise=alls=8:allf=t";
  const sound = `-f lavfi -i aevalsrc=${play(262)}|${play(330)}:s=48000:d=10`;
  const codecs =
    "-c:v libx264 -preset veryfast -b:v 8M -maxrate 8M -bufsize 16M -g 60 -pix_fmt yuv420p -c:a aac -b:a 192k";
  const name = `source-${length}.mp4`;
  await ffmpeg(folder, `${pictures} ${sound} ${codecs} short.mp4`);
  // the index comes first, so that the file can be read while it arrives
  await ffmpeg(folder, `-stream_loop ${length / 10 - 1} -i short.mp4 -c copy -movflags +faststart ${name}`);
  // flushed now, or the first program measured would pay for it
  await execute("sync");
  return path.join(folder, name);
}

/** A tone with some background noise. */
function play(hertz: number): string {
  return `0.2*sin(${hertz}*2*PI*t)+0.1*(random(0)-0.5)`;
}

function work(tools: Tools, source: string) {
  return { tools, source, limitSeconds: 3600 };
}

function required<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error("the benchmark's own recording is wrong");
  return value;
}

// Preparing recordings, against plain ffmpeg doing the same: in processor time of this process and its children, unless
// stated otherwise. Goals P1 to P6.

/** Copying and reading are measured on ten minutes, encoding on half a minute of the same recording. */
const preparingSeconds = { longest: 1800, long: 600, short: 30 };

export async function benchPreparing(): Promise<boolean> {
  const folder = await mkdtemp(path.join(tmpdir(), "stagedoor-bench-media-"));
  try {
    // the kernel does not count what runs inside the sandbox as ours; the sandbox itself costs about 20 ms each time
    const tools = { ...(await openTools()), sandbox: { hasBubblewrap: false, hasPrlimit: false } };
    const give = async (length: number): Promise<Given> => {
      const source = await makeSource(folder, length);
      return { tools, source, folder, facts: await probe(tools, source) };
    };
    const [long, short] = [await give(preparingSeconds.long), await give(preparingSeconds.short)];
    const goals = [
      ...(await watchableGoals(long)),
      await compare(
        { name: "P4 loudness, peak and waveform / decoding the sound", most: 3.6 },
        () => measureSound(work(tools, long.source), required(long.facts.audio)),
        () => ffmpeg(folder, `-i ${long.source} -vn -f null -`),
      ),
      ...(await pictureGoals(long, () => give(preparingSeconds.longest))),
      await sizesGoal(short),
      ...(await wholeGoals(short, preparingSeconds.short)),
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

// How soon a recording can be watched after its last byte, against ffmpeg -c copy: copied then, or while it arrived.
// Goals P1 and P2.

const partBytes = 16 * 2 ** 20;

async function watchableGoals(given: Given): Promise<Goal[]> {
  const { source, folder } = given;
  const copy = () => ffmpeg(folder, `-i ${source} -map 0 -c copy plain.mp4`);
  const name = "probe, copy and playlists";
  return [
    await compare({ name: `P1 ${name} / ffmpeg -c copy`, most: 1.5 }, () => ingest(given), copy),
    await compare(
      { name: `P2 ${name}, on the clock / ffmpeg -c copy`, most: 2, measure: wallOf },
      () => ingest(given),
      copy,
    ),
    await fedGoal(given, copy),
  ];
}

async function ingest({ tools, source, folder }: Given): Promise<void> {
  const plan = planCopy(await probe(tools, source));
  await writePlaylists(await copyTracks(work(tools, source), { plan, folder }));
}

async function writePlaylists(made: { video: string | null; audio: string | null }): Promise<void> {
  const [pictures, sound] = [await packageFile(required(made.video)), await packageFile(required(made.audio))];
  writeMediaPlaylist(pictures, "video.mp4");
  writeMediaPlaylist(sound, "audio.mp4");
  const list = (address: string, packaged: typeof pictures) => ({ address, rendition: describeRendition(packaged, 0) });
  writeMasterPlaylist([list("video.m3u8", pictures)], list("audio.m3u8", sound));
}

/** From the arrival of the last part. Both ways need the checksum; neither measurement includes it. */
async function fedGoal({ tools, source, folder }: Given, copy: () => Promise<void>): Promise<Goal> {
  const data = await mkdtemp(path.join(folder, "fed-"));
  await using media = await openMedia(data, { hasVideos: false });
  const config = readConfig({ DATA_DIR: data, LEAST_FREE_GB: "0" }, {});
  const parts: EarlyCopyParts = { media: { ...media, tools }, config, log: pino({ level: "silent" }) };
  const stored = await hashFile(source);
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const file = path.join(data, `arriving-${round}`);
    const target = await mkdtemp(path.join(data, "made-"));
    const last = await arriveButLast(parts, { source, file });
    const ours = await wallOf(async () => {
      await continueEarlyCopy(parts, { id: file, there: last });
      const plan = planCopy(await probe(tools, file));
      await writePlaylists(required(await takeEarlyCopy(media.store, stored, { plan, folder: target })));
    });
    await rm(target, { recursive: true });
    await rm(file);
    ratios.push(ours / (await wallOf(copy)));
  }
  return atMost("P2 the same when it was copied while it arrived / ffmpeg -c copy", 0.3, ratios);
}

/** Writes the whole file and waits until ffmpeg has reached the last part. Returns the number of bytes. */
async function arriveButLast(
  parts: EarlyCopyParts,
  { source, file }: { source: string; file: string },
): Promise<number> {
  const { size } = await stat(source);
  await using from = await open(source);
  for (let at = 0; at < size; at += partBytes) {
    const { buffer, bytesRead } = await from.read(Buffer.allocUnsafe(partBytes), 0, partBytes, at);
    const isLast = at + bytesRead >= size;
    if (isLast) await settle(parts);
    await appendFile(file, buffer.subarray(0, bytesRead));
    if (isLast) break;
    if (at === 0) beginEarlyCopy(parts, { id: file, file, bytes: size, there: bytesRead });
    else await continueEarlyCopy(parts, { id: file, there: at + bytesRead });
  }
  return size;
}

/** Waits until the output no longer grows. */
async function settle({ media }: EarlyCopyParts): Promise<void> {
  const root = path.join(media.store.folder, "aside");
  await mkdir(root, { recursive: true });
  const measure = async () => {
    const files = await readdir(root, { recursive: true, withFileTypes: true });
    const sizes = files.filter((one) => one.isFile()).map((one) => stat(path.join(one.parentPath, one.name)));
    return (await Promise.all(sizes)).reduce((sum, { size }) => sum + size, 0);
  };
  for (let before = 0, same = 0; same < 5;) {
    await sleep(200);
    const now = await measure();
    same = now > 0 && now === before ? same + 1 : 0;
    before = now;
  }
}

// Everything that is made from a recording, step by step, against one ffmpeg that makes the same in a single pass, where
// nothing can be watched before its end. Goal P3.

async function wholeGoals(given: Given, seconds: number): Promise<Goal[]> {
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

// An import of many one-minute recordings: processor time until all of them can be watched, against ffmpeg -c copy of each,
// and as a part of everything that is made of them. IMPORT_COUNT says how many; 400 is the promise.

const count = Number(process.env["IMPORT_COUNT"] ?? 400);
const importSeconds = 60;
/** What comes after is measured on so many of them. */
const samples = 2;

export async function benchImport(): Promise<boolean> {
  const folder = await mkdtemp(path.join(tmpdir(), "stagedoor-bench-import-"));
  try {
    return await measure(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(folder: string): Promise<boolean> {
  const data = path.join(folder, "data");
  await mkdir(data);
  await using db = await openDatabase({ file: path.join(data, "stagedoor.db") });
  await migrate(db);
  await using media = await openMedia(path.join(data, "media"), { hasVideos: false });
  const config = readConfig({ DATA_DIR: data, LEAST_FREE_GB: "0" }, {});
  const parts = {
    ...{ db, config, log: pino({ level: "silent" }), clock: { now: () => new Date() }, wake: () => {} },
    // the kernel does not count what runs inside the sandbox as ours
    media: Object.assign(Object.create(media) as typeof media, {
      tools: { ...media.tools, sandbox: { hasBubblewrap: false, hasPrlimit: false } },
    }),
  };
  const prepare = (step: Step, id: string) =>
    prepareStep(parts, step, id, { signal: new AbortController().signal, progress: () => {}, isLastAttempt: true });
  const source = await makeSource(folder, importSeconds);
  const spent = { watchable: 0, copy: 0 };
  const later = new Map<Step, number>();
  for (let n = 0; n < count; n += 1) {
    const name = `recording-${n}.mp4`;
    const file = path.join(folder, name);
    await copyFile(source, file);
    // no two are alike, nor of the same size, which would have each read once more
    await appendFile(file, makeFreeBox(n));
    let id = "";
    const watchable = async () => {
      ({ id } = await takeIn(parts, { file, name, memberId: null }));
      await prepare("first", id);
    };
    const copy = () => ffmpeg(folder, `-i ${name} -map 0 -c copy plain.mp4`);
    const order = n % 2 === 0 ? [copy, watchable] : [watchable, copy];
    for (const act of order) spent[act === copy ? "copy" : "watchable"] += await cpuOf(act);
    if (n < samples)
      for (const step of steps.slice(1))
        later.set(step, (later.get(step) ?? 0) + (await cpuOf(() => prepare(step, id))) / samples);
    await removeFolder(media.store, id);
    await rm(file);
    if ((n + 1) % 20 === 0)
      console.log(`${n + 1}: ${spent.watchable.toFixed(1)} s, ffmpeg -c copy ${spent.copy.toFixed(1)} s`);
  }
  const rest = [...later.values()].reduce((sum, one) => sum + one, 0);
  const whole = spent.watchable + rest * count;
  noteFigure("a minute of 1080p, watchable, processor", spent.watchable / count, "s");
  for (const [step, value] of later) noteFigure(`a minute of 1080p, step ${step}, processor`, value, "s");
  noteFigure(`import of ${count}, until all can be watched, processor`, spent.watchable, "s");
  noteFigure(`import of ${count}, everything, processor`, whole, "s");
  console.log(
    `\n${count} recordings of one minute: ${spent.watchable.toFixed(1)} s of processor until all can be watched,`,
  );
  console.log(`${spent.copy.toFixed(1)} s for as many runs of ffmpeg -c copy, ${whole.toFixed(0)} s for everything\n`);
  return printGoals([
    atMost("I1 until all can be watched / ffmpeg -c copy", 1.6, [spent.watchable / spent.copy]),
    atMost("I2 until all can be watched / everything", 0.03, [spent.watchable / whole]),
  ]);
}

/** An empty part at the end of an MP4, which players skip. */
function makeFreeBox(n: number): Buffer {
  const box = Buffer.alloc(16 + n);
  box.writeUInt32BE(16 + n);
  box.write("free", 4);
  box.writeUInt32BE(n, 8);
  return box;
}
