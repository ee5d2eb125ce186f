// Recordings that were prepared before their harmony was kept: it is made in the background from their audio, one after the other.
import type { Database } from "#server/database/open.ts";
import { changeLibrary } from "#server/library/version.ts";
import { findRecording } from "#server/library/recording.ts";
import { requireMounted } from "#server/media/store/store.ts";
import { addJob } from "#server/queue/queue.ts";
import type { JobContext } from "#server/queue/settings.ts";
import { hearAgain } from "./making/sound.ts";
import { listMade, type PrepareParts } from "./preparing.ts";

export const hearJob = "hear-earlier";

/** Called regularly: adds a job while there are recordings left. */
export async function addHearWork({ db }: Pick<PrepareParts, "db">): Promise<void> {
  if ((await selectUnheard(db).limit(1).executeTakeFirst()) !== undefined)
    await addJob(db, { kind: hearJob, key: "round", payload: {}, priority: -20 });
}

export async function hearEarlier(
  parts: PrepareParts,
  { signal, progress }: Pick<JobContext, "signal" | "progress">,
): Promise<void> {
  await requireMounted(parts.media.store);
  const rows = await selectUnheard(parts.db).orderBy("video.add_date", "desc").execute();
  for (const [done, { id }] of rows.entries()) {
    progress(done / rows.length);
    await hearOne(parts, id, signal).catch((error: unknown) => {
      // a file that can't be read is found by verify
      signal.throwIfAborted();
      parts.log.warn({ err: error, video: id }, "the harmony of a recording could not be heard");
    });
  }
}

async function hearOne(parts: PrepareParts, id: string, signal: AbortSignal): Promise<void> {
  const recording = await findRecording(parts.db, id);
  if (!recording) return;
  const preparing = { parts, recording, signal, progress: () => {} };
  const finish = await hearAgain(preparing, await listMade(preparing));
  signal.throwIfAborted();
  await changeLibrary(parts.db, (trx) => finish(trx, parts.clock.now()));
}

/** They can be watched and their audio is ready, but nobody has listened to it. */
function selectUnheard(db: Database) {
  return db
    .selectFrom("video")
    .innerJoin("asset", "asset.video_id", "video.id")
    .select("video.id")
    .where("asset.kind", "=", "audio.m4a")
    .where("video.state", "=", "published")
    .where("video.trashed_at", "is", null)
    .where("video.purging_at", "is", null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("asset as own")
            .select("own.kind")
            .whereRef("own.video_id", "=", "video.id")
            .where("own.kind", "=", "harmony"),
        ),
      ),
    );
}
