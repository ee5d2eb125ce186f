// The episodes of a feed: recordings as a whole, or performances as excerpts. Hidden recordings are in nobody's feed, not even
// in an editor's: many apps fetch feeds through the servers of their makers. Nor is what the listener's level does not include.
import type { OnlyKnown } from "#contract/dates/dates.ts";
import type { Audience } from "#server/access/visible.ts";
import { watchableBy } from "#server/access/visible.ts";
import type { Database } from "#server/database/open.ts";
import { findOffset } from "#server/prepare/describe-media.ts";
import { readCollection } from "#server/library/collections/collection.ts";
import { readEntries } from "#server/library/lists/entries.ts";
import { getList, nameList } from "#server/library/lists/list.ts";
import { listAssetsOf, versionOf, type Asset } from "#server/library/recording.ts";
import { listPerformances } from "#server/library/songs/performances.ts";
import { readEntriesOf } from "#server/library/songs/set-list.ts";
import { getSong } from "#server/library/songs/song.ts";
import { listChapters } from "#server/library/songs/text/formats.ts";
import { listByIds, type VideoRow } from "#server/library/video.ts";
import { lengthOf, type JoinedFile, type JoinedFiles } from "#server/media/joined-files.ts";
import { captionKinds, type Kind } from "#server/media/store/kinds.ts";
import { keyOf, nameOf } from "#server/media/store/store.ts";
import { nameAudio, type Excerpt } from "./file-name.ts";
import type { FeedSubject } from "./feed-name.ts";

const mostEpisodes = 200;

export interface Episode {
  guid: string;
  videoId: string;
  title: string;
  /** The title of the recording, where the episode is a part of it. */
  partOf: string | null;
  at: Date;
  /** Not even its day is known. */
  onlyKnown: OnlyKnown | null;
  description: string;
  durationSeconds: number;
  audio: { file: string; bytes: number };
  chapters: { start: number; title: string }[];
  captions: { kind: Kind; language: string | null }[];
  coverVersion: string | null;
}

interface Episodes {
  /** The title of the song, the list or the collection; null for everything. */
  title: string | null;
  /** They are to be heard in this order, and not the newest first. */
  isInOrder: boolean;
  episodes: Episode[];
}

interface Wanted {
  videoId: string;
  /** Null: all of the recording. In seconds of the player. */
  part: { id: string; title: string; start: number; end: number } | null;
}

interface Reading {
  db: Database;
  joined: JoinedFiles;
  memberId: string;
  audience: Audience;
  now: Date;
}

/** Throws not-found for a song, a list or a collection that this member may not see. */
export async function listEpisodes(reading: Reading, subject: FeedSubject): Promise<Episodes> {
  const { title, isInOrder, wanted } = await choose(reading, subject);
  return { title, isInOrder, episodes: await describe(reading, wanted.slice(0, mostEpisodes)) };
}

async function choose({ db, memberId, audience, now }: Reading, subject: FeedSubject) {
  switch (subject.kind) {
    case "everything":
      return { title: null, isInOrder: false, wanted: await listNewest(db, audience) };
    case "song": {
      const { id, title } = await getSong(db, audience, subject.id);
      const { performances } = await listPerformances(db, audience, { songId: id, limit: mostEpisodes });
      const wanted = performances.flatMap(({ id, video_id, start, end }) => pick(video_id, { id, title, start, end }));
      return { title, isInOrder: false, wanted };
    }
    case "collection": {
      const { title, entries } = await readCollection(db, audience, subject.id);
      return { title, isInOrder: true, wanted: entries.map(({ video_id }) => ({ videoId: video_id, part: null })) };
    }
    default: {
      const id = subject.kind === "favourites" ? subject.kind : subject.id;
      const list = await getList(db, { memberId, audience, now }, id);
      const entries = await readEntries(db, audience, list.id);
      const wanted = entries.flatMap(({ video_id, performance_id, title, start, end }) =>
        performance_id === null
          ? [{ videoId: video_id, part: null }]
          : pick(video_id, { id: performance_id, title, start, end }),
      );
      return { title: nameList(list).title, isInOrder: true, wanted };
    }
  }
}

type Timed = { id: string; title: string; start: number | null; end: number | null };

/** A performance without times cannot be cut out. */
function pick(videoId: string, { id, title, start, end }: Timed): Wanted[] {
  return start === null || end === null || end <= start ? [] : [{ videoId, part: { id, title, start, end } }];
}

async function listNewest(db: Database, audience: Audience): Promise<Wanted[]> {
  const rows = await db
    .selectFrom("video")
    .innerJoin("asset", "asset.video_id", "video.id")
    .select("video.id")
    .where("asset.kind", "=", "audio.m4a")
    .where(watchableBy(audience))
    .orderBy("video.add_date", "desc")
    .orderBy("video.id", "desc")
    .limit(mostEpisodes)
    .execute();
  return rows.map(({ id }) => ({ videoId: id, part: null }));
}

const kinds: readonly Kind[] = [
  "audio.m4a",
  "video-source.mp4",
  "video-1080.mp4",
  "video-720.mp4",
  "video-480.mp4",
  ...captionKinds,
];

async function describe({ db, joined, audience }: Reading, wanted: readonly Wanted[]): Promise<Episode[]> {
  const ids = [...new Set(wanted.map(({ videoId }) => videoId))];
  const videos = new Map((await listByIds(db, audience, ids)).map((row) => [row.id, row]));
  const assets = await listAssetsOf(db, ids, kinds);
  const setLists = await readEntriesOf(db, ids);
  const episodes: Episode[] = [];
  for (const { videoId, part } of wanted) {
    const video = videos.get(videoId);
    const files = assets.get(videoId) ?? [];
    const audio = files.find(({ kind }) => kind === "audio.m4a");
    if (!video || !audio) continue;
    if (part) {
      const one = await describePart(joined, { video, audio, part, offset: findOffset(files) });
      if (one) episodes.push(one);
    } else
      episodes.push({
        ...describeWhole(video, audio),
        chapters: listChapters(setLists.get(videoId) ?? []).map(({ start, title }) => ({
          start: Math.max(0, start + findOffset(files)),
          title,
        })),
        captions: listCaptions(files),
      });
  }
  return episodes;
}

function describeWhole(video: VideoRow, audio: Asset): Omit<Episode, "chapters" | "captions"> {
  return {
    ...{
      guid: video.id,
      videoId: video.id,
      title: video.title,
      partOf: null,
      at: video.add_date,
      onlyKnown: video.only_known,
    },
    ...{ description: video.description, durationSeconds: video.duration_seconds ?? 0 },
    audio: { file: nameAudio(versionOf(audio), null), bytes: audio.bytes },
    coverVersion: video.thumbnail_hash,
  };
}

interface Part {
  video: VideoRow;
  audio: Asset;
  part: NonNullable<Wanted["part"]>;
  offset: number;
}

/** Undefined when its audio cannot be cut: the others are still to be heard. */
async function describePart(joined: JoinedFiles, { video, audio, part, offset }: Part): Promise<Episode | undefined> {
  const excerpt = {
    fromMs: Math.max(0, Math.round((part.start + offset) * 1000)),
    toMs: Math.round((part.end + offset) * 1000),
  };
  try {
    const file = await cutExcerpt(joined, { videoId: video.id, audio, excerpt });
    return {
      ...describeWhole(video, audio),
      ...{ guid: part.id, title: part.title, partOf: video.title, description: "" },
      durationSeconds: (excerpt.toMs - excerpt.fromMs) / 1000,
      audio: { file: nameAudio(versionOf(audio), excerpt), bytes: lengthOf(file) },
      ...{ chapters: [], captions: [] },
    };
  } catch {
    return undefined;
  }
}

export async function cutExcerpt(
  joined: JoinedFiles,
  { videoId, audio, excerpt }: { videoId: string; audio: Asset; excerpt: Excerpt },
): Promise<JoinedFile> {
  const source = { key: keyOf(videoId, nameOf(audio)), stored: audio };
  return joined.cut(source, { from: excerpt.fromMs / 1000, to: excerpt.toMs / 1000 });
}

function listCaptions(files: readonly Asset[]): Episode["captions"] {
  return files.flatMap(({ kind, facts }) =>
    facts.captions ? [{ kind, language: facts.captions.language ?? null }] : [],
  );
}
