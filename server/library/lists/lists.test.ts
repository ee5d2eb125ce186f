// Members' lists and the queue: what each person gets, in every count, and that nothing of a list is lost.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sql } from "kysely";
import type { EntryKey } from "#contract/lists.ts";
import { audiences } from "#server/access/visible.ts";
import type { Database } from "#server/database/open.ts";
import { setHidden, type Editor } from "#server/library/edit.ts";
import { newVideoId } from "#server/library/add.ts";
import { makeCollection } from "#server/library/collections/save.ts";
import { saveSetList } from "#server/library/songs/save.ts";
import { readEntries as readSetList } from "#server/library/songs/set-list.ts";
import { createSongLists } from "#server/library/songs/song-list.ts";
import { databaseKinds, explain, openTestDatabase, type TestDatabase } from "#server/testing/databases.ts";
import { addEditor, addPlayed } from "#server/testing/songs.ts";
import { changeEntries } from "./arrange.ts";
import { changeList, deleteList, makeList } from "./change.ts";
import { listFavourites, readEntries, selectEntries } from "./entries.ts";
import { blank, getList, listLists, type Listener } from "./list.ts";
import { moveInQueue, readQueue, startQueue } from "./queue.ts";
import { insertEntries } from "./stored.ts";
import { undoListChange } from "./undo.ts";

describe.each(databaseKinds)("lists, on %s", (kind) => {
  let database: TestDatabase;
  let db: Database;
  let editor: Editor;
  let anna: Listener;
  let ben: Listener;
  let chief: Listener;
  beforeEach(async () => {
    database = await openTestDatabase(kind);
    db = database.db;
    editor = await addEditor(db);
    const { now } = editor;
    for (const name of ["anna", "ben"]) await addEditor(db, name);
    anna = { memberId: "anna", audience: audiences.viewers, now };
    ben = { memberId: "ben", audience: audiences.viewers, now };
    chief = { memberId: editor.memberId, audience: audiences.editors, now };
  });
  afterEach(() => database[Symbol.asyncDispose]());

  const addNight = async (title: string, setList: string, date = "2026-01-01T00:00:00Z") => {
    const id = await addPlayed(db, editor, { title, setList, date });
    const entries = await readSetList(db, id);
    const keys = entries.map((entry): EntryKey => ({ video_id: id, performance_id: entry.id }));
    return { id, whole: { video_id: id, performance_id: null }, keys };
  };
  const hide = (id: string, hidden = true) => setHidden(db, editor, { id, hidden });
  const titles = async (listener: Listener, id: string) => {
    const row = await getList(db, listener, id);
    return (await readEntries(db, listener.audience, row.id)).map(({ title }) => title);
  };
  const add = (listener: Listener, id: string, keys: EntryKey[]) =>
    changeEntries(db, listener, { id, wish: { add: keys } });
  const undo = (listener: Listener, change: string | null) =>
    db.transaction().execute((trx) => undoListChange(trx, listener, Number(change?.slice(1))));

  it("a playlist that is sent twice is made once, and its number is nobody else's way to it", async () => {
    const { keys } = await addNight("One", "0:00 River");
    const id = newVideoId();
    const wish = { id, title: "For the train", entries: keys };
    expect(await makeList(db, anna, wish)).toMatchObject({ id, entries: 1 });
    expect(await makeList(db, anna, wish)).toMatchObject({ id, entries: 1 });
    const own = async (listener: Listener) => (await listLists(db, listener)).filter(({ kind: one }) => one === "own");
    expect(await own(anna)).toHaveLength(1);
    await expect(makeList(db, ben, wish)).rejects.toMatchObject({ code: "not-found" });
    expect(await own(ben)).toHaveLength(0);
    expect(await titles(anna, id)).toEqual(["River"]);
    await deleteList(db, anna, id);
    await expect(makeList(db, anna, wish)).rejects.toMatchObject({ code: "not-found" });
    expect(await own(anna)).toHaveLength(0);
  });

  it("a shared list shows each person what that person may see, and so do its counts", async () => {
    const [one, two] = [await addNight("One", "0:00 River\n5:00 Rain"), await addNight("Two", "0:00 Harbour")];
    const { id } = await makeList(db, anna, { title: "Best", entries: [one.whole, one.keys[1]!, two.keys[0]!] });
    await expect(getList(db, ben, id)).rejects.toMatchObject({ code: "not-found" });
    const { list } = await changeList(db, anna, { id, shared: true });
    const key = list.share_key ?? "";
    expect(await titles(ben, key)).toEqual(["One", "Rain", "Harbour"]);
    const summary = async () => (await listLists(db, anna)).find((one) => one.id === id);
    expect(await summary()).toMatchObject({ entries: 3, songs: 2, pictures: [] });
    const whole = (await summary())?.seconds ?? 0;
    expect(whole).toBeGreaterThan(0);
    await db.updateTable("video").set({ thumbnail_hash: "face" }).execute();
    expect((await summary())?.pictures).toHaveLength(2);
    await hide(one.id);
    expect(await titles(ben, key)).toEqual(["Harbour"]);
    expect(await summary()).toMatchObject({ entries: 1, songs: 1 });
    expect((await summary())?.seconds).toBeLessThan(whole);
    expect((await summary())?.pictures).toHaveLength(1);
    expect(await titles(chief, key)).toEqual(["One", "Rain", "Harbour"]);
    expect((await listLists(db, anna)).find((one) => one.id === id)?.entries).toBe(1);
    await expect(changeEntries(db, ben, { id: key, wish: { add: [two.whole] } })).rejects.toMatchObject({
      code: "not-found",
    });
    await changeList(db, anna, { id, shared: false });
    await expect(getList(db, ben, key)).rejects.toMatchObject({ code: "not-found" });
    const again = await changeList(db, anna, { id, shared: true });
    expect(again.list.share_key).not.toBe(key);
  });

  it("entries keep their order when some cannot be seen, and come back where they were", async () => {
    const nights = [];
    for (const name of ["A", "B", "C", "D"]) nights.push(await addNight(name, ""));
    const [a, b, c, d] = nights.map(({ whole }) => whole);
    const { id } = await makeList(db, anna, { title: "Order", entries: [a!, b!, c!, d!] });
    await hide(b!.video_id);
    const move = (entry: EntryKey, before: EntryKey | null) =>
      changeEntries(db, anna, { id, wish: { move: entry, before } });
    await move(d!, a!);
    expect(await titles(anna, id)).toEqual(["D", "A", "C"]);
    const { change } = await move(a!, null);
    await hide(b!.video_id, false);
    expect(await titles(anna, id)).toEqual(["D", "B", "C", "A"]);
    await undo(anna, change);
    expect(await titles(anna, id)).toEqual(["D", "A", "B", "C"]);
    // as often as no number is left between two places
    for (let round = 0; round < 70; round++) await move(round % 2 ? c! : d!, a!);
    expect(await titles(anna, id)).toEqual(["D", "C", "A", "B"]);
    await expect(move(a!, { video_id: a!.video_id, performance_id: "gone" })).rejects.toMatchObject({
      code: "not-found",
    });
  });

  it("what was removed, renamed or deleted can be undone by its owner, and by nobody else", async () => {
    const night = await addNight("Night", "0:00 River\n5:00 Rain");
    const { id } = await makeList(db, anna, { title: "Best", entries: night.keys });
    const removed = await changeEntries(db, anna, { id, wish: { remove: [night.keys[0]!] } });
    expect(await titles(anna, id)).toEqual(["Rain"]);
    expect(await undo(ben, removed.change)).toBeUndefined();
    await undo(anna, removed.change);
    expect(await titles(anna, id)).toEqual(["River", "Rain"]);
    const renamed = await changeList(db, anna, { id, title: "Better" });
    const later = await changeList(db, anna, { id, title: "Best of all" });
    await expect(undo(anna, renamed.change)).rejects.toMatchObject({ code: "conflict" });
    await undo(anna, later.change);
    const change = await deleteList(db, anna, id);
    expect((await listLists(db, anna)).map(({ title }) => title)).toEqual(["Favourites", "Listen later"]);
    await expect(getList(db, anna, id)).rejects.toMatchObject({ code: "not-found" });
    await undo(anna, change);
    expect((await listLists(db, anna)).map(({ title }) => title)).toEqual(["Favourites", "Listen later", "Better"]);
    await expect(deleteList(db, anna, "favourites")).rejects.toMatchObject({ code: "conflict" });
  });

  it("favourites begin with the newest, and are only the person's own", async () => {
    const night = await addNight("Night", "0:00 River");
    expect(await add(anna, "favourites", [night.keys[0]!])).toMatchObject({ changed: 1 });
    expect(await add(anna, "favourites", [night.whole])).toMatchObject({ changed: 1 });
    expect(await add(anna, "favourites", [night.whole])).toMatchObject({ changed: 0, change: null });
    expect(await titles(anna, "favourites")).toEqual(["Night", "River"]);
    expect(await listFavourites(db, anna)).toEqual({
      videos: [night.id],
      performances: [night.keys[0]!.performance_id],
    });
    expect(await listFavourites(db, ben)).toEqual({ videos: [], performances: [] });
    await hide(night.id);
    expect(await listFavourites(db, anna)).toEqual({ videos: [], performances: [] });
    await expect(add(anna, "later", [night.whole])).rejects.toMatchObject({ code: "not-found" });
    expect(await changeEntries(db, anna, { id: "favourites", wish: { remove: [night.whole] } })).toMatchObject({
      changed: 0,
    });
    const has = await listLists(db, anna, night.whole);
    expect(has.map(({ has, entries }) => [has, entries])).toEqual([
      [false, 0],
      [false, 0],
    ]);
  });

  it("a performance that leaves its set list leaves the lists, and comes back with it", async () => {
    const night = await addNight("Night", "0:00 River\n5:00 Rain");
    const { id } = await makeList(db, anna, { title: "Best", entries: night.keys });
    const list = await readSetList(db, night.id);
    await saveSetList(db, editor, { id: night.id, revision: 1, entries: list.slice(1) });
    expect(await titles(anna, id)).toEqual(["Rain"]);
    await db.deleteFrom("member").where("id", "=", "anna").execute();
    expect(await db.selectFrom("playlist_entry").selectAll().execute()).toEqual([]);
  });

  it("the queue plays all timed performances of a song, newest first, and leaves out what is hidden meanwhile", async () => {
    const nights = [
      await addNight("Old", "0:00 River\n5:00 Rain", "2020-01-01T00:00:00Z"),
      await addNight("Middle", "1:00 Rain\n10:00 River", "2021-01-01T00:00:00Z"),
      await addNight("New", "River\nRain", "2022-01-01T00:00:00Z"),
      await addNight("Newest", "0:00 Rain\n2:00 River\n4:00 Rain two", "2023-01-01T00:00:00Z"),
    ];
    const river = (await createSongLists(db).all(audiences.viewers)).find(({ title }) => title === "River")?.id ?? "";
    const queue = await startQueue(db, anna, { from: { song: river }, shuffle: false });
    const show = ({ video_title, start, end }: (typeof queue.entries)[number]) => `${video_title} ${start} ${end}`;
    expect(queue.entries.map(show)).toEqual(["Newest 120 240", "Middle 600 3600", "Old 0 300"]);
    expect(queue).toMatchObject({
      title: "River",
      from: `/song/${river}`,
      place: 0,
      number: 1,
      total: 3,
      seconds: null,
    });

    await moveInQueue(db, anna, { revision: queue.revision, place: 1, seconds: 612.5 });
    expect(await readQueue(db, anna)).toMatchObject({ place: 1, number: 2, total: 3, seconds: 612.5 });
    await hide(nights[1]!.id);
    expect(await readQueue(db, anna)).toMatchObject({ place: 2, number: 2, total: 2, seconds: null });
    await hide(nights[0]!.id);
    expect(await readQueue(db, anna)).toMatchObject({ place: 0, number: 1, total: 1 });
    await hide(nights[3]!.id);
    expect(await readQueue(db, anna)).toBeNull();
    await expect(startQueue(db, anna, { from: { song: river }, shuffle: false })).rejects.toMatchObject({
      code: "conflict",
    });

    await hide(nights[0]!.id, false);
    const other = await startQueue(db, anna, { from: { song: river }, shuffle: true });
    await expect(moveInQueue(db, anna, { revision: queue.revision, place: 0, seconds: 1 })).rejects.toMatchObject({
      code: "conflict",
    });
    expect(other.revision).toBeGreaterThan(queue.revision);
    expect(await readQueue(db, ben)).toBeNull();
  });

  it("a shuffled queue has every entry once and begins with the chosen one", async () => {
    const night = await addNight("Night", Array.from({ length: 40 }, (_, n) => `${n}:00 Song ${n}`).join("\n"));
    const { id } = await makeList(db, anna, { title: "All", entries: night.keys });
    const first = night.keys[17]!;
    const seen = new Set<string>();
    const order: (string | null)[] = [];
    let queue = await startQueue(db, anna, { from: { list: id }, shuffle: true, first });
    expect(queue.entries[0]).toMatchObject(first);
    for (let place = 0; place < 40; place++) {
      const moved = await moveInQueue(db, anna, { revision: queue.revision, place, seconds: null });
      const current = moved?.entries.find((entry) => entry.place === place);
      seen.add(current?.performance_id ?? "");
      order.push(current?.performance_id ?? null);
    }
    expect(seen.size).toBe(40);
    expect(order).not.toEqual(night.keys.map(({ performance_id }) => performance_id));
    queue = await startQueue(db, anna, { from: { list: id }, shuffle: false, first });
    expect(queue).toMatchObject({ place: 17, number: 18, total: 40 });
    expect(queue.entries).toHaveLength(22);
    // what comes is shuffled, what was played stays before it
    queue = await startQueue(db, anna, { from: { list: "queue" }, shuffle: true, first });
    expect(queue).toMatchObject({ place: 17, number: 18, total: 40 });
    const rest = queue.entries.slice(2).map(({ performance_id }) => performance_id);
    expect(rest).not.toEqual(night.keys.slice(18, 38).map(({ performance_id }) => performance_id));
    expect(night.keys.slice(18).map(({ performance_id }) => performance_id)).toEqual(expect.arrayContaining(rest));
  });

  it("a queue goes on with what is like its last entry, and only with what one may see", async () => {
    await addNight("Old", "0:00 River\n5:00 Rain", "2019-01-01T00:00:00Z");
    const hidden = await addNight("Hidden", "0:00 River\n5:00 Rain", "2020-02-01T00:00:00Z");
    const beside = await addNight("Beside", "0:00 Harbour\nWithout a time", "2018-01-01T00:00:00Z");
    await addNight("Same year", "0:00 Salt", "2020-05-01T00:00:00Z");
    const now = await addNight("Now", "0:00 River", "2020-06-01T00:00:00Z");
    await hide(hidden.id);
    await makeCollection(db, editor, { title: "Together", videos: [now.id, beside.id, hidden.id] });
    const inQueue = async () =>
      (await readQueue(db, anna))?.entries.map(({ video_title, title }) => `${video_title}: ${title}`);
    const goOn = () => changeEntries(db, anna, { id: "queue", wish: { more: true } });
    await expect(goOn()).rejects.toMatchObject({ code: "conflict" });

    await add(anna, "queue", [now.keys[0]!]);
    expect(await goOn()).toMatchObject({ change: null });
    const songs = ["Now: River", "Old: River", "Beside: Harbour", "Same year: Salt"];
    expect((await inQueue())?.slice(0, 4)).toEqual(songs);
    // and then all that is left, once
    expect(await inQueue()).toEqual([...songs, "Old: Rain"]);
    expect(await goOn()).toMatchObject({ changed: 0 });

    await add(anna, "queue", [now.whole]);
    await changeEntries(db, anna, { id: "queue", wish: { more: true } });
    const whole = ["Now: Now", "Beside: Beside", "Same year: Same year", "Old: Old"];
    expect((await inQueue())?.slice(-4)).toEqual(whole);
    await expect(changeEntries(db, anna, { id: "later", wish: { more: true } })).rejects.toMatchObject({
      code: "conflict",
    });
  });

  it("the queue is what was put into it, in any order of adding, moving and removing", async () => {
    const night = await addNight("Night", Array.from({ length: 12 }, (_, n) => `${n}:00 Song ${n}`).join("\n"));
    const other = await addNight("Other", "0:00 Rain");
    const name = (entry: { performance_id: string | null }) => entry.performance_id ?? "whole";
    const inQueue = async () =>
      (await readEntries(db, audiences.viewers, (await getList(db, anna, "queue")).id)).map(name);
    // nothing plays: it begins with what is added; what plays outside of it begins a new one
    await changeEntries(db, anna, { id: "queue", wish: { add: [night.keys[0]!] } });
    expect(await readQueue(db, anna)).toMatchObject({ title: "Play queue", from: "/lists", number: 1, total: 1 });
    await changeEntries(db, anna, { id: "queue", wish: { add: [night.keys[1]!], next: true, after: other.whole } });
    expect(await inQueue()).toEqual(["whole", name(night.keys[1]!)]);
    expect(await readQueue(db, anna)).toMatchObject({ place: 0, number: 1, total: 2, seconds: null });

    let model = await inQueue();
    let current = "whole";
    for (let n = 0; n < 200; n++) {
      const key = night.keys[(n * 7) % 12]!;
      const wish = n % 5;
      const rest = model.filter((one) => one !== name(key));
      if (wish === 4) {
        const queue = (await readQueue(db, anna))!;
        const next = queue.entries.find(({ place }) => place > queue.place);
        if (!next) continue;
        await moveInQueue(db, anna, { revision: queue.revision, place: next.place, seconds: null });
        current = name(next);
      } else if (name(key) === current) continue;
      else if (wish < 3) {
        await changeEntries(db, anna, { id: "queue", wish: { add: [key], next: wish !== 0 } });
        model = rest.toSpliced(wish === 0 ? rest.length : rest.indexOf(current) + 1, 0, name(key));
      } else {
        await changeEntries(db, anna, { id: "queue", wish: { remove: [key] } });
        model = rest;
      }
      expect(await inQueue()).toEqual(model);
      const queue = (await readQueue(db, anna))!;
      expect(name(queue.entries.find(({ place }) => place === queue.place)!)).toBe(current);
    }
    await expect(
      changeEntries(db, anna, { id: "queue", wish: { add: [{ ...other.whole, performance_id: "x" }] } }),
    ).rejects.toMatchObject({ code: "not-found" });
    // what can't be played is refused, also where it is the current entry already
    await add(chief, "queue", [other.whole]);
    await db.updateTable("video").set({ state: "failed" }).where("id", "=", other.id).execute();
    await expect(add(chief, "queue", [other.whole])).rejects.toMatchObject({ code: "conflict" });
    await expect(changeList(db, anna, { id: "queue", shared: true })).rejects.toMatchObject({ code: "conflict" });
    await hide(other.id);
    await expect(changeEntries(db, ben, { id: "queue", wish: { add: [other.whole] } })).rejects.toMatchObject({
      code: "not-found",
    });
  });

  it("a song is put next a hundred times: there is always a place for it", async () => {
    const night = await addNight("Night", "0:00 River\n5:00 Rain\n9:00 Salt");
    const [first, ...others] = night.keys;
    await changeEntries(db, anna, { id: "queue", wish: { add: night.keys } });
    for (let n = 0; n < 100; n++) {
      const key = others[n % 2]!;
      await changeEntries(db, anna, { id: "queue", wish: { add: [key], next: true } });
      const entries = (await readQueue(db, anna))!.entries.map(({ performance_id }) => performance_id);
      expect(entries.slice(0, 2)).toEqual([first!.performance_id, key.performance_id]);
      expect(entries).toHaveLength(3);
    }
  });

  it("one of many lists is read along an index", async () => {
    const night = await addNight("Night", "0:00 River");
    const lists = Array.from({ length: 300 }, () => ({ id: newVideoId(), member_id: "anna", ready: null, title: "L" }));
    for (const list of lists)
      await db
        .insertInto("playlist")
        .values({ ...list, ...blank, created_at: anna.now })
        .execute();
    const entries = Array.from({ length: 100 }, (_, place) => ({
      video_id: night.id,
      performance_id: `p${place}`,
      place,
    }));
    for (const { id } of lists) await db.transaction().execute((trx) => insertEntries(trx, id, entries));
    if (kind === "postgres") await sql`analyze`.execute(db);
    const [list] = lists;
    const query = selectEntries(db, audiences.viewers, list?.id ?? "").orderBy("playlist_entry.place");
    const plan = await explain(db, query.compile(), kind);
    expect(plan).toMatch(/playlist_entry_(place|pk)|SEARCH playlist_entry USING/);
    expect(plan).not.toMatch(/SCAN playlist_entry|Seq Scan on playlist_entry/);
  });
});
