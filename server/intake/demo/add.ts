// The demo's recordings, taken in at the first start like any others. As work in the queue: the start does not wait for it,
// and the page fills while it runs.
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { takeIn, type IntakeParts } from "#server/intake/take-in.ts";
import { startSetList } from "#server/library/songs/from-chapters.ts";
import { changeLibrary } from "#server/library/version.ts";
import type { Parts } from "#server/parts.ts";
import { addJob } from "#server/queue/queue.ts";
import { demoRecordings, findOriginal } from "./recordings.ts";

export const demoJob = "add-demo-recording";

/** Before every step of preparing: the steps that make them watchable then all come before those that refine any. */
const priority = 35;

/** Adds the work for all of them, once in the life of a media folder. */
export async function addDemoRecordings({ db, media, wake }: Pick<Parts, "db" | "media" | "wake">): Promise<void> {
  const marker = path.join(media.store.folder, "demo.json");
  if (existsSync(marker)) return;
  const names = demoRecordings.map(({ name }) => name);
  await db.transaction().execute(async (trx) => {
    for (const name of names) await addJob(trx, { kind: demoJob, key: name, payload: { name }, priority });
  });
  await writeFile(marker, JSON.stringify({ recordings: names }), { flush: true });
  wake();
}

export async function addDemoRecording(parts: IntakeParts, name: string, signal: AbortSignal): Promise<void> {
  const recording = demoRecordings.find((one) => one.name === name);
  if (!recording) return;
  const known = await parts.db.selectFrom("recording").select("video_id").where("name", "=", name).executeTakeFirst();
  const { said, songs = {} } = recording;
  const intake = { file: findOriginal(recording), name, said, memberId: null, signal, isOld: true };
  const id = known?.video_id ?? (await takeIn(parts, intake)).id;
  const chapters = Object.entries(songs).map(([title, startSeconds]) => ({ title, startSeconds }));
  await changeLibrary(parts.db, async (trx) => {
    await startSetList(trx, { videoId: id, chapters, now: parts.clock.now() });
  });
}
