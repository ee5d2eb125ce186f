// The page of a song that was played 10,000 times against one that was played 10 times, on SQLite and on PostgreSQL: its
// first entries, and its figures. On PostgreSQL the database's own processor time counts, too.
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { migrate } from "#server/database/migrate.ts";
import { openDatabase, type Database } from "#server/database/open.ts";
import { createSongLists } from "#server/library/songs/song-list.ts";
import { lockLibrary } from "#server/library/version.ts";
import { startPostgres } from "#server/testing/postgres.ts";
import { addEditor, addPlayed, multiply } from "#server/testing/songs.ts";
import { noteFigure } from "./notes.ts";
import { findPostgres, startProgram, type Program } from "./programs.ts";
import { atMost, playRounds, printGoals, printLoads, type Measured } from "./ratios.ts";
import { addMember, asMembers } from "./seed.ts";
import { makeLoad, readCpu } from "./wrk.ts";

const rounds = 7;
const members = 64;
const counts = { rare: 10, often: 10_000 } as const;
type Title = keyof typeof counts;
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
    const { ids, tokens } = await seed(db);
    const env = { DATA_DIR: dataDir, LOG_LEVEL: "info", TRUSTED_PROXIES: "127.0.0.1", DEMO_CONTENT: "off" };
    const program = stack.use(
      await startProgram("./archive-program.ts", { ...env, ...(url !== null && { DATABASE_URL: url }) }),
    );
    const { port } = program;
    const measured: (() => Promise<Measured>)[] = [];
    const pids = [...program.pids, ...(url === null ? [] : [await findPostgres(db)])];
    for (const [call, ending] of Object.entries({ "first 10": "?limit=10", page: "?limit=20", figures: "/figures" }))
      for (const title of titles) {
        const requests = asMembers(tokens, () => ({ path: `/api/songs/v/${ids[title]}${ending}` }));
        const name = nameOf(kind, call, title);
        const measure = await makeLoad(folder, name, { port, pids, requests });
        variants.set(name, measure);
        measured.push(measure);
      }
    for (const measure of measured) await measure();
    await noteAfterChange(db, { kind, program: { ...program, pids }, ids, token: tokens[0] ?? "" });
  }
  const played = await playRounds(rounds, variants);
  console.log(`\nA song's page, ${rounds} rounds\n`);
  printLoads(played, variants.keys());
  return printGoals(
    Object.keys(kinds).flatMap((kind) =>
      ["first 10", "page", "figures"].map((call) =>
        atMost(played, "Songs", 1.5, [nameOf(kind, call, "often"), nameOf(kind, call, "rare")]),
      ),
    ),
  );
}

function nameOf(kind: string, call: string, title: Title): string {
  return `${kind}: ${call}, ${counts[title].toLocaleString("en-GB")} times`;
}

async function seed(db: Database): Promise<{ ids: Record<Title, string>; tokens: string[] }> {
  await migrate(db);
  await addPlayed(db, await addEditor(db), { setList: "0:00 rare\n1:00 often" });
  const known = new Map((await createSongLists(db).all("editors")).map(({ title, id }) => [title, id]));
  const ids = { rare: known.get("rare") ?? "", often: known.get("often") ?? "" };
  for (const title of titles)
    await multiply(db, { songId: ids[title], count: counts[title] - 1, prefix: title.slice(0, 1) });
  await sql`analyze`.execute(db);
  const tokens = await db
    .transaction()
    .execute((trx) => Promise.all(Array.from({ length: members }, () => addMember(trx))));
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
    noteFigure(nameOf(kind, "figures after a change", title), mean, "ms of processor");
    console.log(`  ${nameOf(kind, "figures after a change", title)}: ${mean.toFixed(1)} ms of processor`);
  }
}
