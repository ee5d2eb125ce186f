// An archive of 100,000 videos, on both databases, and of fewer in the short form: what people wait for comes out of indexes.
// The functions themselves are called; every query they send is shown to the planner, and none may read a large table from
// one end to the other.
import { sql, type KyselyPlugin } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { videoSorts } from "#contract/video.ts";
import { audiences } from "#server/access/visible.ts";
import { readWork } from "#server/work/gauges.ts";
import { listAssets } from "#server/library/recording.ts";
import { listRipe } from "#server/cleanup/cleanup.ts";
import { openServed } from "#server/prepare/served.ts";
import { selectMade, selectVideos } from "#server/work/storage-report.ts";
import { listTrash } from "#server/cleanup/trash.ts";
import type { Database } from "#server/database/open.ts";
import { listPage } from "#server/library/list.ts";
import { takeJobs, takeLeftBehind } from "#server/queue/lease.ts";
import { databaseKinds, openTestDatabase, type DatabaseKind, type TestDatabase } from "#server/testing/databases.ts";
import { scaled } from "#server/testing/proof.ts";

const count = scaled(40_000, 100_000);
/** From 2018 to 2025. */
const minutesApart = 4_000_000 / count;
const now = new Date("2026-06-01T00:00:00Z");

describe.each(databaseKinds)(`${count} videos, on %s`, (kind) => {
  let database: TestDatabase;
  let db: Database;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    db = database.db;
    await fill(db, kind);
  }, 120_000);
  afterAll(() => database[Symbol.asyncDispose]());

  const expectIndexes = async (act: (watched: Database) => Promise<unknown>) => {
    const plans = await explainAll(db, kind, act);
    expect(plans.length).toBeGreaterThan(0);
    for (const plan of plans) expect(plan).not.toMatch(fullScan[kind]);
    return plans;
  };

  it.each(videoSorts)("pages by %s, the first and one far on, sort nothing", async (sort) => {
    for (const audience of [audiences.viewers, audiences.editors]) {
      const { next } = await listPage(db, audience, { sort, limit: 200 });
      if (next === null) throw new Error("there is a second page");
      for (const after of [undefined, next]) {
        const plans = await expectIndexes((watched) =>
          listPage(watched, audience, { sort, limit: 50, ...(after && { after }) }),
        );
        expect(plans.join()).not.toMatch(/temp b-tree|Sort/i);
      }
    }
  });

  it("a search and a year walk along an index until the page is full", async () => {
    for (const filter of [{ q: "sonata" }, { q: "piece 333" }, { year: 2021 }, { q: "etude", year: 2022 }]) {
      const { videos } = await listPage(db, audiences.viewers, { ...filter, limit: 50 });
      expect(videos).toHaveLength(50);
      await expectIndexes((watched) => listPage(watched, audiences.viewers, { ...filter, limit: 50 }));
    }
  });

  it("one video and its files are found by their keys", async () => {
    const { videos } = await listPage(db, audiences.viewers, { limit: 1 });
    const id = videos[0]?.id ?? "";
    await expectIndexes(async (watched) => {
      expect((await openServed(watched).findAnew(audiences.viewers, id)).assets.size).toBe(1);
      expect(await listAssets(watched, id)).toHaveLength(1);
    });
  });

  it("retention finds what is announced, ripe, or being deleted without looking at the rest", async () => {
    await expectIndexes(async (watched) => {
      expect((await listRipe(watched, now)).length).toBeGreaterThan(0);
      expect((await listTrash(watched)).length).toBeGreaterThan(0);
      for (const column of ["leaves_at", "purging_at"] as const)
        await watched.selectFrom("video").select("id").where(column, "is not", null).limit(1).execute();
    });
  });

  it("the storage page reads a slice at a time, along the keys", async () => {
    await expectIndexes(async (watched) => {
      const videos = await selectVideos(watched, "8").execute();
      expect(await selectMade(watched, { after: "8", to: videos.at(-1)?.id ?? "" }).execute()).toHaveLength(1);
    });
  });

  it("work is taken and counted without looking at what has ended", async () => {
    await expectIndexes(async (watched) => {
      const claim = { holder: "x", kinds: ["note"], limit: 2, now, until: now, except: [] };
      expect(await takeJobs(watched, claim)).toHaveLength(2);
      expect(await takeLeftBehind(watched, claim)).toEqual([]);
      expect(await readWork({ db: watched })).toMatchObject({ running: 2, waiting: 48 });
    });
  });
});

/** Of a table that grows with the archive; one row of library or retention may well be read whole. */
const fullScan: Record<DatabaseKind, RegExp> = {
  sqlite: /\bSCAN (video|asset|recording|job|change)(?! USING (COVERING )?INDEX)/,
  postgres: /Seq Scan on (video|asset|recording|job|change)\b/,
};

/** Runs it for true, then asks for the plan of each query it sent. */
async function explainAll(
  db: Database,
  kind: DatabaseKind,
  act: (watched: Database) => Promise<unknown>,
): Promise<string[]> {
  const nodes: Parameters<KyselyPlugin["transformQuery"]>[0][] = [];
  const watcher: KyselyPlugin = {
    transformQuery(sent) {
      nodes.push(sent);
      return sent.node;
    },
    transformResult: async ({ result }) => result,
  };
  await act(db.withPlugin(watcher));
  const plans: string[] = [];
  for (const { node, queryId } of nodes) {
    const compiled = db.getExecutor().compileQuery(node, queryId);
    if (!/^\s*(select|with|update|delete)/i.test(compiled.sql)) continue;
    const asked = `${kind === "sqlite" ? "explain query plan" : "explain"} ${compiled.sql}`;
    const { rows } = await db.executeQuery<Record<string, unknown>>({ ...compiled, sql: asked });
    plans.push(`${compiled.sql}\n${rows.map((row) => String(row["detail"] ?? row["QUERY PLAN"])).join("\n")}`);
  }
  return plans;
}

/** By the database itself: so many calls would take minutes. */
async function fill(db: Database, kind: DatabaseKind): Promise<void> {
  await db.transaction().execute((trx) => fillAll(trx, kind));
  await sql`analyze`.execute(db);
}

async function fillAll(db: Database, kind: DatabaseKind): Promise<void> {
  const isPostgres = kind === "postgres";
  const numbers = isPostgres
    ? sql`generate_series(1, ${sql.lit(count)}) as n`
    : sql`(with recursive t(n) as (select 1 union all select n + 1 from t where n < ${sql.lit(count)}) select n from t)`;
  const some = isPostgres
    ? sql`generate_series(1, 50) as n`
    : sql`(with recursive t(n) as (select 1 union all select n + 1 from t where n < 50) select n from t)`;
  const date = isPostgres
    ? sql`timestamptz '2018-01-01T00:00:00Z' + n * ${sql.lit(minutesApart)} * interval '1 minute'`
    : sql`strftime('%Y-%m-%dT%H:%M:%fZ', '2018-01-01', '+' || (n * ${sql.lit(minutesApart)}) || ' minutes')`;
  const id = isPostgres ? sql`substr(md5(n::text), 1, 26)` : sql`substr(lower(hex(randomblob(13))), 1, 26)`;
  const word = sql`case n % 4 when 0 then 'sonata' when 1 then 'etude' when 2 then 'prelude' else 'waltz' end`;
  const isSo = (what: ReturnType<typeof sql>) => (isPostgres ? what : sql`(${what})`);
  const trashed = sql`case when n % 1000 = 7 then ${"2026-01-01T00:00:00.000Z"}${sql.raw(isPostgres ? "::timestamptz" : "")} end`;
  if (isPostgres) {
    await sql`set local statement_timeout = 0`.execute(db);
    // the keys are right by how they are made
    for (const table of ["asset", "recording"])
      await sql`alter table ${sql.table(table)} disable trigger all`.execute(db);
  }
  await sql`insert into video (id, title, title_folded, add_date, duration_seconds, hidden, state, trashed_at, created_at, changed_at)
    select ${id}, ${word} || ' piece ' || n, ${word} || ' piece ' || n, ${date}, n % 7000, ${isSo(sql`n % 50 = 0`)},
      case when n % 100 = 3 then 'preparing' else 'published' end, ${trashed}, ${date}, ${date} from ${numbers}`.execute(
    db,
  );
  await sql`insert into recording (video_id, sha256, bytes, name, facts, taken_in_at)
    select id, id, 1000000, 'a.mkv', '{}', created_at from video`.execute(db);
  await sql`insert into asset (video_id, kind, sha256, bytes, facts, made_at)
    select id, 'thumbnail', id, 5000, '{}', created_at from video`.execute(db);
  await sql`insert into change (video_id, at, kind, before, after)
    select id, created_at, 'added', '{}', '{}' from video`.execute(db);
  if (isPostgres)
    for (const table of ["asset", "recording"])
      await sql`alter table ${sql.table(table)} enable trigger all`.execute(db);
  for (const [state, from] of [
    ["done", numbers],
    ["waiting", some],
  ] as const)
    await sql`insert into job (kind, payload, state, run_at, created_at)
      select 'note', 'null', ${sql.lit(state)}, ${date}, ${date} from ${from}`.execute(db);
}
