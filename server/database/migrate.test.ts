import { mkdtempDisposable, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { audiences } from "#server/access/visible.ts";
import { listChanges } from "#server/history/log.ts";
import { listCollections } from "#server/library/collections/collection.ts";
import { listPage } from "#server/library/list.ts";
import { listLists } from "#server/library/lists/list.ts";
import { listPositions } from "#server/library/positions.ts";
import { searchTexts } from "#server/library/search/texts.ts";
import { readEntries as readSetList } from "#server/library/songs/set-list.ts";
import { getVideo } from "#server/library/video.ts";
import { createTestDatabase, type DatabaseKind, databaseKinds } from "#server/testing/databases.ts";
import { migrate } from "./migrate.ts";
import { migrations } from "./migration-list.ts";
import { openDatabase, type Database } from "./open.ts";
import { checkIntegrity } from "./sqlite.ts";

describe.each(databaseKinds)("migrating on %s", (kind) => {
  it("applies every migration once, in order", async () => {
    await using place = await createTestDatabase(kind, "empty");
    await using db = await openDatabase(place.place);
    expect(await migrate(db)).toEqual(Object.keys(migrations));
    expect(await migrate(db)).toEqual([]);
    expect(Object.keys(migrations)).toEqual(Object.keys(migrations).toSorted());
  });

  it("refuses a database that is newer than the program, and changes nothing", async () => {
    await using place = await createTestDatabase(kind, "empty");
    await using db = await openDatabase(place.place);
    await sql`create table kysely_migration (name varchar(255) primary key not null, timestamp varchar(255) not null)`.execute(
      db,
    );
    await sql`insert into kysely_migration values ('001-members', '2026'), ('999-the-future', '2030')`.execute(db);
    const before = await describeTables(db);
    await expect(migrate(db)).rejects.toMatchObject({
      code: "cannot-start",
      message: expect.stringMatching(/newer than this program .*999-the-future.*restore a backup/),
    });
    expect(await describeTables(db)).toEqual(before);
  });

  it("lets two servers begin at once: both succeed and each migration is applied once", async () => {
    await using place = await createTestDatabase(kind, "empty");
    await using one = await openDatabase(place.place);
    await using other = await openDatabase(place.place);
    const applied = await Promise.all(kind === "sqlite" ? [migrate(one)] : [migrate(one), migrate(other)]);
    if (kind === "sqlite") applied.push(await migrate(other));
    expect(applied.flat()).toEqual(Object.keys(migrations));
  });

  it("leaves nothing behind when a migration fails", async () => {
    await using place = await createTestDatabase(kind, "empty");
    await using db = await openDatabase(place.place);
    await sql`create table audit (in_the_way integer)`.execute(db);
    await expect(migrate(db)).rejects.toMatchObject({ code: "cannot-start" });
    expect((await describeTables(db)).map(({ name }) => name)).not.toContain("member");
    await sql`drop table audit`.execute(db);
    expect(await migrate(db)).toEqual(Object.keys(migrations));
  });

  it("keeps the limits of a connection for what comes after", async () => {
    await using place = await createTestDatabase(kind, "empty");
    await using db = await openDatabase(place.place);
    const before = await readLimits(db, kind);
    expect(before).toEqual(kind === "sqlite" ? ["5000", "1"] : ["10s"]);
    await migrate(db);
    expect(await readLimits(db, kind)).toEqual(before);
  });
});

/** How long a statement may take or wait; on SQLite also that references between tables are checked. */
async function readLimits(db: Database, kind: DatabaseKind): Promise<string[]> {
  const questions =
    kind === "sqlite" ? [sql`pragma busy_timeout`, sql`pragma foreign_keys`] : [sql`show statement_timeout`];
  const answers = await Promise.all(questions.map((question) => question.execute(db)));
  return answers.flatMap(({ rows }) => rows.flatMap((row) => Object.values(row as object).map(String)));
}

async function describeTables(db: Database): Promise<{ name: string; columns: string[] }[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  return tables.map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) }));
}

it.each(databaseKinds)("a year that was kept as the first of January is a year from 1.1 on, on %s", async (kind) => {
  await using place = await createTestDatabase(kind, "empty");
  await using db = await openDatabase(place.place);
  for (const [name, { up }] of Object.entries(migrations)) if (name < "040") await up(db);
  const now = new Date("2026-01-01");
  const add = async (letter: string, day: string, date: object) => {
    const id = letter.repeat(26);
    const text = { id, title: "x", title_folded: "x", state: "published" } as const;
    await db
      .insertInto("video")
      .values({ ...text, add_date: new Date(day), time_missing: true, created_at: now, changed_at: now })
      .execute();
    const given = JSON.stringify({ add_date: new Date(day).toISOString(), time_missing: true });
    const rest = { place: "x", chapters: "[]", details: "{}", notes: "[]", added_at: now, looked_at: null };
    const why = JSON.stringify({ title: { source: "file-name" }, date });
    await db
      .insertInto("brought")
      .values({ video_id: id, given, why, ...rest, is_guess: true })
      .execute();
  };
  await add("a", "2017-01-01", { source: "file-name", isGuess: true });
  await add("b", "2024-05-01", { source: "tags", isGuess: true });
  await add("c", "2019-01-01", { source: "file-name" });
  await add("d", "2018-01-01", { source: "file-time", isGuess: true });
  await migrations["040-only-known"]?.up(db);
  const rows = await db.selectFrom("video").select(["id", "only_known"]).orderBy("id").execute();
  expect(rows.map(({ id, only_known }) => `${id[0]} ${only_known}`)).toEqual(["a year", "b month", "c null", "d null"]);
  const { given } = await db
    .selectFrom("brought")
    .select("given")
    .where("video_id", "=", "a".repeat(26))
    .executeTakeFirstOrThrow();
  expect(given).toEqual({ add_date: "2017-01-01T00:00:00.000Z", time_missing: true, only_known: "year" });
});

it("an archive of 1.0.0 opens with everything in it", async () => {
  // made by the code of 1.0.0: two recordings with set lists, an edit, a list, a position and a collection
  await using folder = await mkdtempDisposable(path.join(tmpdir(), "stagedoor-1.0.0-"));
  const file = path.join(folder.path, "stagedoor.db");
  await writeFile(file, gunzipSync(await readFile(new URL("archive-1.0.0.db.gz", import.meta.url))));
  await using db = await openDatabase({ file });
  expect((await migrate(db))[0]).toBe("038-guest-decisions");
  await checkIntegrity(db, "full");
  const { rows: faults } = await sql`pragma foreign_key_check`.execute(db);
  expect(faults).toEqual([]);

  const { videos } = await listPage(db, audiences.editors, { limit: 10 });
  expect(videos).toMatchObject([
    { title: "Hidden rehearsal", hidden: true },
    { title: "Été in the garden", hidden: false, prevent_autodelete: true, duration: 3600 },
  ]);
  const id = videos[1]?.id ?? "";
  const { description } = await getVideo(db, audiences.viewers, id);
  expect(description).toBe("Recorded at the lake.\nWith Zoë.");
  expect((await listChanges(db, id)).map(({ kind }) => kind)).toEqual(["edited", "set-list", "added"]);
  const entries = await readSetList(db, id);
  expect(entries.map(({ start, songs }) => [start, songs[0]?.title])).toEqual([
    [0, "River"],
    [180, "Salt - Ben"],
    [480, "River"],
  ]);
  const ada = { memberId: "ada", audience: audiences.viewers, now: new Date("2026-06-01") };
  const [list] = (await listLists(db, ada)).filter(({ kind }) => kind === "own");
  expect(list).toMatchObject({ title: "For the train", entries: 1 });
  expect(await listPositions(db, { ...ada, sessionId: "s" })).toMatchObject([{ id, seconds: 42 }]);
  expect(await listCollections(db, audiences.viewers)).toMatchObject([{ title: "2024 tour", recordings: 1 }]);
  expect((await searchTexts(db, { audience: audiences.viewers, q: "lake", limit: 5 })).found).toHaveLength(1);
});
