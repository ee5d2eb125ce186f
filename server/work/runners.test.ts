import { expect, it } from "vitest";
import { newVideoId } from "#server/library/add.ts";
import { addJob } from "#server/queue/queue.ts";
import { openTestArchive } from "#server/testing/archive.ts";
import { settleWork } from "#server/testing/settle.ts";
import { addStep, jobOf } from "#server/prepare/steps.ts";

it("retention has its turn however much there is to prepare", async () => {
  await using archive = await openTestArchive();
  const { db, wake } = archive.parts;
  await settleWork(archive.parts);
  await db.deleteFrom("job").execute();
  await db.transaction().execute(async (trx) => {
    // of videos that are gone: taken up, and done at once
    for (let n = 0; n < 500; n += 1) {
      const videoId = newVideoId();
      await addJob(trx, { kind: jobOf("first"), key: videoId, payload: { videoId }, priority: 30 });
    }
    await addJob(trx, { kind: "sweep-retention", key: "round", payload: {} });
  });
  wake();
  await settleWork(archive.parts, 250_000);
  const began = async (kind: string) => {
    const rows = await db.selectFrom("job").select("started_at").where("kind", "=", kind).execute();
    return Math.max(...rows.map(({ started_at }) => started_at?.getTime() ?? Infinity));
  };
  expect(await began("sweep-retention")).toBeLessThan(await began(jobOf("first")));
});

it("smaller sizes wait until every recording that came in is watchable", async () => {
  await using archive = await openTestArchive();
  const { db, wake } = archive.parts;
  await settleWork(archive.parts);
  await db.deleteFrom("job").execute();
  await db.transaction().execute(async (trx) => {
    for (let n = 0; n < 100; n += 1) {
      const videoId = newVideoId();
      await addStep(trx, videoId, "rungs");
      await addStep(trx, videoId, "first");
      await addStep(trx, videoId, "sound");
    }
  });
  wake();
  await settleWork(archive.parts, 250_000);
  const rows = await db.selectFrom("job").select(["kind", "started_at"]).execute();
  const times = (kind: string) => rows.filter((row) => row.kind === kind).map(({ started_at }) => Number(started_at));
  expect(Math.max(...times(jobOf("first")))).toBeLessThanOrEqual(Math.min(...times(jobOf("sound"))));
  expect(Math.max(...times(jobOf("sound")))).toBeLessThanOrEqual(Math.min(...times(jobOf("rungs"))));
});
