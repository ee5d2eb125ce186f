// GET /api/video/list with 10, 1,000 and 10,000 videos, and a page of 50 of 1,000 and of 100,000,
// against a bare Fastify, nginx and a list made anew for each request. Goals A1 to A3.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { startNginx, startProgram, type Program } from "./programs.ts";
import {
  cpuRatio,
  playRounds,
  printGoals,
  spreadOf,
  throughputRatio,
  type Goal,
  type Measured,
  type Round,
} from "./ratios.ts";
import { seedArchive, type Seeded } from "./seed.ts";
import { makeLoad } from "./wrk.ts";

const rounds = 7;
const compressed = { "accept-encoding": "gzip, deflate, br, zstd" };

export async function benchList(): Promise<boolean> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), "stagedoor-bench-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));

  const archives = new Map<number, { seeded: Seeded; program: Program }>();
  for (const count of [10, 1000, 10_000, 100_000]) {
    const seeded = await seedArchive(folder, count);
    const env = { DATA_DIR: seeded.dataDir, LOG_LEVEL: "info", TRUSTED_PROXIES: "127.0.0.1", DEMO_CONTENT: "off" };
    archives.set(count, { seeded, program: stack.use(await startProgram("./archive-program.ts", env)) });
  }
  const thousand = required(archives.get(1000));
  const hello = stack.use(await startProgram("./hello-program.ts", { DATA_DIR: thousand.seeded.dataDir }));

  // made once, and not while it is being measured
  for (const archive of archives.values()) await readList(archive);
  const { body, etag, size } = await readList(thousand);
  await writeFile(path.join(folder, "list.json"), body);
  await writeFile(path.join(folder, "small.json"), "");
  await writeFile(path.join(folder, "small.json.gz"), gzipSync(body));
  const nginx = await startNginx(folder);
  if (nginx) stack.use(nginx);
  else console.log("There is no nginx here: its two anchors are left out.");

  const load = (name: string, program: Program, requests: Parameters<typeof makeLoad>[2]["requests"]) =>
    makeLoad(folder, name, { ...program, requests });
  const variants = new Map<string, () => Promise<Measured>>();
  for (const count of [10, 1000, 10_000]) {
    const { seeded, program } = required(archives.get(count));
    variants.set(
      `list of ${count}`,
      await load(`list ${count}`, program, asMembers(seeded, "/api/video/list", compressed)),
    );
  }
  const known = { ...compressed, "if-none-match": etag };
  variants.set("304", await load("304", thousand.program, asMembers(thousand.seeded, "/api/video/list", known)));
  variants.set("hello", await load("hello", hello, asMembers(thousand.seeded, "/hello", compressed)));
  variants.set("door", await load("door", thousand.program, asMembers(thousand.seeded, "/api/site", compressed)));
  variants.set("naive", await load("naive", hello, asMembers(thousand.seeded, "/naive", compressed)));
  for (const count of [1000, 100_000]) {
    const { seeded, program } = required(archives.get(count));
    variants.set(
      `page of ${count}`,
      await load(`page ${count}`, program, asMembers(seeded, "/api/video/list?limit=50", compressed)),
    );
  }
  if (nginx) {
    variants.set("nginx plain", await load("nginx plain", nginx, asMembers(thousand.seeded, "/list.json", compressed)));
    variants.set("nginx gzip", await load("nginx gzip", nginx, asMembers(thousand.seeded, "/small.json", compressed)));
  }

  for (const measure of variants.values()) await measure();
  const played = await playRounds(rounds, variants);
  console.log(
    `\nThe list (1,000 videos: ${kilobytes(body.length)}, sent as ${kilobytes(size)} of brotli), ${rounds} rounds\n`,
  );
  printMeasured(played, variants);
  return printGoals(listGoals(played, nginx !== undefined));
}

function listGoals(played: readonly Round[], hasNginx: boolean): Goal[] {
  const atLeast = (id: string, least: number, pair: [string, string]): Goal => {
    const measured = throughputRatio(played, ...pair);
    return {
      name: `${id} ${pair.join(" / ")}, throughput`,
      goal: `>= ${least}`,
      measured,
      isReached: measured.median >= least,
    };
  };
  const door = throughputRatio(played, "list of 1000", "door");
  const page = cpuRatio(played, "page of 100000", "page of 1000");
  return [
    atLeast("A1", 0.65, ["list of 1000", "hello"]),
    ...(hasNginx
      ? [atLeast("A1", 0.9, ["list of 1000", "nginx plain"]), atLeast("A1", 0.45, ["list of 1000", "nginx gzip"])]
      : []),
    atLeast("A2", 1, ["304", "hello"]),
    atLeast("A2", 80, ["list of 1000", "naive"]),
    { name: "-- list of 1000 / our cheapest call, throughput", goal: "none", measured: door, isReached: true },
    {
      name: "A3 page of 50 of 100,000 / of 1,000, processor time",
      goal: "<= 1.5",
      measured: page,
      isReached: page.median <= 1.5,
    },
  ];
}

function printMeasured(played: readonly Round[], variants: ReadonlyMap<string, unknown>): void {
  for (const name of variants.keys()) {
    const rate = spreadOf(played.map((round) => round.get(name)?.requestsPerSecond ?? 0));
    const cpu = spreadOf(played.map((round) => round.get(name)?.cpuMicroseconds ?? 0));
    const row = [
      `${rate.median.toFixed(0)} requests/s`.padStart(18),
      `${cpu.median.toFixed(1)} µs of processor each`.padStart(32),
    ];
    console.log(
      `  ${name.padEnd(16)}${row.join("")}   hello x ${throughputRatio(played, name, "hello").median.toFixed(3)}`,
    );
  }
  console.log("");
}

/** From many members and many addresses, as the limits expect it. */
function asMembers({ tokens, cursors }: Seeded, url: string, headers: Record<string, string>) {
  return tokens.map((token, index) => {
    const after = url.includes("limit=") ? `&after=${cursors[index]}` : "";
    return {
      path: url + after,
      headers: { ...headers, cookie: `session=${token}`, "x-forwarded-for": `10.0.0.${index + 1}` },
    };
  });
}

async function readList({ seeded, program }: { seeded: Seeded; program: Program }) {
  const headers = { cookie: `session=${seeded.tokens[0]}`, "accept-encoding": "br" };
  const response = await fetch(`http://localhost:${program.port}/api/video/list`, { headers });
  if (response.status !== 200) throw new Error(`the list: ${response.status} ${await response.text()}`);
  const size = Number(response.headers.get("content-length"));
  return { body: Buffer.from(await response.arrayBuffer()), etag: response.headers.get("etag") ?? "", size };
}

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("not measured");
  return value;
}

function kilobytes(bytes: number): string {
  return `${Math.round(bytes / 1000)} kB`;
}
