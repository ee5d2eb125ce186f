// Search, and the page of a song, in small archives and in large ones, on both databases.
import { audiences } from "#server/access/visible.ts";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { migrate } from "#server/database/migrate.ts";
import { type Database, isPostgres, openDatabase } from "#server/database/open.ts";
import { createSongLists } from "#server/library/songs/song-list.ts";
import { lockLibrary } from "#server/library/version.ts";
import { startPostgres } from "#server/testing/postgres.ts";
import { addEditor, addPlayed, multiply } from "#server/testing/songs.ts";
import { makeLoad, readCpu } from "./load.ts";
import { findPostgres, type Program, startProgram } from "./programs.ts";
import { atMost, type Measured, noteFigure, playRounds, printGoals, printLoads } from "./report.ts";
import { addMember, addVideos, asMembers } from "./seed.ts";

// A search among 100,000 recordings against one among 1,000, on SQLite and on PostgreSQL: for one title, for a word of one
// description, and for a word that many have. On PostgreSQL the database's own processor time counts, too.

const searchRounds = 7;
const searchMembers = 64;
const searchCounts = [1000, 100_000] as const;
const kinds = ["SQLite", "PostgreSQL"] as const;
const calls = ["one title", "one description", "a common word"] as const;
type Kind = (typeof kinds)[number];

export async function benchSearch(): Promise<boolean> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), "stagedoor-bench-search-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const variants = new Map<string, () => Promise<Measured>>();
  for (const kind of kinds)
    for (const count of searchCounts) {
      const dataDir = path.join(folder, `${kind}-${count}`);
      await mkdir(dataDir);
      const postgres = kind === "PostgreSQL" ? stack.use(await startPostgres()) : undefined;
      const place = postgres ? { url: postgres.url } : { file: path.join(dataDir, "stagedoor.db") };
      const db = stack.use(await openDatabase(place));
      const tokens = await searchSeed(db, count);
      const env = { DATA_DIR: dataDir, LOG_LEVEL: "info", TRUSTED_PROXIES: "127.0.0.1", DEMO_CONTENT: "off" };
      const elsewhere = "url" in place ? { DATABASE_URL: place.url } : {};
      const program = stack.use(await startProgram("archive", { ...env, ...elsewhere }));
      // every title ends with its number
      const numberAt = (index: number) => count - 1 - (index % searchMembers);
      const paths = {
        "one title": (index: number) => `/api/video/list?limit=50&q=${numberAt(index)}`,
        "one description": (index: number) => `/api/search?q=told+${numberAt(index)}`,
        "a common word": () => "/api/search?limit=50&q=piano",
      };
      const pids = [...program.pids, ...(postgres ? [await findPostgres(db)] : [])];
      for (const call of calls) {
        const requests = asMembers(tokens, (index) => ({ path: paths[call](index) }));
        const measure = await makeLoad(folder, searchNameOf(kind, call, count), {
          ...program,
          pids,
          requests,
          connections: 2,
        });
        await measure();
        variants.set(searchNameOf(kind, call, count), measure);
      }
    }
  const played = await playRounds(searchRounds, variants);
  console.log(`\nSearch, ${searchRounds} rounds\n`);
  printLoads(played, variants.keys());
  return printGoals(
    kinds.flatMap((kind) =>
      calls.map((call) =>
        atMost(played, "Search", 2, [searchNameOf(kind, call, 100_000), searchNameOf(kind, call, 1000)]),
      ),
    ),
  );
}

function searchNameOf(kind: Kind, call: string, count: number): string {
  return `${kind}: ${call} of ${count}`;
}

/** Each description has the words of the title, and one more. */
async function searchSeed(db: Database, count: number): Promise<string[]> {
  await migrate(db);
  await db.transaction().execute((trx) => addVideos(trx, count));
  await db.transaction().execute(async (trx) => {
    // more at once than the archive ever does
    if (isPostgres(trx)) await sql`set local statement_timeout = 0`.execute(trx);
    await sql`update video set description = 'Told: ' || title`.execute(trx);
    const description = sql<string>`'told: ' || title`;
    await trx.updateTable("search_text").set({ description, is_read: true }).execute();
  });
  await sql`analyze`.execute(db);
  return db.transaction().execute((trx) => Promise.all(Array.from({ length: searchMembers }, () => addMember(trx))));
}

// The page of a song that was played 10,000 times against one that was played 10 times, on SQLite and on PostgreSQL: its
// first entries, and its figures. On PostgreSQL the database's own processor time counts, too.

const songsRounds = 7;
const songsMembers = 64;
const songsCounts = { rare: 10, often: 10_000 } as const;
type Title = keyof typeof songsCounts;
const titles = ["rare", "often"] as const satisfies readonly Title[];

export async function benchSongs(): Promise<boolean> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), "stagedoor-bench-songs-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const postgres = stack.use(await startPostgres());
  const variants = new Map<string, () => Promise<Measured>>();
  const kinds = { SQLite: null, PostgreSQL: postgres.url };
  for (const [kind, url] of Object.entries(kinds)) {
    const dataDir = path.join(folder, kind);
    await mkdir(dataDir);
    const db = stack.use(await openDatabase(url === null ? { file: path.join(dataDir, "stagedoor.db") } : { url }));
    const { ids, tokens } = await songsSeed(db);
    const env = { DATA_DIR: dataDir, LOG_LEVEL: "info", TRUSTED_PROXIES: "127.0.0.1", DEMO_CONTENT: "off" };
    const program = stack.use(await startProgram("archive", { ...env, ...(url !== null && { DATABASE_URL: url }) }));
    const { port } = program;
    const measured: (() => Promise<Measured>)[] = [];
    const pids = [...program.pids, ...(url === null ? [] : [await findPostgres(db)])];
    for (const [call, ending] of Object.entries({ "first 10": "?limit=10", page: "?limit=20", figures: "/figures" }))
      for (const title of titles) {
        const requests = asMembers(tokens, () => ({ path: `/api/songs/v/${ids[title]}${ending}` }));
        const name = songsNameOf(kind, call, title);
        const measure = await makeLoad(folder, name, { port, pids, requests });
        variants.set(name, measure);
        measured.push(measure);
      }
    for (const measure of measured) await measure();
    await noteAfterChange(db, { kind, program: { ...program, pids }, ids, token: tokens[0] ?? "" });
  }
  const played = await playRounds(songsRounds, variants);
  console.log(`\nA song's page, ${songsRounds} rounds\n`);
  printLoads(played, variants.keys());
  return printGoals(
    Object.keys(kinds).flatMap((kind) =>
      ["first 10", "page", "figures"].map((call) =>
        atMost(played, "Songs", 1.5, [songsNameOf(kind, call, "often"), songsNameOf(kind, call, "rare")]),
      ),
    ),
  );
}

function songsNameOf(kind: string, call: string, title: Title): string {
  return `${kind}: ${call}, ${songsCounts[title].toLocaleString("en-GB")} times`;
}

async function songsSeed(db: Database): Promise<{ ids: Record<Title, string>; tokens: string[] }> {
  await migrate(db);
  await addPlayed(db, await addEditor(db), { setList: "0:00 rare\n1:00 often" });
  const known = new Map((await createSongLists(db).all(audiences.editors)).map(({ title, id }) => [title, id]));
  const ids = { rare: known.get("rare") ?? "", often: known.get("often") ?? "" };
  for (const title of titles)
    await multiply(db, { songId: ids[title], count: songsCounts[title] - 1, prefix: title.slice(0, 1) });
  await sql`analyze`.execute(db);
  const tokens = await db
    .transaction()
    .execute((trx) => Promise.all(Array.from({ length: songsMembers }, () => addMember(trx))));
  return { ids, tokens };
}

interface Changed {
  kind: string;
  program: Program;
  ids: Record<Title, string>;
  token: string;
}

/** Figures are counted again after each change of the library: once, whoever asks. No goal, but to be known. */
async function noteAfterChange(db: Database, { kind, program, ids, token }: Changed): Promise<void> {
  for (const title of titles) {
    const costs: number[] = [];
    for (let round = 0; round < 15; round++) {
      await db.transaction().execute((trx) => lockLibrary(trx));
      const before = readCpu(program.pids);
      const answer = await fetch(`http://localhost:${program.port}/api/songs/v/${ids[title]}/figures`, {
        headers: { cookie: `session=${token}` },
      });
      if (!answer.ok) throw new Error(`figures: ${answer.status} ${await answer.text()}`);
      await answer.arrayBuffer();
      costs.push((readCpu(program.pids) - before) * 1000);
    }
    // the system counts in steps of 10 ms, so one alone says little
    const mean = costs.reduce((sum, cost) => sum + cost, 0) / costs.length;
    noteFigure(songsNameOf(kind, "figures after a change", title), mean, "ms of processor");
    console.log(`  ${songsNameOf(kind, "figures after a change", title)}: ${mean.toFixed(1)} ms of processor`);
  }
}
