// Kills one operation at its first system call that stores something on the disk, then at its second, and so on until it
// completes. Each time it has happened completely or not at all, and can be repeated.
import { existsSync } from "node:fs";
import { cp, rm } from "node:fs/promises";
import path from "node:path";
import { pino } from "pino";
import { expect, it } from "vitest";
import { finishPurges } from "#server/cleanup/purge.ts";
import { checkIntegrity } from "#server/database/sqlite.ts";
import { folderOf, hashFile, originalOf } from "#server/media/store/store.ts";
import { chord, openClips, pictures, x264 } from "#server/testing/clips.ts";
import { publish, scaled } from "#server/testing/proof.ts";
import {
  addPeople,
  addTestVideo,
  createPlace,
  openPlace,
  openTestFolder,
  type OpenPlace,
  type Place,
} from "#server/testing/safe.ts";
import { operations, type OperationName, type Order } from "./crash/operation.ts";
import { mayTrace, runTraced, type TracedEnd, type Where } from "./crash/traced.ts";

/** The short version: a few of the operations with few such calls. */
const most = scaled(2, 500);
const wheres: readonly Where[] = ["SQLite", "files"];
const chosen: readonly OperationName[] = most < 500 ? ["edit", "purge"] : operations;

it.skipIf(!mayTrace).each(chosen)(
  "%s, killed at every system call that stores something, happens completely or not at all",
  { timeout: 900_000 },
  async (name) => {
    await using place = await createPlace("sqlite");
    await using clips = await openClips();
    await using work = await openTestFolder();
    const file = await clips.make("clip.mp4", `${pictures("64x48", 5, 1)} ${chord(1)} ${x264} -c:a aac`);
    const id = name === "migrate" ? "" : await fill(place, name);
    const dataDir = path.join(work.path, "data");
    let kills = 0;
    const tries = wheres.flatMap((where) => Array.from({ length: most }, (_, index) => ({ where, n: index + 1 })));
    const complete = new Set<Where>();
    for (const { where, n } of tries) {
      if (complete.has(where)) continue;
      await rm(dataDir, { recursive: true, force: true });
      await cp(place.dataDir, dataDir, { recursive: true });
      const order: Order = { name, dataDir, id, file };
      const end = await runTraced(order, { where, n });
      await checkAfterwards(order, end);
      if (end === "done") {
        complete.add(where);
        continue;
      }
      expect(end).not.toBe("failed");
      kills += 1;
      // once more without a kill; what was being deleted is gone by now
      if (name === "purge") continue;
      expect(await runTraced(order, { where, n: 100_000 })).toBe("done");
      await checkAfterwards(order, "done");
    }
    console.log(`${name}: killed at ${kills} calls`);
    expect(kills).toBeGreaterThan(0);
    if (most === 500) expect(complete.size).toBe(wheres.length);
    publish("crash", { killsAtCalls: kills, complete: Number(complete.size === wheres.length), lost: 0 });
  },
);

async function fill(place: Place, name: OperationName): Promise<string> {
  await using open = await openPlace(place);
  await addPeople(open.db, { count: 1, key: Buffer.alloc(32) });
  const id = await addTestVideo(open, "Song");
  if (name === "purge")
    await open.db
      .updateTable("video")
      .set({ trashed_at: new Date(0), trashed_why: "hand" })
      .execute();
  return id;
}

async function checkAfterwards({ name, dataDir, id, file }: Order, end: TracedEnd): Promise<void> {
  const isDone = end !== "killed" && end !== "failed";
  await using open = await openPlace({ dataDir, databaseUrl: null, masterKeyFile: "" });
  await checkIntegrity(open.db, "full");
  if (name === "migrate") return;
  if (name === "upload") return await checkUpload(open, { file, isDone });
  if (name === "purge") return await checkPurge(open, { id, isDone });
  const row = await open.db.selectFrom("video").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const hasHappened = name === "edit" ? row.title === "Edited" : row.prevent_autodelete;
  if (isDone) expect(hasHappened).toBe(true);
  const changes = await open.db.selectFrom("change").select("id").where("video_id", "=", id).execute();
  expect(changes).toHaveLength(hasHappened ? 2 : 1);
}

async function checkUpload(
  { db, store }: OpenPlace,
  { file, isDone }: { file: string; isDone: boolean },
): Promise<void> {
  const { sha256 } = await hashFile(file);
  const row = await db.selectFrom("recording").select("video_id").where("sha256", "=", sha256).executeTakeFirst();
  if (isDone) expect(row).toBeDefined();
  if (!row) return;
  expect((await hashFile(originalOf(store, row.video_id))).sha256).toBe(sha256);
  const work = await db.selectFrom("job").select("kind").where("key", "=", row.video_id).execute();
  expect(work).toEqual([{ kind: "prepare-first" }]);
}

/** The next cleanup finishes what was started. */
async function checkPurge(open: OpenPlace, { id, isDone }: { id: string; isDone: boolean }): Promise<void> {
  const find = () => open.db.selectFrom("video").selectAll().where("id", "=", id).executeTakeFirst();
  const before = await find();
  if (isDone) expect(before).toBeUndefined();
  if (before && !before.purging_at) expect(existsSync(originalOf(open.store, id))).toBe(true);
  await finishPurges({ db: open.db, media: { store: open.store }, log: pino({ level: "silent" }) }, new Date());
  const after = await find();
  expect(existsSync(folderOf(open.store, id))).toBe(after !== undefined);
}
