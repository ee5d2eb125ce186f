// Backups and restores are killed without warning, again and again, and backups are made while the archive changes.
// What looks like a backup is always whole, and a restore that is run again is always complete. KILLS=100 for a night.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { openDatabase } from "#server/database/open.ts";
import { changeLibrary } from "#server/library/version.ts";
import { originalOf, removeFolder } from "#server/media/store/store.ts";
import { heavyKinds } from "#server/testing/databases.ts";
import { childEnvironment } from "#server/testing/process.ts";
import { publish, scaled } from "#server/testing/proof.ts";
import {
  addTestVideo,
  createPlace,
  keep,
  openPlace,
  openTestFolder,
  readFiles,
  readRows,
  type OpenPlace,
  type Place,
} from "#server/testing/safe.ts";
import { mostRounds } from "./backup.ts";
import { listExpected } from "./expected.ts";
import { listBackups, openBackup } from "./manifest.ts";
import { restoreBackup } from "./restore.ts";
import { verifyBackup } from "./verify-backup.ts";

const kills = Number(process.env["KILLS"] ?? scaled(2, 10));
const videos = scaled(6, 12);
const timeout = 300_000 + kills * 10_000;
const now = new Date();

it.each(heavyKinds("sqlite"))(
  "an interrupted backup never looks like a backup, and the next one is complete, on %s",
  { timeout },
  async (kind) => {
    await using folder = await openTestFolder();
    await using place = await createPlace(kind);
    await using open = await openPlace(place);
    for (let n = 0; n < videos; n += 1) await addTestVideo(open, `Song ${n}`);
    await using scratch = await openTestFolder();
    const ms = await measure(() => keep(open, scratch.path));
    for (let killed = 0; killed < kills; killed += 1) {
      await addTestVideo(open, `Later ${killed}`);
      await killInTheMiddle("keepBackup", { place, folder: folder.path, ms });
      for (const name of await listBackups(folder.path))
        expect(await verifyBackup(await openBackup(path.join(folder.path, name)))).toEqual([]);
    }
    const report = await keep(open, folder.path);
    expect(report.faults).toEqual([]);
    expect(await verifyBackup(await openBackup(report.place))).toEqual([]);
    expect(await readdir(path.join(folder.path, "media", "aside"))).toEqual([]);
    await using other = await createPlace("sqlite");
    await restoreBackup(other, folder.path, { now });
    await using after = await openPlace(other);
    expect(await readRows(after.db)).toEqual(await readRows(open.db));
    expect(await readFiles(other.dataDir)).toEqual(await readFiles(place.dataDir));
    publish("crash", { killedAlone: kills });
  },
);

it.each(heavyKinds("postgres"))(
  "a restore that is killed is finished by the next one, and what was there is kept, on %s",
  { timeout },
  async (kind) => {
    await using folder = await openTestFolder();
    await using place = await createPlace(kind);
    let [rows, files]: [object, object] = [{}, {}];
    let [extra, ms] = ["", 0];
    {
      await using open = await openPlace(place);
      for (let n = 0; n < videos; n += 1) await addTestVideo(open, `Song ${n}`);
      ms = await measure(() => keep(open, folder.path));
      [rows, files] = [await readRows(open.db), await readFiles(place.dataDir)];
      extra = await addTestVideo(open, "Only here");
    }
    for (let killed = 0; killed < kills; killed += 1)
      await killInTheMiddle("restoreFromBackup", { place, folder: folder.path, ms: ms * 1.5 });
    await retried(() => restoreBackup(place, folder.path, { now: new Date() }));
    await using after = await openPlace(place);
    expect(await readRows(after.db)).toEqual(rows);
    expect(await readFiles(place.dataDir)).toEqual(files);
    expect(existsSync(path.join(place.dataDir, "restoring"))).toBe(false);
    const points = path.join(place.dataDir, "media", "restore-points");
    const kept = (await readdir(points)).filter((name) =>
      existsSync(originalOf({ folder: path.join(points, name) }, extra)),
    );
    expect(kept).toHaveLength(1);
    await using before = await openDatabase({
      file: path.join(place.dataDir, "restore-points", kept[0] ?? "", "stagedoor.db"),
    });
    expect(await before.selectFrom("video").select("title").where("id", "=", extra).execute()).toHaveLength(1);
    publish("crash", { killedAlone: kills });
  },
);

it.each(heavyKinds("sqlite"))(
  "a backup made while recordings are added, changed and deleted is consistent, on %s",
  { timeout },
  async (kind) => {
    await using folder = await openTestFolder();
    await using place = await createPlace(kind);
    await using open = await openPlace(place);
    const ids: string[] = [];
    for (let n = 0; n < 10; n += 1) ids.push(await addTestVideo(open, "0"));
    const stop = new AbortController();
    const counts = { added: 0, removed: 0, edits: 0, mayRemove: 0 };
    const changing = changeOn(open, { ids, counts }, stop.signal);
    // on a busy machine a backup may be over before the first change
    for (let n = 0; n < scaled(2, 3) || Math.min(counts.added, counts.removed, counts.edits) === 0; n += 1) {
      counts.mayRemove = mostRounds - 2;
      const report = await keep(open, folder.path, new Date(now.getTime() + n));
      expect(report.faults).toEqual([]);
      const backup = await openBackup(report.place);
      expect(await verifyBackup(backup)).toEqual([]);
      await using copy = await openDatabase({ file: backup.database });
      const titles = await copy.selectFrom("video").select("title").distinct().execute();
      // one transaction gives all of them the same title
      expect(titles).toHaveLength(1);
      expect((await listExpected(copy)).length).toBe(backup.manifest.list.length);
    }
    stop.abort();
    await changing;
  },
);

interface Counts {
  added: number;
  removed: number;
  edits: number;
  /** A backup copies the database again after a deletion, but not for ever: a slow machine must not see one in each round. */
  mayRemove: number;
}

/** Until it is told to stop: one video comes, all get a new title, and the oldest goes. */
async function changeOn(
  open: OpenPlace,
  { ids, counts }: { ids: string[]; counts: Counts },
  stop: AbortSignal,
): Promise<void> {
  for (let n = 0; !stop.aborted; n += 1) {
    ids.push(await addTestVideo(open, String(n), 300));
    counts.added += 1;
    await changeLibrary(open.db, async (trx) => {
      const title = String(n + 1);
      await trx.updateTable("video").set({ title }).execute();
    });
    counts.edits += 1;
    await sleep(2);
    if (counts.mayRemove === 0) continue;
    counts.mayRemove -= 1;
    const oldest = ids.shift() ?? "";
    await open.db.deleteFrom("video").where("id", "=", oldest).execute();
    await removeFolder(open.store, oldest);
    counts.removed += 1;
  }
}

/** At a random moment of as long as it takes. */
async function killInTheMiddle(
  what: "keepBackup" | "restoreFromBackup",
  { place, folder, ms }: { place: Place; folder: string; ms: number },
): Promise<void> {
  const program = `
    const { ${what} } = await import("./scripts/keep.ts");
    process.send("ready");
    await ${what}([${JSON.stringify(folder)}], process.env).catch(() => {});
    process.disconnect();`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    cwd: path.join(import.meta.dirname, "..", ".."),
    env: {
      ...childEnvironment,
      DATA_DIR: place.dataDir,
      MASTER_KEY_FILE: place.masterKeyFile,
      ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }),
    },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const ended = once(child, "exit");
  await once(child, "message");
  await sleep(Math.random() * ms);
  child.kill("SIGKILL");
  await ended;
}

async function measure(act: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await act();
  return performance.now() - began;
}

/** PostgreSQL notices within moments that the killed one is gone, and lets go of what it held. */
async function retried<T>(act: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await act();
    } catch (error) {
      if (tries > 100 || !String(error).includes("A server is using")) throw error;
      await sleep(100);
    }
  }
}
