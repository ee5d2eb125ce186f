import { readdir, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import { addVideo, newVideoId } from "#server/library/add.ts";
import { folderOf, keepOriginal, makeScratch } from "#server/media/store/store.ts";
import { openTestArchive } from "#server/testing/archive.ts";
import { heavyKinds } from "#server/testing/databases.ts";
import { addRecording } from "#server/library/recording.ts";
import { resumePreparing, sweepOrphans } from "./leftovers.ts";
import type { Step } from "./steps.ts";
import type { Facts } from "#server/media/facts/facts.ts";
import { changeLibrary } from "#server/library/version.ts";

const facts: Facts = {
  format: "mp4",
  durationSeconds: 1,
  bitsPerSecond: 0,
  video: null,
  audio: null,
  audioTracks: 0,
  title: null,
  recordedAt: null,
};

it.each(heavyKinds("sqlite"))(
  "a step that crashes the server each time does not leave its recording half-prepared, on %s",
  async (kind) => {
    await using archive = await openTestArchive({ kind });
    const { db, clock, wake } = archive.parts;
    const add = async (step: Step, state: "preparing" | "published") => {
      const id = newVideoId();
      await changeLibrary(db, async (trx) => {
        await addVideo(trx, { id, title: step, addDate: new Date(), state, memberId: null }, new Date());
        await addRecording(trx, { videoId: id, sha256: id, bytes: 1, name: "x", facts }, new Date());
      });
      const now = new Date();
      await db
        .insertInto("job")
        .values({
          kind: `prepare-${step}`,
          key: id,
          payload: "{}",
          state: "quarantined",
          run_at: now,
          created_at: now,
          attempts: 3,
          lease_by: null,
          lease_until: null,
          progress_words: null,
          error: "x",
          started_at: now,
          finished_at: now,
        })
        .execute();
      return id;
    };
    const [first, pictures] = [await add("first", "preparing"), await add("pictures", "published")];
    expect(await resumePreparing({ db, clock, wake: () => {} })).toBe(2);
    const video = await db.selectFrom("video").select("state").where("id", "=", first).executeTakeFirstOrThrow();
    expect(video.state).toBe("failed");
    const jobs = await db
      .selectFrom("job")
      .select("kind")
      .where("key", "=", pictures)
      .where("kind", "!=", "prepare-pictures")
      .execute();
    expect(jobs).toEqual([{ kind: "prepare-check" }]);
    wake();
  },
);

it("only derived files without a row are deleted, never an original", async () => {
  await using archive = await openTestArchive({ store: "disk" });
  const { db, media } = archive.parts;
  const [known, lost] = [newVideoId(), newVideoId()];
  const old = new Date(Date.now() - 86_400_000);
  for (const id of [known, lost]) {
    await using scratch = await makeScratch(media.store);
    await writeFile(path.join(scratch.folder, "x"), "original");
    await keepOriginal(media.store, id, path.join(scratch.folder, "x"));
    for (const name of ["thumbnail.0123456789abcdef", "new.0123456789abcdef"])
      await writeFile(path.join(folderOf(media.store, id), name), "x");
    for (const name of ["original", "thumbnail.0123456789abcdef"])
      await utimes(path.join(folderOf(media.store, id), name), old, old);
  }
  await changeLibrary(db, async (trx) => {
    await addVideo(trx, { id: known, title: "Known", addDate: new Date(), memberId: null }, new Date());
    await addRecording(trx, { videoId: known, sha256: known, bytes: 8, name: "x", facts }, new Date());
  });
  expect(await sweepOrphans(archive.parts)).toBe(1);
  expect((await readdir(folderOf(media.store, known))).toSorted()).toEqual(["new.0123456789abcdef", "original"]);
  expect(await readdir(folderOf(media.store, lost))).toHaveLength(3);
});
