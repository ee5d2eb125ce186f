// What crashes leave behind: preparations that stopped half-way, and files that no row knows any more.
// Only derived files are ever removed here. A whole folder without a row is reported and kept: it holds an original.
import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { failVideo } from "#server/library/prepared.ts";
import { fileOf, folderOf, listFolders } from "#server/media/store.ts";
import type { PrepareParts } from "./preparing.ts";
import { findRecording, listAssets, setProblem } from "./recording.ts";
import { addStep, jobOf, nextStep, steps } from "./steps.ts";

/** A step is in quarantine when the server itself died in it each time: then nobody has added the next one. */
export async function resumePreparing({
  db,
  clock,
  wake,
}: Pick<PrepareParts, "db" | "clock" | "wake">): Promise<number> {
  const kinds = steps.map(jobOf);
  const stuck = await db
    .selectFrom("job")
    .select(["kind", "key"])
    .where("state", "=", "quarantined")
    .where("kind", "in", kinds)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom("job as later")
            .select("later.id")
            .whereRef("later.key", "=", "job.key")
            .whereRef("later.id", ">", "job.id")
            .where("later.kind", "in", kinds),
        ),
      ),
    )
    .execute();
  for (const { kind, key } of stuck) {
    const step = steps.find((one) => jobOf(one) === kind);
    const recording = key === null ? undefined : await findRecording(db, key);
    if (!step || !recording) continue;
    const { videoId, facts } = recording;
    await db.transaction().execute(async (trx) => {
      if (step !== "first") return addStep(trx, videoId, nextStep(step, facts));
      const video = await trx.selectFrom("video").select("state").where("id", "=", videoId).executeTakeFirst();
      if (video?.state !== "preparing") return;
      await failVideo(trx, videoId, clock.now());
      await setProblem(
        trx,
        videoId,
        recording.problem ??
          "Preparing this recording ended the server each time; the log says more. Its file is kept.",
      );
    });
  }
  if (stuck.length > 0) wake();
  return stuck.length;
}

/** Younger ones may be in the middle of being kept. */
const leastAgeMs = 3_600_000;

/** Returns how many files were removed. */
export async function sweepOrphans({
  db,
  media,
  clock,
  log,
}: Pick<PrepareParts, "db" | "media" | "clock" | "log">): Promise<number> {
  let removed = 0;
  for (const id of await listFolders(media.store)) {
    const recording = await findRecording(db, id);
    const folder = folderOf(media.store, id);
    if (!recording) {
      const { mtimeMs } = await stat(folder);
      if (clock.now().getTime() - mtimeMs > leastAgeMs)
        log.warn({ folder }, "a folder belongs to no video; it is kept, for it may hold an original");
      continue;
    }
    const assets = await listAssets(db, id);
    const known = new Set(["original", ...assets.map((asset) => path.basename(fileOf(media.store, id, asset)))]);
    for (const name of await readdir(folder)) {
      const file = path.join(folder, name);
      const { mtimeMs } = await stat(file);
      if (known.has(name) || clock.now().getTime() - mtimeMs < leastAgeMs) continue;
      await rm(file, { force: true });
      removed += 1;
    }
  }
  if (removed > 0) log.info({ removed }, "files that nobody needs any more were removed");
  return removed;
}
