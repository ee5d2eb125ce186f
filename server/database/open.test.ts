import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { databaseKinds, openTestDatabase } from "#server/testing/databases.ts";
import { isPostgres, openDatabase } from "./open.ts";

const now = new Date("2026-11-15T06:30:00.123Z");
const ada = { id: "ada", name: "Ada 🎸", name_folded: "ada", created_at: now, seen_at: now };

describe.each(databaseKinds)("a database on %s", (kind) => {
  it("gives back every kind of value as it was written", async () => {
    await using database = await openTestDatabase(kind);
    const { db } = database;
    const picture = Buffer.from([0, 1, 254, 255]);
    await db
      .insertInto("member")
      .values({ ...ada, picture, picture_type: "image/png", role: "editor" })
      .execute();
    expect(await db.selectFrom("member").selectAll().execute()).toStrictEqual([
      { ...ada, picture, picture_type: "image/png", picture_hash: null, role: "editor", disabled_at: null },
    ]);

    const identity = {
      id: "i1",
      member_id: "ada",
      provider: "patreon",
      provider_user_id: "7",
      name: "Ada",
      email_verified: false,
      mail_sealed: null,
      status: "ok",
      first_seen_at: now,
      last_sign_in_at: now,
    } as const;
    const returned = await db.insertInto("identity").values(identity).returningAll().executeTakeFirst();
    expect(returned).toStrictEqual(identity);

    const detail = { list: [1, "two", null, { three: true }], empty: {} };
    const audited = await db
      .insertInto("audit")
      .values({ at: now, kind: "sign-in", detail: JSON.stringify(detail) })
      .returning(["id", "detail"])
      .executeTakeFirstOrThrow();
    expect(audited).toStrictEqual({ id: 1, detail });
  });

  it("counts, sums and orders times alike", async () => {
    await using database = await openTestDatabase(kind);
    const { db } = database;
    for (const [index, id] of ["a", "b", "c"].entries())
      await db
        .insertInto("member")
        .values({ ...ada, id, seen_at: new Date(now.getTime() - index * 86_400_000) })
        .execute();
    const counted = await db
      .selectFrom("member")
      .select((e) => e.fn.countAll<number>().as("count"))
      .where("seen_at", "<", now)
      .executeTakeFirst();
    expect(counted).toStrictEqual({ count: 2 });
    const ordered = await db.selectFrom("member").select("id").orderBy("seen_at").execute();
    expect(ordered.map(({ id }) => id)).toEqual(["c", "b", "a"]);
  });

  it("deletes a member's identities and sessions with the member", async () => {
    await using database = await openTestDatabase(kind);
    const { db } = database;
    await db.insertInto("member").values(ada).execute();
    const identity = { id: "i1", member_id: "ada", provider: "twitch", provider_user_id: "9", name: "Ada" } as const;
    await db
      .insertInto("identity")
      .values({ ...identity, status: "ok", first_seen_at: now, last_sign_in_at: now })
      .execute();
    const times = { created_at: now, seen_at: now, rotated_at: now, expires_at: now };
    await db
      .insertInto("session")
      .values({ id: "s1", token_hash: "h", member_id: "ada", identity_id: "i1", device: "", ...times })
      .execute();
    await db.deleteFrom("member").execute();
    expect(await db.selectFrom("identity").selectAll().execute()).toEqual([]);
    expect(await db.selectFrom("session").selectAll().execute()).toEqual([]);
  });

  it("refuses a second identity for the same person at a provider", async () => {
    await using database = await openTestDatabase(kind);
    const { db } = database;
    await db.insertInto("member").values(ada).execute();
    const add = (id: string) =>
      db
        .insertInto("identity")
        .values({
          id,
          member_id: "ada",
          provider: "patreon",
          provider_user_id: "7",
          name: "Ada",
          status: "ok",
          first_seen_at: now,
          last_sign_in_at: now,
        })
        .execute();
    await add("i1");
    await expect(add("i2")).rejects.toThrow(/unique/i);
  });

  it("undoes a transaction that fails, and goes on", async () => {
    await using database = await openTestDatabase(kind);
    const { db } = database;
    const failing = db.transaction().execute(async (trx) => {
      await trx.insertInto("member").values(ada).execute();
      throw new Error("changed my mind");
    });
    await expect(failing).rejects.toThrow("changed my mind");
    expect(await db.selectFrom("member").selectAll().execute()).toEqual([]);
    await db.insertInto("member").values(ada).execute();
  });

  it("loses no update when many transactions read and then write", async () => {
    await using database = await openTestDatabase(kind);
    const { db } = database;
    await db.insertInto("audit").values({ at: now, kind: "0", detail: "{}" }).execute();
    const addOne = () =>
      db.transaction().execute(async (trx) => {
        const select = trx.selectFrom("audit").select("kind");
        const { kind: count } = await (isPostgres(trx) ? select.forUpdate() : select).executeTakeFirstOrThrow();
        await trx
          .updateTable("audit")
          .set({ kind: String(Number(count) + 1) })
          .execute();
      });
    await Promise.all(Array.from({ length: 40 }, addOne));
    expect(await db.selectFrom("audit").select("kind").execute()).toEqual([{ kind: "40" }]);
  });

  it("knows which it is, inside a transaction too", async () => {
    await using database = await openTestDatabase(kind);
    const { db } = database;
    expect(isPostgres(db)).toBe(kind === "postgres");
    expect(await db.transaction().execute(async (trx) => isPostgres(trx))).toBe(kind === "postgres");
  });

  it("still gives true rows after a table has changed its shape", async () => {
    await using database = await openTestDatabase(kind);
    const { db } = database;
    await sql`create table trial (at timestamptz)`.execute(db);
    await sql`insert into trial values (${now})`.execute(db);
    const read = async () => (await sql`select * from trial`.execute(db)).rows;
    expect(await read()).toStrictEqual([{ at: now }]);
    await sql`alter table trial add column ended timestamptz`.execute(db);
    await sql`update trial set ended = ${now}`.execute(db);
    expect(await read()).toStrictEqual([{ at: now, ended: now }]);
  });
});

it("a database folder that does not exist stops the start with one sentence", async () => {
  await expect(openDatabase({ file: "/nowhere/at/all/stagedoor.db" })).rejects.toMatchObject({
    code: "cannot-start",
    message: expect.stringContaining("/nowhere/at/all/stagedoor.db cannot be opened"),
  });
});
