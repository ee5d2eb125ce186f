// In random archives, the same member is told the same about the same recording by the list, the search, the recording's own
// call, its files, its songs, lists, collections, saved positions and the podcast feed; and by nobody more than the rule says.
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { audienceOf, listenersOf } from "#server/access/visible.ts";
import type { Permission } from "#server/access/permission.ts";
import type { Database } from "#server/database/open.ts";
import { listEpisodes } from "#server/feed/episodes.ts";
import { saveAssets } from "#server/library/recording.ts";
import { listCollections, readCollection } from "#server/library/collections/collection.ts";
import { countVideos, listPage, listSlices } from "#server/library/list.ts";
import { readEntries } from "#server/library/lists/entries.ts";
import { listPositions } from "#server/library/positions.ts";
import { listStillVisible, getShown, listByIds } from "#server/library/video.ts";
import { listLockedPerformances } from "#server/library/songs/locked-performances.ts";
import { listPerformances } from "#server/library/songs/performances.ts";
import { getSong } from "#server/library/songs/song.ts";
import { createSongLists } from "#server/library/songs/song-list.ts";
import { changeLibrary } from "#server/library/version.ts";
import { openServed } from "#server/prepare/served.ts";
import { heavyKinds, openTestDatabase, type TestDatabase } from "#server/testing/databases.ts";
import { publish, scaled, seed, unscaled } from "#server/testing/proof.ts";
import { addEditor, addPlayed } from "#server/testing/songs.ts";

const above = ["silver", "gold"];
const places = [0, 1, 2, 3, 4, 5];
const collection = "c".repeat(26);

const anyRecording = fc.record({
  level: fc.constantFrom(null, null, "silver", "gold", "a removed level"),
  hidden: fc.constantFrom(false, false, false, true),
  state: fc.constantFrom("published" as const, "published" as const, "published" as const, "preparing" as const),
  isTrashed: fc.constantFrom(false, false, false, true),
});
type Recording = typeof anyRecording extends fc.Arbitrary<infer T> ? T : never;

const anyPermission: fc.Arbitrary<Permission> = fc
  .record({ rank: fc.integer({ min: -1, max: above.length }), canEdit: fc.constantFrom(false, false, false, true) })
  .chain(({ rank, canEdit }) =>
    fc.boolean().map((showsLocked) => ({
      ...{ canView: canEdit || rank >= 0, canEdit, isOwner: false, reasons: [] },
      levels: canEdit ? above : above.slice(0, Math.max(0, rank)),
      seesLocked: showsLocked && rank >= 0 && rank < above.length && !canEdit,
    })),
  );

/** The rule, written a second time. */
function decide(
  recording: Recording,
  { canView, canEdit, levels, seesLocked }: Permission,
): "watch" | "card" | "nothing" {
  if (recording.isTrashed || !canView) return "nothing";
  if (canEdit) return "watch";
  if (recording.hidden || recording.state !== "published") return "nothing";
  if (recording.level === null || levels.includes(recording.level)) return "watch";
  return seesLocked ? "card" : "nothing";
}

describe.each(heavyKinds("sqlite"))("levels, on %s", (kind) => {
  // on PostgreSQL each archive takes several times as long
  const most = scaled(60, kind === "sqlite" ? 100_000 : 3000);
  let database: TestDatabase;
  let db: Database;
  const ids: string[] = [];
  const songs: string[] = [];
  const memberId = "ada";
  const now = new Date("2026-06-01T00:00:00Z");

  beforeAll(async () => {
    database = await openTestDatabase(kind);
    db = database.db;
    const editor = await addEditor(db, memberId);
    for (const place of places) {
      const id = await addPlayed(db, editor, { title: `Night ${place}`, setList: `0:00 Song ${place}` });
      ids.push(id);
      const asset = { sha256: "0".repeat(64), bytes: 1, facts: {} };
      const assets = (["audio.m4a", "thumbnail"] as const).map((one) => ({ kind: one, ...asset }));
      await db.transaction().execute((trx) => saveAssets(trx, id, assets, now));
      const { song_id } = await db
        .selectFrom("performance_song")
        .select("song_id")
        .where("video_id", "=", id)
        .executeTakeFirstOrThrow();
      songs.push(song_id);
      await db.insertInto("position").values({ member_id: memberId, video_id: id, seconds: 1, at: now }).execute();
    }
    const blank = { share_key: null, at_place: null, at_seconds: null, made_from: null, deleted_at: null };
    await db
      .insertInto("playlist")
      .values({ id: "list", member_id: memberId, ready: "favourites", title: "", created_at: now, ...blank })
      .execute();
    const entries = ids.map((video_id, place) => ({ playlist_id: "list", video_id, performance_id: "", place }));
    await db.insertInto("playlist_entry").values(entries).execute();
    const backend = { title: "Tour", level: null, picture: null, place: 0, created_at: now, deleted_at: null };
    await db
      .insertInto("collection")
      .values({ id: collection, ...backend })
      .execute();
    const shelved = ids.map((video_id, place) => ({ collection_id: collection, video_id, place }));
    await db.insertInto("collection_entry").values(shelved).execute();
  });
  afterAll(() => database[Symbol.asyncDispose]());

  it(
    "are told the same by everything that tells of recordings",
    { timeout: unscaled(300_000, 7_200_000) },
    async () => {
      let archives = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.array(anyRecording, { minLength: places.length, maxLength: places.length }),
          anyPermission,
          fc.constantFrom(null, "silver", "gold", "a removed level"),
          async (recordings, permission, level) => {
            archives += 1;
            await store(recordings);
            await db.updateTable("collection").set({ level }).execute();
            await compare(recordings, permission);
            await compareCollection(recordings, permission, level);
          },
        ),
        { numRuns: most, seed },
      );
      publish("levels", { archives });
      expect(archives).toBeGreaterThanOrEqual(most);
    },
  );

  async function store(recordings: readonly Recording[]): Promise<void> {
    await changeLibrary(db, async (trx) => {
      for (const [place, { level, hidden, state, isTrashed }] of recordings.entries())
        await trx
          .updateTable("video")
          .set({ level, hidden, state, trashed_at: isTrashed ? now : null })
          .where("id", "=", ids[place] ?? "")
          .execute();
    });
  }

  async function compareCollection(
    recordings: readonly Recording[],
    permission: Permission,
    level: string | null,
  ): Promise<void> {
    const watched = ids.filter((_, place) => {
      const recording = recordings[place];
      return recording && decide(recording, permission) === "watch";
    });
    const isOpen = permission.canEdit || level === null || permission.levels.includes(level);
    const isShown = permission.canView && isOpen && (watched.length > 0 || permission.canEdit);
    const audience = audienceOf(permission);
    const read = await readCollection(db, audience, collection).catch(() => undefined);
    expect(read?.entries.map(({ video_id }) => video_id)).toEqual(isShown ? watched : undefined);
    const listed = audience === null ? [] : await listCollections(db, audience);
    expect(listed.map(({ recordings: count }) => count)).toEqual(isShown ? [watched.length] : []);
  }

  async function compare(recordings: readonly Recording[], permission: Permission): Promise<void> {
    const told = recordings.map((recording) => decide(recording, permission));
    const pick = (list: readonly string[], ...wanted: string[]) =>
      list.filter((_, place) => wanted.includes(told[place] ?? "")).toSorted();
    const [watched, found] = [pick(ids, "watch"), pick(ids, "watch", "card")];
    const sorted = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).toSorted();
    const audience = audienceOf(permission);
    expect(audience === null).toBe(!permission.canView);
    expect(sorted(await listByIds(db, audience, ids))).toEqual(watched);
    expect(sorted(await listPositions(db, { memberId, sessionId: "none", audience, now: new Date() }))).toEqual(
      watched,
    );
    expect(await listStillVisible(db, audience, ids)).toEqual(watched);
    expect((await readEntries(db, audience, "list")).map(({ video_id }) => video_id).toSorted()).toEqual(watched);
    if (audience === null) return;

    const listed = (await Array.fromAsync(listSlices(db, audience, {}))).flat();
    expect(sorted(listed)).toEqual(found);
    expect(sorted(listed.filter(({ locked }) => locked))).toEqual(pick(ids, "card"));
    expect(sorted((await listPage(db, audience, { q: "night", limit: 50 })).videos)).toEqual(found);
    expect(await countVideos(db, audience, { q: "night" })).toBe(found.length);

    const served = openServed(db);
    for (const [place, id] of ids.entries()) {
      const kinds = [...(await served.findAnew(audience, id)).assets.keys()].toSorted();
      const wanted = { watch: ["audio.m4a", "thumbnail"], card: ["thumbnail"], nothing: [] }[told[place] ?? "nothing"];
      expect(kinds).toEqual(wanted);
      const shown = await getShown(db, audience, id).catch(() => undefined);
      expect([shown !== undefined, shown?.missing != null]).toEqual([
        told[place] !== "nothing",
        told[place] === "card",
      ]);
      const song = await getSong(db, audience, songs[place] ?? "").catch(() => undefined);
      expect(song !== undefined).toBe(told[place] === "watch" || permission.canEdit);
      const { performances } = await listPerformances(db, audience, { songId: songs[place] ?? "", limit: 5 });
      expect(performances.length).toBe(told[place] === "watch" ? 1 : 0);
    }
    const levels = { above: [], standardName: "Member", showsLocked: true, upgradeLink: null, newLevel: null };
    for (const [place, songId] of songs.entries()) {
      const locked = await listLockedPerformances(db, audience, { songId, levels });
      expect(locked.map(({ video_id }) => video_id)).toEqual(told[place] === "card" ? [ids[place]] : []);
    }
    const played = (await createSongLists(db).all(audience)).filter(({ times }) => times > 0);
    expect(sorted(played)).toEqual(pick(songs, "watch"));

    const listeners = listenersOf(permission);
    if (!listeners) throw new Error("somebody who may watch has a feed");
    // whole recordings are not cut, so nothing is joined
    const reading = { db, joined: undefined as never, memberId, audience: listeners, now };
    const { episodes } = await listEpisodes(reading, { kind: "everything" });
    const inFeed = ids.filter((_, place) => {
      const recording = recordings[place];
      return recording && decide(recording, { ...permission, canEdit: false, seesLocked: false }) === "watch";
    });
    const all = ids.filter((_, place) => {
      const recording = recordings[place];
      return recording && !recording.isTrashed && !recording.hidden && recording.state === "published";
    });
    expect(episodes.map(({ videoId }) => videoId).toSorted()).toEqual((permission.canEdit ? all : inFeed).toSorted());
  }
});
