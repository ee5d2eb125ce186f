// Cleans up after crashes: preparations that stopped half-way, and files that no row of the database names.
// Only derived files are deleted here. A folder without a row is reported and kept: it may hold an original.
import { failVideo } from "#server/library/prepared.ts";
import { changeLibrary } from "#server/library/version.ts";
import { listFiles, listFolders, nameOf, originalName, removeFile } from "#server/media/store/store.ts";
import type { PrepareParts } from "./preparing.ts";
import { findRecording, listAssets, setProblem } from "#server/library/recording.ts";
import { addStep, jobOf, nextStep, steps } from "./steps.ts";
import { kinds, type Kind } from "#server/media/store/kinds.ts";
import { z } from "zod";
import { words } from "./words.ts";

/** When a step is given up because the server crashed in it again and again, the next one was never added. */
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
    await changeLibrary(db, async (trx) => {
      const next = nextStep(step, facts);
      if (step !== "first") return void (next && (await addStep(trx, videoId, next)));
      const video = await trx.selectFrom("video").select("state").where("id", "=", videoId).executeTakeFirst();
      if (video?.state !== "preparing") return;
      await failVideo(trx, videoId, clock.now());
      await setProblem(trx, videoId, recording.problem ?? words.serverStopped);
    });
  }
  if (stuck.length > 0) wake();
  return stuck.length;
}

/** Younger files may just be being stored. */
const leastAgeMs = 3_600_000;

/** Longer than an upload is kept. */
const unfinishedMs = 8 * 86_400_000;

/** Returns how many files were deleted. */
export async function sweepOrphans({
  db,
  media,
  clock,
  log,
}: Pick<PrepareParts, "db" | "media" | "clock" | "log">): Promise<number> {
  let removed = 0;
  for (const id of await listFolders(media.store)) {
    const recording = await findRecording(db, id);
    const files = await listFiles(media.store, id);
    const isOld = ({ changedAt }: { changedAt: Date }) => clock.now().getTime() - changedAt.getTime() > leastAgeMs;
    if (!recording) {
      if (files.every(isOld))
        log.warn({ folder: id }, "a folder belongs to no recording; it is kept, because it may hold an original");
      continue;
    }
    const assets = await listAssets(db, id);
    const known = new Set([originalName, ...assets.map(nameOf), ...(await listUndoable(db, id))]);
    for (const file of files) {
      if (known.has(file.name) || !isOld(file)) continue;
      await removeFile(media.store, id, file.name);
      removed += 1;
    }
  }
  removed += await media.store.backend.clearUnfinished(new Date(clock.now().getTime() - unfinishedMs));
  if (removed > 0) log.info({ removed }, "files that are no longer needed were deleted");
  return removed;
}

const UndoableState = z.object({
  files: z.array(z.object({ kind: z.enum(kinds as [Kind, ...Kind[]]), sha256: z.string() })),
});
const undoableChanges = 20;

/** The files of captions and thumbnails that an editor may bring back with Undo. */
async function listUndoable(db: PrepareParts["db"], id: string): Promise<string[]> {
  const changes = await db
    .selectFrom("change")
    .select("before")
    .where("video_id", "=", id)
    .where("kind", "in", ["captions", "thumbnail"])
    .orderBy("id", "desc")
    .limit(undoableChanges)
    .execute();
  return changes.flatMap(({ before }) => UndoableState.safeParse(before.state).data?.files.map(nameOf) ?? []);
}
