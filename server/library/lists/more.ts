// What a queue goes on with at its end: like its last entry, and not in it yet.
import { sql } from "kysely";
import { findLock, watchableBy } from "#server/access/visible.ts";
import type { Trx } from "#server/database/open.ts";
import { selectEntries } from "./entries.ts";
import type { Listener } from "./list.ts";
import { readStored, type StoredKey, writeKey } from "./stored.ts";

const atOnce = 10;
/** The most performances of the song that was last; more would be a list of that song. */
const mostOfOneSong = 3;

/**
 * After a song: the same one, then songs of the same collections, of the same year, and of all. After a whole recording:
 * recordings, in the same way. Mixed, so that it is not the same each time.
 */
export async function findMore(trx: Trx, { audience }: Listener, listId: string): Promise<StoredKey[]> {
  const last = await selectEntries(trx, audience, listId)
    .where("video.state", "=", "published")
    .orderBy("playlist_entry.place", "desc")
    .executeTakeFirst();
  if (!last || audience === null) return [];
  const isSong = last.performance_id !== "";
  const known = new Set((await readStored(trx, listId)).map(writeKey));
  const found: StoredKey[] = [];
  const select = () =>
    trx
      .selectFrom("video")
      .leftJoin("performance", (join) =>
        join.onRef("performance.video_id", "=", "video.id").on(({ and, eb, lit }) =>
          // a whole recording has no performance beside it
          and([lit(isSong), eb("performance.start_seconds", "is not", null), eb("performance.talk", "is", null)]),
        ),
      )
      .select(["video.id as video_id", sql<string>`coalesce(performance.id, '')`.as("performance_id")])
      .where("performance.id", isSong ? "is not" : "is", null)
      .where("video.state", "=", "published")
      .where(watchableBy(audience))
      .orderBy(sql`random()`)
      // some are in the queue already
      .limit(atOnce + known.size);
  const take = async (query: ReturnType<typeof select>, most = atOnce) => {
    const wanted = Math.min(most, atOnce - found.length);
    if (wanted <= 0) return;
    const fresh = (await query.execute()).filter((entry) => !known.has(writeKey(entry))).slice(0, wanted);
    for (const entry of fresh) known.add(writeKey(entry));
    found.push(...fresh);
  };
  const played = trx.selectFrom("performance_song").select("song_id").where("performance_id", "=", last.performance_id);
  const same = trx.selectFrom("performance_song").select("performance_id").where("song_id", "in", played);
  if (isSong) await take(select().where("performance.id", "in", same), mostOfOneSong);
  const collections = await trx
    .selectFrom("collection")
    .innerJoin("collection_entry", "collection_entry.collection_id", "collection.id")
    .select(["collection.id", "collection.level"])
    .where("collection_entry.video_id", "=", last.video_id)
    .where("collection.deleted_at", "is", null)
    .execute();
  const open = collections.filter((collection) => findLock(audience)(collection) === null).map(({ id }) => id);
  const beside = trx.selectFrom("collection_entry").select("video_id").where("collection_id", "in", open);
  if (open.length > 0) await take(select().where("video.id", "in", beside));
  const year = last.add_date.getUTCFullYear();
  const [from, to] = [new Date(Date.UTC(year, 0)), new Date(Date.UTC(year + 1, 0))];
  await take(select().where("video.add_date", ">=", from).where("video.add_date", "<", to));
  await take(select());
  return found;
}
