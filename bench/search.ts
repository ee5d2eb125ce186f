// A search among 100,000 recordings against one among 1,000, on SQLite and on PostgreSQL: for one title, for a word of one
// description, and for a word that many have. On PostgreSQL the database's own processor time counts, too.
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { migrate } from "#server/database/migrate.ts";
import { isPostgres, openDatabase, type Database } from "#server/database/open.ts";
import { startPostgres } from "#server/testing/postgres.ts";
import { findPostgres, startProgram } from "./programs.ts";
import { atMost, playRounds, printGoals, printLoads, type Measured } from "./ratios.ts";
import { addMember, addVideos, asMembers } from "./seed.ts";
import { makeLoad } from "./wrk.ts";

const rounds = 7;
const members = 64;
const counts = [1000, 100_000] as const;
const kinds = ["SQLite", "PostgreSQL"] as const;
const calls = ["one title", "one description", "a common word"] as const;
type Kind = (typeof kinds)[number];

export async function benchSearch(): Promise<boolean> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), "stagedoor-bench-search-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const variants = new Map<string, () => Promise<Measured>>();
  for (const kind of kinds)
    for (const count of counts) {
      const dataDir = path.join(folder, `${kind}-${count}`);
      await mkdir(dataDir);
      const postgres = kind === "PostgreSQL" ? stack.use(await startPostgres()) : undefined;
      const place = postgres ? { url: postgres.url } : { file: path.join(dataDir, "stagedoor.db") };
      const db = stack.use(await openDatabase(place));
      const tokens = await seed(db, count);
      const env = { DATA_DIR: dataDir, LOG_LEVEL: "info", TRUSTED_PROXIES: "127.0.0.1", DEMO_CONTENT: "off" };
      const elsewhere = "url" in place ? { DATABASE_URL: place.url } : {};
      const program = stack.use(await startProgram("./archive-program.ts", { ...env, ...elsewhere }));
      // every title ends with its number
      const numberAt = (index: number) => count - 1 - (index % members);
      const paths = {
        "one title": (index: number) => `/api/video/list?limit=50&q=${numberAt(index)}`,
        "one description": (index: number) => `/api/search?q=told+${numberAt(index)}`,
        "a common word": () => "/api/search?limit=50&q=piano",
      };
      const pids = [...program.pids, ...(postgres ? [await findPostgres(db)] : [])];
      for (const call of calls) {
        const requests = asMembers(tokens, (index) => ({ path: paths[call](index) }));
        const measure = await makeLoad(folder, nameOf(kind, call, count), {
          ...program,
          pids,
          requests,
          connections: 2,
        });
        await measure();
        variants.set(nameOf(kind, call, count), measure);
      }
    }
  const played = await playRounds(rounds, variants);
  console.log(`\nSearch, ${rounds} rounds\n`);
  printLoads(played, variants.keys());
  return printGoals(
    kinds.flatMap((kind) =>
      calls.map((call) => atMost(played, "Search", 2, [nameOf(kind, call, 100_000), nameOf(kind, call, 1000)])),
    ),
  );
}

function nameOf(kind: Kind, call: string, count: number): string {
  return `${kind}: ${call} of ${count}`;
}

/** Each description has the words of the title, and one more. */
async function seed(db: Database, count: number): Promise<string[]> {
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
  return db.transaction().execute((trx) => Promise.all(Array.from({ length: members }, () => addMember(trx))));
}
