// A recording in every state, with a file of every kind. Those that not everyone may see contain canaries, also in their files.
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { purge } from "#server/cleanup/purge.ts";
import {
  addRecording,
  saveAssets,
  setJudgedBy,
  versionOf,
  type Asset,
  type AssetFacts,
} from "#server/library/recording.ts";
import { jobOf } from "#server/prepare/steps.ts";
import { trashVideo } from "#server/cleanup/trash.ts";
import { addVideo, newVideoId } from "#server/library/add.ts";
import { saveSong } from "#server/library/songs/edit-song.ts";
import { mergeSong } from "#server/library/songs/merge-songs.ts";
import { saveSetList } from "#server/library/songs/save.ts";
import { blankEntry } from "#server/library/songs/text/entry.ts";
import { hashToken } from "#server/member/session.ts";
import { changeLibrary } from "#server/library/version.ts";
import { isStream, kinds, type Kind } from "#server/media/store/kinds.ts";
import { keepFile, makeScratch } from "#server/media/store/store.ts";
import { addJob } from "#server/queue/queue.ts";
import type { Parts } from "#server/parts.ts";
import { goldCollection, openCollection, sharedList, sharedSong, type Target } from "./calls.ts";
import { ownPrefix, type Canaries } from "./canaries.ts";
import { readerOf, sees, states, type Locked, type State } from "./declared.ts";

export interface Videos {
  of: Record<State, Target>;
  /** Another recording in that state, without files. */
  add(state: State): Promise<Target>;
  /** Everything that is stored about the recordings in `of`, to be compared. */
  read(): Promise<string>;
}

interface Making {
  parts: Parts;
  canaries: Canaries;
  /** The members who have a saved position in each of them, and have heard each of them. */
  memberIds: readonly string[];
  editorId: string;
  locked: Locked;
  beginUpload(title: string): Promise<string>;
}

const dayMs = 86_400_000;
const rendition = {
  ...{ codec: "avc1.42c01e", width: 320, height: 180, channels: 2, framesPerSecond: 25 },
  ...{ peakBits: 1000, averageBits: 1000, durationSeconds: 2 },
};
const facts = { format: "mp4", durationSeconds: 2, bitsPerSecond: 0, audioTracks: 1, title: null } as const;
const size = { width: 320, height: 180, rotation: 0, framesPerSecond: 25, isInterlaced: false };
const someFacts = {
  ...facts,
  video: { codec: "h264", pixelFormat: "yuv420p", ...size },
  audio: null,
  recordedAt: null,
};

export async function makeVideos(making: Making): Promise<Videos> {
  const { parts, canaries, memberIds, editorId, beginUpload, locked } = making;
  const { db, clock } = parts;

  const of = {} as Record<State, Target>;

  async function add(state: State): Promise<Target> {
    const plant = planting(canaries, state);
    const isTitleOpen = locked === "card" && state === "for gold";
    const title = isTitleOpen ? `open${randomBytes(8).toString("hex")}` : plant("title");
    const id = state === "uploading" ? await beginUpload(title) : newVideoId();
    const sha256 = createHash("sha256").update(id).digest("hex");
    const songTitle = plant("song");
    const song = { songId: newVideoId(), songTitle, mergedId: newVideoId(), mergedTitle: plant("merged song") };
    const momentToken = randomBytes(24).toString("base64url");
    const target = { id, title, sha256, revision: 1, ...song, momentToken, audioVersion: "1".repeat(16) };
    if (state === "uploading" || state === "never existed") return target;
    const now = clock.now();
    await changeLibrary(db, async (trx) => {
      await addVideo(
        trx,
        {
          ...{
            id,
            title,
            description: `${plant("description")} told of ${id}`,
            addDate: now,
            durationSeconds: 2,
            memberId: null,
          },
          state: state === "preparing" || state === "failed" ? state : "published",
          hidden: state === "hidden",
          preventAutodelete: state === "protected",
          level: state === "for gold" ? "gold" : null,
        },
        now,
      );
      await addRecording(trx, { videoId: id, sha256, bytes: 1000, name: plant("file name"), facts: someFacts }, now);
      // this job never runs
      if (state === "preparing")
        await addJob(trx, { kind: jobOf("first"), key: id, payload: { videoId: id }, delayMs: dayMs });
    });
    const { revision } = await db.selectFrom("video").select("revision").where("id", "=", id).executeTakeFirstOrThrow();
    const editor = { memberId: editorId, now };
    const entries = [{ ...blankEntry, part: plant("part"), guest: plant("guest"), note: plant("note"), start: 0 }];
    const songs = [
      { id: null, title: songTitle, is_cover: true, artist: plant("artist") },
      { id: sharedSong, title: "Shared", is_cover: false, artist: null },
    ];
    const merged = { id: null, title: target.mergedTitle, is_cover: false, artist: null };
    const more = [
      { ...blankEntry, start: 1, songs: [merged] },
      { ...blankEntry, start: 1.5, talk: plant("talk") },
    ];
    const saved = await saveSetList(db, editor, {
      ...{ id, revision: 0 },
      entries: [...entries.map((entry) => ({ ...entry, songs })), ...more],
    });
    target.songId = saved.setList.entries[0]?.songs[0]?.id ?? "";
    target.mergedId = saved.setList.entries[1]?.songs[0]?.id ?? "";
    const about = { notes: plant("notes of a song"), lyrics_url: `https://lyrics.example/${plant("lyrics")}` };
    await saveSong(db, editor, {
      id: target.mergedId,
      edited: {
        title: merged.title,
        is_cover: false,
        artist: null,
        revision: 1,
        other_names: [plant("other name")],
        ...about,
      },
    });
    await mergeSong(db, editor, { id: target.mergedId, into: sharedSong });
    if (state === "in the trash" || state === "purged") await trashVideo(db, editor, id);
    if (state === "purged") await purge(parts, id, editor);
    return { ...target, revision };
  }

  async function addFiles(id: string, state: State): Promise<void> {
    const word = planting(canaries, state);
    await using scratch = await makeScratch(parts.media.store);
    const assets = await Promise.all(
      kinds.map(async (kind): Promise<Asset> => {
        const from = path.join(scratch.folder, kind);
        const isOpen = locked === "card" && state === "for gold" && kind === "thumbnail";
        await writeFile(from, `${isOpen ? "open" : word(kind)} ${randomBytes(64).toString("hex")}`);
        return { kind, ...(await keepFile(parts.media.store, id, { kind, from })), facts: factsOf(kind) };
      }),
    );
    of[state].audioVersion = versionOf(assets.find(({ kind }) => kind === "audio.m4a") ?? { sha256: "" });
    const at = clock.now();
    const positions = memberIds.map((member_id) => ({ member_id, video_id: id, seconds: 1, at }));
    const day = at.toISOString().slice(0, 10);
    const listened = memberIds.map((member_id) => ({ member_id, video_id: id, day, seconds: 60, at }));
    await changeLibrary(db, async (trx) => {
      await saveAssets(trx, id, assets, at);
      // the files are words: the round after five minutes would drop them and prepare the recording again
      await setJudgedBy(trx, id, 1000);
      await trx.insertInto("position").values(positions).execute();
      await trx.insertInto("listened").values(listened).execute();
    });
  }

  /** Its link works for whoever has it, and is in no log. */
  async function shareMoment({ id, momentToken }: Target): Promise<void> {
    canaries.plant(momentToken, "nobody", "the link to a moment");
    const now = clock.now();
    await db
      .insertInto("moment")
      .values({
        ...{ id: randomUUID(), token_hash: hashToken(momentToken), member_id: editorId, video_id: id },
        ...{ from_ms: 0, to_ms: 2000, made_at: now, until: new Date(now.getTime() + dayMs), plays: 0, ended_at: null },
      })
      .execute();
  }

  const song = { title: "Shared", title_folded: "shared", is_cover: false, artist: null, artist_folded: "" };
  const at = { created_at: clock.now(), changed_at: clock.now() };
  await db
    .insertInto("song")
    .values({ id: sharedSong, ...song, lyrics_url: null, ...at })
    .execute();
  for (const state of states) of[state] = await add(state);
  for (const state of states.filter(hasFiles)) await shareMoment(of[state]);
  await Promise.all(states.filter(hasFiles).map((state) => addFiles(of[state].id, state)));
  const ids = Object.values(of).map(({ id }) => id);
  await addLists(parts, memberIds);
  await addCollections(parts, canaries);
  const read = async () =>
    JSON.stringify([
      await db.selectFrom("video").selectAll().where("id", "in", ids).orderBy("id").execute(),
      await db.selectFrom("recording").selectAll().where("video_id", "in", ids).orderBy("video_id").execute(),
      await db.selectFrom("asset").selectAll().where("video_id", "in", ids).orderBy("sha256").execute(),
      await db.selectFrom("change").selectAll().where("video_id", "in", ids).orderBy("id").execute(),
      await db.selectFrom("performance").selectAll().where("video_id", "in", ids).orderBy("id").execute(),
    ]);
  return { of, add, read };
}

/** Every member has every recording, and every performance, in their favourites and in their queue; and one list is shared. */
async function addLists({ db, clock }: Parts, memberIds: readonly string[]): Promise<void> {
  const videos = await db.selectFrom("video").select("id").execute();
  const performances = await db.selectFrom("performance").select(["id", "video_id"]).execute();
  const entries = [
    ...videos.map(({ id }) => ({ video_id: id, performance_id: "" })),
    ...performances.map(({ id, video_id }) => ({ video_id, performance_id: id })),
  ];
  const blank = { share_key: null, at_place: null, at_seconds: null, made_from: null, deleted_at: null };
  const at = clock.now();
  const somebody = "somebody-else";
  const person = { name: "Somebody", picture_type: null, picture: null, picture_hash: null, role: null };
  await db
    .insertInto("member")
    .values({ id: somebody, ...person, disabled_at: null, created_at: at, seen_at: at })
    .execute();
  const lists = [
    { ...blank, id: newVideoId(), member_id: somebody, ready: null, title: "Shared", share_key: sharedList },
    ...memberIds.flatMap((member_id) => [
      { ...blank, id: newVideoId(), member_id, ready: "favourites" as const, title: "" },
      { ...blank, id: newVideoId(), member_id, ready: "queue" as const, title: "Q", made_from: "/songs", at_place: 0 },
    ]),
  ];
  for (const list of lists) {
    await db
      .insertInto("playlist")
      .values({ ...list, created_at: at })
      .execute();
    const rows = entries.map((entry, place) => ({ playlist_id: list.id, ...entry, place }));
    await db.insertInto("playlist_entry").values(rows).execute();
  }
}

/** Each has every recording, and a picture. */
async function addCollections({ db, clock }: Parts, canaries: Canaries): Promise<void> {
  const videos = await db.selectFrom("video").select("id").orderBy("id").execute();
  const plant = planting(canaries, "for gold");
  const both = [
    { id: openCollection, title: "Open", level: null, picture: "open", bytes: Buffer.from("open") },
    { id: goldCollection, title: plant("title of the collection"), level: "gold", picture: "gold" },
  ];
  const at = clock.now();
  for (const [place, { bytes = Buffer.from(plant("picture of the collection")), ...row }] of both.entries()) {
    await db.insertInto("collection_picture").values({ id: row.picture, bytes, made_at: at }).execute();
    await db
      .insertInto("collection")
      .values({ ...row, place, created_at: at, deleted_at: null })
      .execute();
    const entries = videos.map(({ id }, index) => ({ collection_id: row.id, video_id: id, place: index }));
    await db.insertInto("collection_entry").values(entries).execute();
  }
}

function hasFiles(state: State): boolean {
  return state !== "uploading" && state !== "purged" && state !== "never existed";
}

function factsOf(kind: Kind): AssetFacts {
  return isStream(kind) ? { rendition } : {};
}

/** Words for a recording in this state; where viewers may see it, they are no canaries. */
function planting(canaries: Canaries, state: State): (what: string) => string {
  return (what) => {
    const unique = randomBytes(8).toString("hex");
    if (sees("viewer", state)) return `open${unique}`;
    canaries.plant(`${ownPrefix}${unique}`, readerOf(state), `the ${what} of one ${state}`);
    return `${ownPrefix}${unique}`;
  };
}
