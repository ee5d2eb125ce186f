import { setImmediate, setTimeout as wait } from "node:timers/promises";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { VideoPage } from "#contract/video.ts";
import { audiences } from "#server/access/visible.ts";
import { openDatabase, type Database } from "#server/database/open.ts";
import { databaseKinds, openTestDatabase } from "#server/testing/databases.ts";
import { addVideo } from "./add.ts";
import { saveVideo, setHidden } from "./edit.ts";
import { createListCache, type ListCache } from "./list-cache.ts";
import { publishVideo } from "./prepared.ts";
import { changeLibrary } from "#server/library/version.ts";

const now = new Date("2026-01-01T00:00:00Z");
const editor = { memberId: null as unknown as string, now };

describe.each(databaseKinds)("the ready list, on %s", (kind) => {
  it("is never older than the last change made here", async () => {
    await using database = await openTestDatabase(kind);
    const { db } = database;
    const lists = createListCache(db);
    expect(await titles(lists)).toEqual([]);
    const id = await add(db, "one", "preparing");
    expect(await titles(lists)).toEqual([]);
    await changeLibrary(db, (trx) => publishVideo(trx, id, now));
    expect(await titles(lists)).toEqual(["one"]);
    for (let turn = 0; turn < 50; turn++) {
      await setHidden(db, editor, { id, hidden: false });
      await saveVideo(db, editor, { id, edited: { title: `turn ${turn}` } });
      expect(await titles(lists)).toEqual([`turn ${turn}`]);
      await setHidden(db, editor, { id, hidden: turn % 2 === 0 });
      expect(await titles(lists)).toEqual(turn % 2 === 0 ? [] : [`turn ${turn}`]);
      expect(await lists.count(audiences.viewers, {})).toBe(turn % 2);
    }
  });

  it("is at hand without waiting until something changes", async () => {
    await using database = await openTestDatabase(kind);
    const { db } = database;
    const lists = createListCache(db);
    expect(lists.find(audiences.viewers, "br")).toBeUndefined();
    const body = await lists.get(audiences.viewers, "br");
    expect(lists.find(audiences.viewers, "br")).toBe(body);
    expect(lists.find(audiences.editors, "br")).toBeUndefined();
    const id = await add(db, "one");
    expect(lists.find(audiences.viewers, "br")).toBeUndefined();
    const changed = await lists.get(audiences.viewers, "br");
    expect(changed.etag).not.toBe(body.etag);
    expect(lists.find(audiences.viewers, "br")).toBe(changed);
    // not in the list, so it stays what it was
    await saveVideo(db, editor, { id, edited: { description: "long text" } });
    expect((await lists.get(audiences.viewers, "br")).etag).toBe(changed.etag);
  });

  it("looks again while a change is under way, and after one that failed", async () => {
    await using database = await openTestDatabase(kind);
    const { db } = database;
    const lists = createListCache(db);
    const id = await add(db, "one");
    expect(await titles(lists)).toEqual(["one"]);
    const failing = changeLibrary(db, async (trx) => {
      await publishVideo(trx, id, now);
      throw new Error("changed my mind");
    });
    await expect(failing).rejects.toThrow("changed my mind");
    expect(await titles(lists)).toEqual(["one"]);

    const inside = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    const change = changeLibrary(db, async (trx) => {
      await addVideo(trx, { title: "two", addDate: now, state: "published", memberId: null }, now);
      inside.resolve();
      await mayEnd.promise;
    });
    await inside.promise;
    // on PostgreSQL this answers with the old list, on SQLite it waits for its turn
    const meanwhile = titles(lists);
    if (kind === "postgres") expect(await meanwhile).toEqual(["one"]);
    mayEnd.resolve();
    await change;
    expect((await titles(lists)).toSorted()).toEqual(["one", "two"]);
    await meanwhile;
  });

  it("sees another process's change within a second", async () => {
    await using database = await openTestDatabase(kind, { inFile: true });
    await using other = await openDatabase(database.place);
    const lists = createListCache(database.db);
    expect(await titles(lists)).toEqual([]);
    await add(other, "from elsewhere");
    const changedAt = performance.now();
    let lastOld = changedAt;
    for (let askedAt = changedAt; (await titles(lists)).length === 0; askedAt = performance.now()) {
      lastOld = askedAt;
      await wait(20);
    }
    // however slow the answers: nobody who asks later than that is given the old list
    expect(lastOld - changedAt).toBeLessThan(1000);
  });

  it("is complete, also when the library changes while it is being read", async () => {
    await using database = await openTestDatabase(kind);
    const { db } = database;
    const count = 1200;
    const ids: string[] = [];
    await changeLibrary(db, async (trx) => {
      for (let index = 0; index < count; index++) {
        const addDate = new Date(now.getTime() + index * 1000);
        ids.push(await addVideo(trx, { title: `${index}`, addDate, state: "published", memberId: null }, now));
      }
    });
    const lists = createListCache(db);
    const stop = new AbortController();
    const moving = (async () => {
      // from the end of the list to its beginning, past the place where the reader may be
      for (let turn = 0; !stop.signal.aborted; turn++) {
        const add_date = new Date(now.getTime() + (turn % 2 === 0 ? 1e9 : -1e9)).toISOString();
        await saveVideo(db, editor, { id: ids[turn % 5] ?? "", edited: { add_date } });
        // queries of the embedded database never let go of the event loop by themselves
        await setImmediate();
      }
    })();
    for (let turn = 0; turn < 10; turn++) {
      const { videos } = await read(lists, "identity");
      expect(new Set(videos.map(({ id }) => id)).size).toBe(count);
      expect(videos).toHaveLength(count);
    }
    stop.abort();
    await moving;
  });

  it("says the same in every encoding, under different tags", async () => {
    await using database = await openTestDatabase(kind);
    await add(database.db, "日本語");
    const lists = createListCache(database.db);
    const [plain, br, gzip] = await Promise.all([
      lists.get(audiences.viewers, "identity"),
      lists.get(audiences.viewers, "br"),
      lists.get(audiences.viewers, "gzip"),
    ]);
    expect(brotliDecompressSync(br.bytes)).toEqual(plain.bytes);
    expect(gunzipSync(gzip.bytes)).toEqual(plain.bytes);
    expect(new Set([plain.etag, br.etag, gzip.etag]).size).toBe(3);
    expect(br.etag).toMatch(/^"[\w-]+"$/);
  });
});

async function titles(lists: ListCache): Promise<string[]> {
  const { videos } = await read(lists, "br");
  return videos.map(({ title }) => title);
}

async function read(lists: ListCache, encoding: "br" | "identity"): Promise<VideoPage> {
  const { bytes } = lists.find(audiences.viewers, encoding) ?? (await lists.get(audiences.viewers, encoding));
  return JSON.parse((encoding === "br" ? brotliDecompressSync(bytes) : bytes).toString()) as VideoPage;
}

async function add(db: Database, title: string, state: "published" | "preparing" = "published"): Promise<string> {
  return changeLibrary(db, (trx) => addVideo(trx, { title, addDate: now, state, memberId: null }, now));
}
