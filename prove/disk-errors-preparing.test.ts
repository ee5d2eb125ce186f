// The disk fails while ffmpeg runs, in every step of preparing: nothing incomplete is published, and preparing continues by
// itself when the disk works again.
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import { findRecording, listAssets } from "#server/library/recording.ts";
import { jobOf, steps, type Step } from "#server/prepare/steps.ts";
import { takeIn } from "#server/intake/take-in.ts";
import { fileOf, hashFile, originalOf } from "#server/media/store/store.ts";
import type { Parts } from "#server/parts.ts";
import { openTestArchive } from "#server/testing/archive.ts";
import { chord, freeBox, openClips, pictures, x264 } from "#server/testing/clips.ts";
import { publish, scaled, seed } from "#server/testing/proof.ts";
import { createRandom } from "#server/testing/random.ts";
import { mayFailPrograms, openFailingPrograms } from "./disk/failing-programs.ts";

const rounds = scaled(2, 20);
const seconds = 3;
const afterwards: readonly (Step | null)[] = [null, "first", "pictures"];
const options = { skip: !mayFailPrograms, timeout: 120_000 + rounds * 120_000 };

it(
  "a disk that fails while preparing only causes retries; nothing incomplete is published",
  { ...options, tags: ["long"] },
  async () => {
    await using clips = await openClips();
    using programs = openFailingPrograms(path.join(clips.folder, "programs"));
    await using archive = await openTestArchive({ kind: "sqlite", store: "disk" });
    const { parts } = archive;
    const random = createRandom(seed);
    const line = `${pictures("640x360", 25, seconds)} ${chord(seconds)} ${x264} -b:v 4M -c:a aac`;
    const clip = await readFile(await clips.make("clip.mp4", line));
    const file = path.join(clips.folder, "next.mp4");
    const failed = new Set<string>();
    let tries = 0;
    for (let round = 0; round < rounds; round += 1) {
      await writeFile(file, Buffer.concat([clip, freeBox(round)]));
      programs.fail(null);
      const { id } = await takeIn(parts, { file, name: `Round ${round}.mp4`, memberId: null });
      const calls = round % 2 === 0 ? "reads" : "writes";
      // at the start, or after the recording has become watchable
      const after = afterwards[Math.floor(round / 2) % afterwards.length] ?? null;
      if (after) await until(() => isPast(parts, id, after));
      programs.fail({ calls, from: after ? 1 : 2 + random.below(20) });
      parts.wake();
      const failures = await until(() => listFailed(parts, id));
      for (const { kind } of failures) failed.add(kind);
      tries += failures.length;
      await requireNothingBroken(parts, id);
      programs.fail(null);
      await until(() => isDone(parts, id));
      await requireNothingBroken(parts, id);
      const row = await parts.db.selectFrom("video").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
      expect(row).toMatchObject({ state: "published", thumbnail_hash: expect.any(String), peaks: expect.any(String) });
      // ffmpeg takes a failed read for the end of the recording, so lengths are compared
      for (const { facts } of await listAssets(parts.db, id))
        expect(Math.abs((facts.rendition?.durationSeconds ?? seconds) - seconds)).toBeLessThan(0.2);
    }
    console.log(`${rounds} rounds, ${tries} tries failed, in ${[...failed].join(", ")}`);
    expect([...failed]).toContain("prepare-first");
    expect(failed.size).toBeGreaterThanOrEqual(scaled(1, 3));
    publish("disk", { badDisks: rounds, failedTries: tries, corrupt: 0 });
  },
);

const kinds = steps.map(jobOf);

async function isPast({ db }: Parts, id: string, step: Step): Promise<true | undefined> {
  const done = db.selectFrom("job").select("id").where("key", "=", id).where("state", "=", "done");
  return (await done.where("kind", "=", jobOf(step)).executeTakeFirst()) ? true : undefined;
}

async function listFailed({ db }: Parts, id: string) {
  const jobs = await db.selectFrom("job").selectAll().where("key", "=", id).where("kind", "in", kinds).execute();
  const failed = jobs.filter(({ error }) => error !== null);
  return failed.length > 0 || jobs.every(({ state }) => state === "done") ? failed : undefined;
}

/** Makes retries happen at once here; normally a failed step waits ten seconds. */
async function isDone({ db, wake }: Parts, id: string): Promise<true | undefined> {
  const jobs = await db.selectFrom("job").select("state").where("key", "=", id).where("kind", "in", kinds).execute();
  if (jobs.every(({ state }) => state === "done")) return true;
  expect(jobs).not.toContainEqual({ state: "quarantined" });
  await db
    .updateTable("job")
    .set({ run_at: new Date(0) })
    .where("state", "=", "waiting")
    .where("key", "=", id)
    .execute();
  wake();
  return undefined;
}

async function requireNothingBroken({ db, media: { store } }: Parts, id: string): Promise<void> {
  expect((await hashFile(originalOf(store, id))).sha256).toBe((await findRecording(db, id))?.sha256);
  for (const asset of await listAssets(db, id))
    expect((await hashFile(fileOf(store, id, asset))).sha256).toBe(asset.sha256);
}

async function until<T>(find: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const found = await find();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
