// Writes what search looks at, in the transaction that changes the recording. Titles are kept by triggers (migration 036).
import { fold } from "#contract/search/fold.ts";
import type { Database, Trx } from "#server/database/open.ts";

/** What is said from this second on. */
export type SpokenLine = readonly [seconds: number, text: string];

/** More would make search slow and the database large: the captions of a day. */
const mostLetters = 2_000_000;

export async function indexDescription(trx: Trx, videoId: string, description: string): Promise<void> {
  await trx
    .updateTable("search_text")
    .set({ description: fold(description) })
    .where("video_id", "=", videoId)
    .execute();
}

/** The description that it has now. */
export async function readDescription(trx: Trx, videoId: string): Promise<void> {
  const row = await trx.selectFrom("video").select("description").where("id", "=", videoId).executeTakeFirst();
  if (row) await indexDescription(trx, videoId, row.description);
}

/** Replaces the captions of all languages. */
export async function indexCaptions(db: Database, videoId: string, lines: readonly SpokenLine[]): Promise<void> {
  const kept = keepMost(lines);
  const captions = kept.map(([, text]) => fold(text)).join("\n");
  const cues = kept.length > 0 ? JSON.stringify(kept) : null;
  await db.updateTable("search_text").set({ captions, cues }).where("video_id", "=", videoId).execute();
}

function keepMost(lines: readonly SpokenLine[]): SpokenLine[] {
  let letters = 0;
  return lines.filter(([, text]) => (letters += text.length) <= mostLetters);
}

/** Those whose description and captions are not in it: from before there was search, or from another database. */
export async function listUnread(db: Database, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("search_text")
    .select("video_id")
    .where("is_read", "=", false)
    .limit(limit)
    .execute();
  return rows.map(({ video_id }) => video_id);
}

export async function markRead(trx: Trx, videoId: string, isRead = true): Promise<void> {
  await trx.updateTable("search_text").set({ is_read: isRead }).where("video_id", "=", videoId).execute();
}
