import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtempDisposable, readdir } from "node:fs/promises";
import { once } from "node:events";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { listenTo } from "#server/database/listen.ts";
import { migrate } from "#server/database/migrate.ts";
import { openDatabase, type Database, type Trx } from "#server/database/open.ts";
import { addVideo, newVideoId } from "#server/library/add.ts";
import { addJob } from "#server/queue/queue.ts";
import { createTestDatabase } from "#server/testing/databases.ts";
import { compareRows } from "./compare-rows.ts";
import { moveToPostgres, moveToSqlite } from "./move-database.ts";
import { changeLibrary } from "#server/library/version.ts";

const now = new Date("2026-02-03T04:05:06.789Z");

describe("an archive that is moved", () => {
  it("from SQLite to PostgreSQL and back holds the very same rows", async () => {
    await using place = await openPlaces(300);
    const { file, url, back } = place;
    const there = await moveToPostgres({ file, url });
    const again = await moveToSqlite({ file: back, url });
    expect(again).toEqual(there);
    expect(there.rows).toBeGreaterThan(900);
    await using one = await openDatabase({ file });
    await using other = await openDatabase({ file: back });
    expect(await compareRows(one, other)).toEqual(there);
    // no id is given twice, though the last one was deleted before the move
    const [first, second] = [
      await addJob(one, { kind: "next", payload: 1 }),
      await addJob(other, { kind: "next", payload: 1 }),
    ];
    expect(second).toEqual(first);
    await using moved = await openDatabase({ url });
    expect(await addJob(moved, { kind: "next", payload: 1 })).toEqual(first);
    expect(await readdir(path.dirname(back))).not.toContain("back.db.moving");
  });

  it("is refused where something is already, where a server runs, and where nothing is to be moved", async () => {
    await using place = await openPlaces(3);
    const { file, url, back, folder } = place;
    await expect(moveToPostgres({ file: path.join(folder, "none.db"), url })).rejects.toThrow("is missing");
    await expect(moveToSqlite({ file: back, url })).rejects.toThrow("contains no archive");
    {
      await using _server = await listenTo(url, { onNotice: () => {}, onGap: () => {}, onError: () => {} });
      await expect(moveToPostgres({ file, url })).rejects.toThrow("A server is using this database");
    }
    await moveToPostgres({ file, url });
    await expect(moveToPostgres({ file, url })).rejects.toThrow("is not empty (member)");
    await expect(moveToSqlite({ file, url })).rejects.toThrow("is not overwritten");
  });

  it.each([
    ["a port where nothing listens", (url: URL) => (url.port = "1"), "nothing answers there"],
    ["an unknown host", (url: URL) => (url.hostname = "no-such-host.invalid"), "host"],
    ["an unknown database", (url: URL) => (url.pathname = "/no-such-database"), "no database with that name"],
    ["an unknown user", (url: URL) => (url.username = "nobody-of-that-name"), "not accept"],
  ])("is refused in a sentence without the password at %s", async (_what, change, sentence) => {
    await using place = await openPlaces(1);
    const { file, url, back } = place;
    const wrong = new URL(url);
    wrong.password = "a-secret-word";
    change(wrong);
    for (const [move, to] of [
      [moveToPostgres, file],
      [moveToSqlite, back],
    ] as const) {
      const error: unknown = await move({ file: to, url: wrong.href }).catch((caught: unknown) => caught);
      expect(error).toMatchObject({ name: "Refusal", message: expect.stringContaining(sentence) });
      expect((error as Error).message).not.toContain("a-secret-word");
    }
  });

  it("is the same row for row: a single changed letter is found", async () => {
    await using place = await openPlaces(5);
    const { file, url } = place;
    await moveToPostgres({ file, url });
    await using one = await openDatabase({ file });
    await using other = await openDatabase({ url });
    const compare = () => other.transaction().execute((trx) => compareRows(one, trx));
    const before = await compare();
    for (const damage of [
      sql`update video set title = title || '.' where id = (select max(id) from video)`,
      sql`update entitlement set tier_ids = '["1", "3"]' where identity_id = 'i2'`,
      sql`delete from position where member_id = 'm4'`,
      sql`update member set picture = '\\x00ff02' where id = 'm1'`,
    ]) {
      await expect(
        other.transaction().execute(async (trx) => {
          await damage.execute(trx);
          await compareRows(one, trx);
        }),
      ).rejects.toThrow("The copy is not the same as the original");
    }
    expect(await compare()).toEqual(before);
  });

  it("and killed in the middle of it, is moved by the next try", { tags: ["long"] }, async () => {
    await using place = await openPlaces(4000);
    const { file, url, back } = place;
    await using admin = await openDatabase({ url });
    await killInTheMiddle("moveToPostgres", { file, url }, async () => {
      const { rows } = await sql`select 1 from pg_locks join pg_class on pg_class.oid = relation
        where relname = 'entitlement' and mode = 'RowExclusiveLock'`.execute(admin);
      return rows.length > 0;
    });
    await retried(() => moveToPostgres({ file, url }));
    await killInTheMiddle("moveToSqlite", { file: back, url }, async () => existsSync(`${back}.moving-wal`));
    const { rows } = await retried(() => moveToSqlite({ file: back, url }));
    expect(rows).toBeGreaterThan(12_000);
  });
});

/** PostgreSQL notices within moments that the killed one is gone, and lets go of what it held. */
async function retried<T>(act: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await act();
    } catch (error) {
      if (tries > 100 || !String(error).includes("A server is using")) throw error;
      await sleep(100);
    }
  }
}

async function killInTheMiddle(
  what: string,
  move: { file: string; url: string },
  isUnderWay: () => Promise<boolean>,
): Promise<void> {
  const program = `
    import { ${what} } from "#server/backup/move-database.ts";
    await ${what}(${JSON.stringify(move)});`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    cwd: path.join(import.meta.dirname, "..", ".."),
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = once(child, "exit");
  while (!(await isUnderWay())) {
    expect(child.exitCode).toBeNull();
    await sleep(2);
  }
  child.kill("SIGKILL");
  expect((await ended)[1]).toBe("SIGKILL");
}

async function openPlaces(people: number) {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(await mkdtempDisposable(path.join(tmpdir(), "stagedoor-move-")));
  const { place } = stack.use(await createTestDatabase("postgres", "empty"));
  if (!("url" in place)) throw new Error("this is PostgreSQL");
  const file = path.join(folder.path, "stagedoor.db");
  {
    await using db = await openDatabase({ file });
    await migrate(db);
    await fill(db, people);
  }
  const kept = stack.move();
  return {
    folder: folder.path,
    file,
    url: place.url,
    back: path.join(folder.path, "back.db"),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

async function fillList(trx: Trx, { memberId, videoId, place }: { memberId: string; videoId: string; place: number }) {
  const id = newVideoId();
  const entry = { video_id: videoId, performance_id: "", place };
  const queue = { at_place: place, at_seconds: place / 7, made_from: "/songs", revision: 7 };
  await trx
    .insertInto("playlist")
    .values({
      ...{ id, member_id: memberId, ready: "queue", title: "Zoë", share_key: null, ...queue },
      ...{ created_at: now, deleted_at: null },
    })
    .execute();
  await trx
    .insertInto("playlist_entry")
    .values({ playlist_id: id, ...entry })
    .execute();
  await trx
    .insertInto("playlist_change")
    .values({ playlist_id: id, at: now, before: "{}", after: JSON.stringify({ entries: [entry] }) })
    .execute();
}

async function fill(db: Database, people: number): Promise<void> {
  const ids = Array.from({ length: people }, (_, n) => n);
  await changeLibrary(db, async (trx) => {
    for (const n of ids) {
      const blank = { picture_type: null, picture_hash: null, role: null, disabled_at: null };
      const picture = n % 3 === 0 ? null : Buffer.from([0, 255, n % 256]);
      await trx
        .insertInto("member")
        .values({
          id: `m${n}`,
          name: `Zoë 🎻 ${n}`,
          name_folded: `zoe ${n}`,
          picture,
          ...blank,
          created_at: now,
          seen_at: now,
        })
        .execute();
      await trx
        .insertInto("identity")
        .values({
          ...{ id: `i${n}`, member_id: `m${n}`, provider: "patreon", provider_user_id: String(n), name: "Zoë" },
          ...{ email_verified: n % 2 === 0, status: "ok", first_seen_at: now, last_sign_in_at: now },
        })
        .execute();
      await trx
        .insertInto("entitlement")
        .values({
          ...{ identity_id: `i${n}`, state: "entitled", tier_ids: JSON.stringify(["1", "2"]), tier_level: n },
          ...{ tier_title: null, source: "poll", observed_at: now, soft_until: now },
          ...{ hard_until: null, first_negative_at: null, fault_since: null },
        })
        .execute();
    }
    for (const n of ids.slice(0, 20)) {
      const title = `Prelude ${n}`;
      const id = await addVideo(trx, { title, addDate: now, durationSeconds: n / 3, memberId: `m${n}` }, now);
      await trx
        .insertInto("position")
        .values({ member_id: `m${n}`, video_id: id, seconds: n / 7, at: now })
        .execute();
      await fillList(trx, { memberId: `m${n}`, videoId: id, place: n / 3 });
    }
  });
  for (let n = 0; n < 3; n += 1) await addJob(db, { kind: "note", payload: { z: 1, a: [n, null, "\u2028"] }, now });
  await sql`delete from job where id = (select max(id) from job)`.execute(db);
}
