// What becomes slower as the archive grows: pages, one recording and a saved position, with 10, 1,000 and 100,000
// recordings; and how large the database becomes. Goal A3, for everything whose cost should not grow.
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { openDatabase } from "#server/database/open.ts";
import { noteFigure } from "./notes.ts";
import { startProgram } from "./programs.ts";
import { atMost, playRounds, printGoals, printLoads, type Measured } from "./ratios.ts";
import { asMembers, seedArchive, type Ask, type Seeded } from "./seed.ts";
import { makeLoad } from "./wrk.ts";

const rounds = 5;
const counts = [10, 1000, 100_000];

export async function benchGrowth(): Promise<boolean> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), "stagedoor-bench-growth-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const variants = new Map<string, () => Promise<Measured>>();
  const bytes = new Map<number, number>();
  for (const count of counts) {
    const seeded = await seedArchive(folder, count);
    bytes.set(count, await sizeOf(seeded));
    const calls = describeCalls(await listIds(seeded));
    const env = { DATA_DIR: seeded.dataDir, LOG_LEVEL: "info", TRUSTED_PROXIES: "127.0.0.1", DEMO_CONTENT: "off" };
    const program = stack.use(await startProgram("./archive-program.ts", env));
    for (const [name, ask] of Object.entries(calls)) {
      const requests = asMembers(seeded.tokens, ask);
      variants.set(`${name} of ${count}`, await makeLoad(folder, `${name} ${count}`, { ...program, requests }));
    }
  }
  for (const measure of variants.values()) await measure();
  const played = await playRounds(rounds, variants);
  console.log(`\nGrowth, ${rounds} rounds\n`);
  printLoads(played, variants.keys());
  await noteSizes(folder, bytes);
  return printGoals(
    ["first page", "one video", "save position"].map((call) =>
      atMost(played, "A3", 1.5, [`${call} of 100000`, `${call} of 1000`]),
    ),
  );
}

function describeCalls(ids: readonly string[]): Record<string, Ask> {
  const idAt = (index: number) => ids[index % ids.length] ?? "";
  return {
    "first page": () => ({ path: "/api/video/list?limit=50" }),
    "one video": (index) => ({ path: `/api/video/v/${idAt(index)}` }),
    "save position": (index) => ({
      path: `/api/user/positions/${idAt(index)}`,
      body: JSON.stringify({ seconds: index + 1, at: new Date().toISOString() }),
    }),
  };
}

async function listIds({ dataDir }: Seeded): Promise<string[]> {
  await using db = await openDatabase({ file: path.join(dataDir, "stagedoor.db") });
  const rows = await db.selectFrom("video").select("id").orderBy("id").limit(64).execute();
  return rows.map(({ id }) => id);
}

async function sizeOf({ dataDir }: Seeded): Promise<number> {
  return (await stat(path.join(dataDir, "stagedoor.db"))).size;
}

async function noteSizes(folder: string, bytes: ReadonlyMap<number, number>): Promise<void> {
  const [few = 0, many = 0] = [bytes.get(10), bytes.get(100_000)];
  noteFigure("database per video", (many - few) / 99_990, "bytes");
  const people = 2000;
  const more = await sizeOf(await seedArchive(folder, 10, 64 + people));
  noteFigure("database per member", (more - few) / people, "bytes");
}
