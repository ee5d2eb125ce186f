// The list of an archive with five levels above the standard, asked for by members of all of them, against the same archive
// with one level. Goals: within 1.1 times of its cost per request, and within 1.3 times of its memory.
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { openDatabase } from "#server/database/open.ts";
import { noteFigure } from "./notes.ts";
import { startProgram, type Program } from "./programs.ts";
import { atMost, playRounds, printGoals, printLoads, type Measured } from "./ratios.ts";
import { asMembers, seedArchive } from "./seed.ts";
import { makeLoad } from "./wrk.ts";

const rounds = 15;
const levelCount = 5;
const above = Array.from({ length: levelCount }, (_, at) => ({
  ...{ id: `level-${at + 1}`, name: `Level ${at + 1}`, patreonTierIds: [String(at + 2)], twitchTier: null },
}));

export async function benchLevels(): Promise<boolean> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), "stagedoor-bench-levels-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const variants = new Map<string, () => Promise<Measured>>();
  const programs = new Map<string, Program>();
  for (const [name, members] of [
    ["one level", 64],
    ["six levels", 65],
  ] as const) {
    const { dataDir, tokens } = await seedArchive(folder, 1000, members);
    const hasLevels = name === "six levels";
    if (hasLevels) await spread(dataDir);
    const env = { DATA_DIR: dataDir, LOG_LEVEL: "info", TRUSTED_PROXIES: "127.0.0.1", DEMO_CONTENT: "off" };
    const levels = hasLevels ? { LEVELS: JSON.stringify(above), LOCKED: "card" } : {};
    const program = stack.use(await startProgram("./archive-program.ts", { ...env, ...levels }));
    programs.set(name, program);
    const headers = { "accept-encoding": "gzip, deflate, br, zstd" };
    const requests = asMembers(tokens, () => ({ path: "/api/video/list", headers }));
    variants.set(name, await makeLoad(folder, name, { ...program, requests }));
  }
  for (const measure of variants.values()) await measure();
  const played = await playRounds(rounds, variants);
  console.log(`\nThe list of 1,000 recordings, with one level and with six, ${rounds} rounds\n`);
  printLoads(played, variants.keys());
  const [one = 0, six = 0] = [...programs.values()].map(readMemory);
  noteFigure("memory with six levels / with one", six / one, "times");
  console.log(`Memory with six levels: ${(six / one).toFixed(2)} times that with one.`);
  return printGoals([atMost(played, "L6", 1.1, ["six levels", "one level"])]);
}

/** In megabytes. */
function readMemory({ pids }: Program): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pids[0]}/status`, "utf8"))?.[1] ?? Number.NaN) / 1024;
}

/** Recordings and members of every level, in turn. */
async function spread(dataDir: string): Promise<void> {
  await using db = await openDatabase({ file: path.join(dataDir, "stagedoor.db") });
  const videos = await db.selectFrom("video").select("id").orderBy("id").execute();
  const identities = await db.selectFrom("identity").select("id").orderBy("id").execute();
  await db.transaction().execute(async (trx) => {
    for (const [at, { id }] of videos.entries())
      await trx
        .updateTable("video")
        .set({ level: above[at % (levelCount + 1)]?.id ?? null })
        .where("id", "=", id)
        .execute();
    for (const [at, { id }] of identities.entries())
      await trx
        .updateTable("entitlement")
        .set({ tier_ids: JSON.stringify(["1", String((at % (levelCount + 1)) + 1)]) })
        .where("identity_id", "=", id)
        .execute();
  });
}
