// How much space the archive's files use, from the database: by kind, in the trash, the largest, and by month.
// Read in slices with a pause after each, so that other requests do not wait; cached for a minute.
import { sql } from "kysely";
import { setImmediate } from "node:timers/promises";
import { storageKinds, type Storage } from "#contract/studio.ts";
import type { Database } from "#server/database/open.ts";
import { measureSpace } from "#server/media/store/space.ts";
import type { Parts } from "#server/parts.ts";
import { describeFinding } from "#server/backup/verify.ts";
import { listFindings } from "#server/backup/verify-findings.ts";

type StorageKind = (typeof storageKinds)[number];

const sliceSize = 500;
const rememberMs = 60_000;
const mostBiggest = 10;
const monthsShown = 12;
const mostDamaged = 50;

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
    const { free, reserve } = await measureSpace(media.store, config.leastFreeBytes);
    return { ...(await known.rows), free, reserve, damaged: await listDamaged(db, media) };
  };
}

async function listDamaged(db: Database, { store }: Pick<Parts["media"], "store">): Promise<Storage["damaged"]> {
  return (await listFindings(db)).slice(0, mostDamaged).map(({ foundAt, ...finding }) => ({
    video_id: finding.videoId,
    sentence: describeFinding({ store }, finding),
    found_at: foundAt.toISOString(),
  }));
}

type Summed = Omit<Storage, "free" | "reserve" | "damaged">;

export async function sumUp(db: Database, now: Date): Promise<Summed> {
  const kinds = storageKinds.map((kind) => ({ kind, bytes: 0, files: 0 }));
  const months = listMonths(now).map((month) => ({ month, added: 0, total: 0 }));
  let biggest: { id: string; bytes: number }[] = [];
  let [used, trash, earlier] = [0, 0, 0];
  for await (const { videos, made } of listSlices(db)) {
    for (const { kind, bytes, files } of made) addTo(kinds, kindOf(kind), { bytes, files });
    for (const { id, original, rest, trashed_at, created_at } of videos) {
      if (original !== null) addTo(kinds, "originals", { bytes: original, files: 1 });
      const bytes = (original ?? 0) + rest;
      used += bytes;
      if (trashed_at) trash += bytes;
      biggest.push({ id, bytes });
      const month = months.find((one) => one.month === created_at.toISOString().slice(0, 7));
      if (month) month.added += bytes;
      else earlier += bytes;
    }
    biggest = pickBiggest(biggest);
  }
  for (const month of months) month.total = earlier += month.added;
  return { used, kinds, trash, biggest: await nameVideos(db, biggest), months };
}

async function* listSlices(db: Database) {
  let after = "";
  for (;;) {
    const videos = await selectVideos(db, after).execute();
    const last = videos.at(-1);
    if (!last) return;
    yield { videos, made: await selectMade(db, { after, to: last.id }).execute() };
    if (videos.length < sliceSize) return;
    after = last.id;
    await setImmediate();
  }
}

/** What each video of a slice takes: its original, and the rest. */
export function selectVideos(db: Database, after: string) {
  return db
    .selectFrom("video")
    .leftJoin("recording", "recording.video_id", "video.id")
    .select(["video.id", "video.trashed_at", "video.created_at"])
    .select((e) => [
      // with its pictures a video's original was deleted
      e.case().when("video.pictures_gone_at", "is", null).then(e.ref("recording.bytes")).end().as("original"),
      e
        .selectFrom("asset")
        .select(sql<number>`coalesce(sum(asset.bytes), 0)`.as("bytes"))
        .whereRef("asset.video_id", "=", "video.id")
        .$asScalar()
        .$notNull()
        .as("rest"),
    ])
    .where("video.id", ">", after)
    .orderBy("video.id")
    .limit(sliceSize);
}

/** What was made for the videos of a slice, by kind of file. */
export function selectMade(db: Database, { after, to }: { after: string; to: string }) {
  return db
    .selectFrom("asset")
    .select((e) => ["kind", e.fn.sum<number>("bytes").as("bytes"), e.fn.countAll<number>().as("files")])
    .where("video_id", ">", after)
    .where("video_id", "<=", to)
    .groupBy("kind");
}

function addTo(kinds: Storage["kinds"], kind: StorageKind, { bytes, files }: { bytes: number; files: number }): void {
  const sum = kinds.find((one) => one.kind === kind);
  if (!sum) return;
  sum.bytes += bytes;
  sum.files += files;
}

/** Waveform and captions count as sound, with which they stay, and what was brought along with the originals. */
function kindOf(kind: string): StorageKind {
  if (kind.startsWith("brought-")) return "originals";
  if (kind.startsWith("video-")) return "video";
  return kind === "thumbnail" || kind === "storyboard" ? "images" : "audio";
}

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

/** Months such as 2026-11, oldest first, up to now. */
function listMonths(now: Date): string[] {
  return Array.from({ length: monthsShown }, (_, index) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (monthsShown - 1 - index), 1))
      .toISOString()
      .slice(0, 7),
  );
}
