// What the demo leaves behind when the archive is opened: its recordings, which the owner may move to the trash.
import type { Database, Trx } from "#server/database/open.ts";
import { putIntoTrash } from "#server/cleanup/trash.ts";
import { demoRecordings } from "#server/intake/demo/recordings.ts";
import { lockLibrary } from "#server/library/version.ts";

export async function countDemoRecordings(db: Database): Promise<number> {
  return (await listDemoRecordings(db)).length;
}

export async function trashDemoRecordings(trx: Trx, now: Date): Promise<void> {
  const held = await lockLibrary(trx);
  for (const row of await listDemoRecordings(trx)) await putIntoTrash(held, row, { memberId: null, now, why: "hand" });
}

async function listDemoRecordings(db: Database) {
  return db
    .selectFrom("video")
    .innerJoin("recording", "recording.video_id", "video.id")
    .selectAll("video")
    .where(
      "recording.name",
      "in",
      demoRecordings.map(({ name }) => name),
    )
    .where("video.trashed_at", "is", null)
    .where("video.purging_at", "is", null)
    .execute();
}
