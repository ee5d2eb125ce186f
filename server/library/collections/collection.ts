// Collections as an audience sees them. Recordings that it may not watch are neither listed nor counted; a collection without
// any other, or of a level that it has not, does not exist for it. Editors see all of them.
import type { Collection, CollectionSummary } from "#contract/collections/collections.ts";
import { levelLimits } from "#contract/levels/level-limits.ts";
import type { PlayEntry } from "#contract/lists.ts";
import { type Audience, findLock, watchableBy } from "#server/access/visible.ts";
import type { Database } from "#server/database/open.ts";
import type { CollectionRow } from "#server/database/tables.ts";
import { describeEntries } from "#server/library/lists/entries.ts";
import { readVersion } from "#server/library/version.ts";
import { thumbnailUrl } from "#server/library/video.ts";
import { Refusal } from "#server/refusal.ts";
import { remember } from "#server/remember.ts";
import { words } from "./words.ts";

export interface CollectionLists {
  /** All collections in the owner's order. Read once for each audience and version of the library, and kept. */
  all(audience: Audience | null): Promise<CollectionSummary[]>;
}

export function createCollectionLists(db: Database): CollectionLists {
  // the version is part of each key
  const lists = remember<CollectionSummary[]>({ most: levelLimits.above + 2 });
  return {
    all: async (audience) =>
      audience === null
        ? []
        : lists.read(`${audience.key} ${await readVersion(db)}`, () => listCollections(db, audience)),
  };
}

export async function listCollections(db: Database, audience: Audience): Promise<CollectionSummary[]> {
  const lockOf = findLock(audience);
  const rows = (await selectCollections(db).execute()).filter((row) => lockOf(row) === null);
  const entries = await db
    .selectFrom("collection_entry")
    .innerJoin("video", "video.id", "collection_entry.video_id")
    .select(["collection_entry.collection_id", "video.id", "video.thumbnail_hash"])
    .where(watchableBy(audience))
    .orderBy("collection_entry.place")
    .execute();
  const entriesOf = Map.groupBy(entries, ({ collection_id }) => collection_id);
  return rows.flatMap((row) => {
    const own = entriesOf.get(row.id) ?? [];
    if (own.length === 0 && !audience.isEditors) return [];
    const pictures = choosePictures(
      row,
      own.map((video) => thumbnailUrl(video)),
    );
    return {
      ...{ id: row.id, title: row.title, recordings: own.length, pictures },
      ...(audience.isEditors && { level: row.level }),
    };
  });
}

/** Those that are not deleted, in their order. */
export function selectCollections(db: Database) {
  return db.selectFrom("collection").selectAll().where("deleted_at", "is", null).orderBy("place").orderBy("id");
}

interface ReadCollection {
  row: CollectionRow;
  title: string;
  entries: PlayEntry[];
}

/** Throws not-found for one that this audience may not see. */
export async function readCollection(db: Database, audience: Audience | null, id: string): Promise<ReadCollection> {
  const row = /^[a-z2-7]{26}$/.test(id)
    ? await selectCollections(db).where("id", "=", id).executeTakeFirst()
    : undefined;
  if (!row || audience === null || findLock(audience)(row) !== null) throw notFound();
  const rows = await selectWatchable(db, audience, row.id).execute();
  if (rows.length === 0 && !audience.isEditors) throw notFound();
  const whole = { performance_id: "", talk: null, start_seconds: null, until_seconds: null };
  const described = await describeEntries(
    db,
    rows.map((entry) => ({ ...entry, ...whole })),
  );
  return { row, title: row.title, entries: described.map(({ place: _place, ...entry }) => entry) };
}

function selectWatchable(db: Database, audience: Audience, id: string) {
  return db
    .selectFrom("collection_entry")
    .innerJoin("video", "video.id", "collection_entry.video_id")
    .select(["collection_entry.video_id", "collection_entry.place"])
    .select(["video.title", "video.thumbnail_hash", "video.add_date", "video.time_missing", "video.only_known"])
    .select(["video.duration_seconds", "video.state"])
    .where("collection_entry.collection_id", "=", id)
    .where(watchableBy(audience))
    .orderBy("collection_entry.place");
}

export async function describeCollection(db: Database, audience: Audience | null, id: string): Promise<Collection> {
  const { row, title, entries } = await readCollection(db, audience, id);
  const pictures = choosePictures(
    row,
    entries.map(({ thumbnail_url }) => thumbnail_url),
  );
  const forEditors = { level: row.level, revision: row.revision, has_picture: row.picture !== null };
  return { id: row.id, title, pictures, entries, ...(audience?.isEditors && forEditors) };
}

const mostPictures = 4;

function choosePictures({ id, picture }: CollectionRow, thumbnails: readonly (string | null)[]): string[] {
  if (picture !== null) return [`/api/collections/${id}/picture?v=${picture}`];
  return thumbnails.filter((url) => url !== null).slice(0, mostPictures);
}

export function notFound(): Refusal {
  return new Refusal("not-found", words.noSuchCollection);
}
