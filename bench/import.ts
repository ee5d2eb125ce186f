// An import of many one-minute recordings: processor time until all of them can be watched, against ffmpeg -c copy of each,
// and as a part of everything that is made of them. IMPORT_COUNT says how many; 400 is the promise.
import { appendFile, copyFile, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pino } from "pino";
import { readConfig } from "#server/config.ts";
import { migrate } from "#server/database/migrate.ts";
import { openDatabase } from "#server/database/open.ts";
import { takeIn } from "#server/intake/take-in.ts";
import { openMedia } from "#server/media/media.ts";
import { removeFolder } from "#server/media/store/store.ts";
import { prepareStep } from "#server/prepare/prepare.ts";
import { steps, type Step } from "#server/prepare/steps.ts";
import { atMost, cpuOf, ffmpeg, makeSource } from "./media-measure.ts";
import { noteFigure } from "./notes.ts";
import { printGoals } from "./ratios.ts";

const count = Number(process.env["IMPORT_COUNT"] ?? 400);
const seconds = 60;
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
      tools: { ...media.tools, walls: { hasBubblewrap: false, hasPrlimit: false } },
    }),
  };
  const prepare = (step: Step, id: string) =>
    prepareStep(parts, step, id, { signal: new AbortController().signal, progress: () => {}, isLastAttempt: true });
  const source = await makeSource(folder, seconds);
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
