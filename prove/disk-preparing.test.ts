// The disk gets full while recordings are prepared, with different amounts of free space. Nothing is given up or incomplete, and
// each job says how much space is free; with enough space again preparing continues by itself.
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { pino } from "pino";
import { expect, it } from "vitest";
import { findRecording, listAssets } from "#server/library/recording.ts";
import { jobOf, steps } from "#server/prepare/steps.ts";
import { takeIn } from "#server/intake/take-in.ts";
import { archiveWork } from "#server/work/runners.ts";
import { readConfig } from "#server/config.ts";
import { migrate } from "#server/database/migrate.ts";
import { openDatabase, type Database } from "#server/database/open.ts";
import { checkIntegrity } from "#server/database/sqlite.ts";
import { openMedia } from "#server/media/media.ts";
import { fileOf, hashFile, originalOf, type Store } from "#server/media/store/store.ts";
import type { Parts } from "#server/parts.ts";
import { openWatching } from "#server/media/watching.ts";
import { startRunner } from "#server/queue/runner.ts";
import { chord, freeBox, openClips, pictures, x264 } from "#server/testing/clips.ts";
import { publish, scaled } from "#server/testing/proof.ts";
import { mayMount, openVolume } from "./disk/volume.ts";

const levels = scaled(2, 24);

it.skipIf(!mayMount)(
  "preparing waits while the disk is full, and nothing is lost",
  { tags: ["long"], timeout: 60_000 + levels * 80_000 },
  async () => {
    await using volume = await openVolume(32);
    await using clips = await openClips();
    const line = `${pictures("854x480", 10, 1)} ${chord(1)} ${x264} -c:a aac`;
    const clip = await readFile(await clips.make("clip.mp4", line));
    // in every other run the database is on another disk, so that only the files are affected
    const waited = new Set<string>();
    let times = 0;
    for (let level = 0; level < levels; level += 1) {
      await volume.empty();
      const databaseFolder = level % 2 === 0 ? clips.folder : volume.path;
      await using db = await openDatabase({ file: path.join(databaseFolder, `archive-${level}.db`) });
      await migrate(db);
      await using media = await openMedia(path.join(volume.path, "media"), { hasVideos: false });
      const config = readConfig({ DATA_DIR: volume.path, LEAST_FREE_GB: "0" }, {});
      const clock = { now: () => new Date() };
      const noticed: string[] = [];
      const log = pino({ level: "warn" }, { write: (text: string) => void noticed.push(text) });
      const watching = openWatching(clock);
      const parts = { db, media, config, clock, watching, log, wake: () => runner?.wake() } as unknown as Parts;
      let runner: ReturnType<typeof startRunner> | undefined;
      const file = path.join(clips.folder, "next.mp4");
      await writeFile(file, Buffer.concat([clip, freeBox(level)]));
      const { id } = await takeIn(parts, { file, name: `Level ${level}.mp4`, memberId: null });

      // from no free space to nearly enough for everything
      await volume.fill(Math.round((level / levels) ** 2 * clip.length * 4));
      runner = startRunner(db, { ...archiveWork(parts, "quick"), ...archiveWork(parts, "slow") }, { log, pollMs: 100 });
      try {
        await Promise.race([runner.idle(), until(() => noticed.some((text) => /full|wait|could not/.test(text)))]);
        await requireNothingBroken(db, { store: media.store, id });
        for (const { kind, error, attempts } of await listWaiting(db)) {
          waited.add(kind);
          times += 1;
          expect([attempts, error]).toEqual([0, expect.stringContaining("is free")]);
        }
        await volume.empty();
        await until(() => isDone(db, runner));
      } finally {
        await runner.close();
      }
      await requireNothingBroken(db, { store: media.store, id });
      const row = await db.selectFrom("video").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
      expect(row).toMatchObject({ state: "published", thumbnail_hash: expect.any(String), peaks: expect.any(String) });
      await checkIntegrity(db, "full");
    }
    console.log(`${levels} levels, ${times} waits, in ${[...waited].join(", ")}`);
    expect(waited.size).toBeGreaterThanOrEqual(scaled(1, 3));
    publish("disk", { fullDisks: levels, mostStepsThatWaited: waited.size, corrupt: 0 });
  },
);

/** Makes retries happen at once here; normally a job that waits for space looks again after a minute. */
async function isDone(db: Database, runner: { wake(): void } | undefined): Promise<boolean> {
  const open = await db
    .selectFrom("job")
    .select("id")
    .where("kind", "in", steps.map(jobOf))
    .where("state", "in", ["waiting", "running"])
    .execute();
  if (open.length === 0) return true;
  await db.updateTable("job").set({ run_at: new Date() }).where("state", "=", "waiting").execute();
  runner?.wake();
  return false;
}

async function listWaiting(db: Database) {
  return db.selectFrom("job").select(["kind", "error", "attempts"]).where("error", "is not", null).execute();
}

async function requireNothingBroken(db: Database, { store, id }: { store: Store; id: string }): Promise<void> {
  const jobs = await db.selectFrom("job").select(["kind", "state", "attempts", "error"]).execute();
  const kinds: readonly string[] = steps.map(jobOf);
  expect(jobs.filter(({ kind, state }) => kinds.includes(kind) && state === "quarantined")).toEqual([]);
  const { state } = await db.selectFrom("video").select("state").where("id", "=", id).executeTakeFirstOrThrow();
  expect(state).not.toBe("failed");
  expect((await hashFile(originalOf(store, id))).sha256).toBe((await findRecording(db, id))?.sha256);
  for (const asset of await listAssets(db, id))
    expect((await hashFile(fileOf(store, id, asset))).sha256).toBe(asset.sha256);
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 50));
}
