// What the archive's files take, from the rows: by kind, in the trash, the biggest, and month by month.
// Read a slice of videos at a time with a pause after each, so that nobody waits for it; remembered for a minute.
import { sql } from "kysely";
import { setImmediate } from "node:timers/promises";
import { storageKinds, type Storage } from "#contract/studio.ts";
import type { Database } from "#server/database/open.ts";
import { measureRoom } from "#server/media/room.ts";
import type { Parts } from "#server/parts.ts";

type StorageKind = (typeof storageKinds)[number];

const sliceSize = 500;
const rememberMs = 60_000;
const mostBiggest = 10;
const monthsShown = 12;

export function createStorageReport(parts: Pick<Parts, "db" | "clock" | "media" | "config">): () => Promise<Storage> {
  const { db, clock, media, config } = parts;
  let known: { at: number; rows: Promise<Summed> } | undefined;
  return async () => {
    if (!known || performance.now() - known.at > rememberMs) {
      const rows = sumUp(db, clock.now());
      known = { at: performance.now(), rows };
      // what failed is not remembered
      rows.catch(() => (known = undefined));
    }
    const { free, reserve } = await measureRoom(media.store, config.leastFreeBytes);
    return { ...(await known.rows), free, reserve };
  };
}

type Summed = Omit<Storage, "free" | "reserve">;

export async function sumUp(db: Database, now: Date): Promise<Summed> {
  const kinds = storageKinds.map((kind) => ({ kind, bytes: 0, files: 0 }));
  const months = listMonths(now).map((month) => ({ month, added: 0, total: 0 }));
  let biggest: { id: string; bytes: number }[] = [];
  let used = 0;
  let trash = 0;
  let earlier = 0;
  for await (const row of listSizes(db)) {
    for (const one of kinds) {
      one.bytes += row[one.kind];
      one.files += row[`${one.kind}_files`];
    }
    const bytes = storageKinds.reduce((sum, kind) => sum + row[kind], 0);
    used += bytes;
    if (row.trashed_at) trash += bytes;
    biggest.push({ id: row.id, bytes });
    if (biggest.length >= 1000) biggest = pickBiggest(biggest);
    const month = months.find((one) => one.month === row.at.toISOString().slice(0, 7));
    if (month) month.added += bytes;
    else earlier += bytes;
  }
  for (const month of months) month.total = earlier += month.added;
  return { used, kinds, trash, biggest: await nameVideos(db, pickBiggest(biggest)), months };
}

/** A row for each video, in slices. */
async function* listSizes(db: Database) {
  let after = "";
  for (;;) {
    const rows = await selectSizes(db, after).execute();
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < sliceSize) return;
    after = last.id;
    await setImmediate();
  }
}

export function selectSizes(db: Database, after: string) {
  const bytes = (kind: StorageKind) => sql<number>`coalesce(sum(case when ${kindOf} = ${kind} then asset.bytes end), 0)`;
  const files = (kind: StorageKind) => sql<number>`count(case when ${kindOf} = ${kind} then 1 end)`;
  return db
    .with("slice", (query) =>
      query
        .selectFrom("video")
        .select(["id", "trashed_at", "created_at", "pictures_gone_at"])
        .where("id", ">", after)
        .orderBy("id")
        .limit(sliceSize),
    )
    .selectFrom("slice")
    .leftJoin("recording", "recording.video_id", "slice.id")
    .leftJoin("asset", "asset.video_id", "slice.id")
    .select(["slice.id", "slice.trashed_at", "slice.created_at as at"])
    .select([
      // with its pictures a video's original was deleted
      sql<number>`case when slice.pictures_gone_at is null then coalesce(recording.bytes, 0) else 0 end`.as("originals"),
      sql<number>`case when slice.pictures_gone_at is null and recording.bytes is not null then 1 else 0 end`.as(
        "originals_files",
      ),
      bytes("video").as("video"),
      files("video").as("video_files"),
      bytes("audio").as("audio"),
      files("audio").as("audio_files"),
      bytes("images").as("images"),
      files("images").as("images_files"),
    ])
    .groupBy(["slice.id", "slice.trashed_at", "slice.created_at", "slice.pictures_gone_at", "recording.bytes"])
    .orderBy("slice.id");
}

/** The waveform counts as sound, and so does the playlist of a sound. */
const kindOf = sql`case
  when asset.kind like 'video-%' then 'video'
  when asset.kind in ('thumbnail', 'storyboard') then 'images'
  when asset.kind is not null then 'audio' end`;

function pickBiggest<T extends { bytes: number }>(videos: T[]): T[] {
  return videos.toSorted((a, b) => b.bytes - a.bytes).slice(0, mostBiggest);
}

async function nameVideos(db: Database, videos: { id: string; bytes: number }[]): Promise<Storage["biggest"]> {
  if (videos.length === 0) return [];
  const ids = videos.map(({ id }) => id);
  const rows = await db.selectFrom("video").select(["id", "title"]).where("id", "in", ids).execute();
  const titles = new Map(rows.map(({ id, title }) => [id, title]));
  return videos.map(({ id, bytes }) => ({ id, title: titles.get(id) ?? "", bytes }));
}

/** As 2026-11, oldest first, up to now. */
function listMonths(now: Date): string[] {
  return Array.from({ length: monthsShown }, (_, index) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (monthsShown - 1 - index), 1)).toISOString().slice(0, 7),
  );
}
