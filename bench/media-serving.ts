// GET /api/media/…: ranges of a large file, small parts and playlists, against nginx and @fastify/static, and what a slow
// viewer costs in memory. Goals S1, S5, S6 and S8.
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createWriteStream, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openDatabase } from "#server/database/open.ts";
import { fileOf, openStore } from "#server/media/store.ts";
import { startNginx, startProgram, type Program } from "./programs.ts";
import { cpuRatio, playRounds, printGoals, spreadOf, throughputRatio, type Goal, type Measured } from "./ratios.ts";
import { seedArchive } from "./seed.ts";
import { makeLoad } from "./wrk.ts";

const rounds = 7;
const fileBytes = 2 ** 30;

export async function benchServing(): Promise<boolean> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), "stagedoor-bench-serving-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const { dataDir, tokens } = await seedArchive(folder, 10);
  const { id, file, playlist } = await addMedia(dataDir);
  await symlink(file, path.join(folder, "large.mp4"));
  await writeFile(path.join(folder, "list.json"), playlist);
  const open = path.join(folder, "open");
  await mkdir(open);
  await symlink(file, path.join(open, "large.mp4"));

  const env = { LOG_LEVEL: "info", TRUSTED_PROXIES: "127.0.0.1", DEMO_CONTENT: "off" };
  const archive = stack.use(await startProgram("./archive-program.ts", { ...env, DATA_DIR: dataDir }));
  const fromStatic = stack.use(await startProgram("./static-program.ts", { DATA_DIR: open }));
  const hello = stack.use(await startProgram("./hello-program.ts", { DATA_DIR: dataDir }));
  const nginx = await startNginx(folder);
  if (!nginx) throw new Error("There is no nginx here to measure against.");
  stack.use(nginx);

  const load = (
    name: string,
    program: Program,
    ask: (index: number) => { path: string; headers?: Record<string, string> },
  ) => {
    const requests = Array.from({ length: 256 }, (_, index) => {
      const { path: address, headers } = ask(index);
      const cookie = `session=${tokens[index % tokens.length]}`;
      return {
        path: address,
        headers: { cookie, "x-forwarded-for": `10.0.0.${(index % tokens.length) + 1}`, ...headers },
      };
    });
    return makeLoad(folder, name, { ...program, requests });
  };
  const range = (least: number, most: number) => (index: number) => {
    const bytes = least + ((index * 7919) % (most - least + 1));
    const from = (index * 3_999_971) % (fileBytes - bytes);
    return { range: `bytes=${from}-${from + bytes - 1}` };
  };
  const ours = `/api/media/${id}/video-source.mp4`;
  const [large, small] = [range(2 ** 20, 4 * 2 ** 20), range(72 * 1024, 72 * 1024)];
  const variants = new Map<string, () => Promise<Measured>>([
    ["ours large", await load("ours large", archive, (index) => ({ path: ours, headers: large(index) }))],
    ["nginx large", await load("nginx large", nginx, (index) => ({ path: "/large.mp4", headers: large(index) }))],
    [
      "static large",
      await load("static large", fromStatic, (index) => ({ path: "/large.mp4", headers: large(index) })),
    ],
    ["ours small", await load("ours small", archive, (index) => ({ path: ours, headers: small(index) }))],
    ["nginx small", await load("nginx small", nginx, (index) => ({ path: "/large.mp4", headers: small(index) }))],
    ["ours playlist", await load("ours playlist", archive, () => ({ path: `/api/media/${id}/video-source.m3u8` }))],
    ["nginx playlist", await load("nginx playlist", nginx, () => ({ path: "/list.json" }))],
    ["hello", await load("hello", hello, () => ({ path: "/hello" }))],
  ]);
  for (const measure of variants.values()) await measure();
  const played = await playRounds(rounds, variants);
  console.log(`\nServing, ${rounds} rounds of one second, 16 connections\n`);
  for (const name of variants.keys()) {
    const rate = spreadOf(played.map((round) => round.get(name)?.requestsPerSecond ?? 0));
    const cpu = spreadOf(played.map((round) => round.get(name)?.cpuMicroseconds ?? 0));
    console.log(
      `  ${name.padEnd(16)}${rate.median.toFixed(0).padStart(10)} requests/s${cpu.median.toFixed(0).padStart(10)} µs of processor each`,
    );
  }
  console.log("");
  const atLeast = (name: string, least: number, pair: [string, string]): Goal => {
    const measured = throughputRatio(played, ...pair);
    return {
      name: `${name} ${pair.join(" / ")}, throughput`,
      goal: `>= ${least}`,
      measured,
      isReached: measured.median >= least,
    };
  };
  const atMost = (name: string, most: number, pair: [string, string]): Goal => {
    const measured = cpuRatio(played, ...pair);
    return {
      name: `${name} ${pair.join(" / ")}, processor time`,
      goal: `<= ${most}`,
      measured,
      isReached: measured.median <= most,
    };
  };
  const each = await measureSlowViewers(archive, { address: ours, token: tokens[0] ?? "" });
  return printGoals([
    atLeast("S1", 0.4, ["ours large", "nginx large"]),
    atMost("S1", 4, ["ours large", "nginx large"]),
    atLeast("S5", 0.4, ["ours small", "nginx small"]),
    atLeast("S5", 0.5, ["ours playlist", "nginx playlist"]),
    atLeast("S5", 0.85, ["ours playlist", "hello"]),
    atMost("S8", 0.2, ["ours large", "static large"]),
    {
      name: "S6 memory of a slow viewer, KiB",
      goal: "<= 300",
      measured: { low: each, median: each, high: each },
      isReached: each <= 300,
    },
  ]);
}

/** A file of noise and a playlist, as one video's. */
async function addMedia(dataDir: string) {
  const store = await openStore(path.join(dataDir, "media"), { isExpected: false });
  await using db = await openDatabase({ file: path.join(dataDir, "stagedoor.db") });
  const { id } = await db
    .selectFrom("video")
    .select("id")
    .where("hidden", "=", false)
    .where("state", "=", "published")
    .limit(1)
    .executeTakeFirstOrThrow();
  const asset = { video_id: id, facts: "{}", made_at: new Date() };
  const large = { kind: "video-source.mp4" as const, sha256: "a".repeat(64), bytes: fileBytes };
  const file = fileOf(store, id, large);
  await mkdir(path.dirname(file), { recursive: true });
  const target = createWriteStream(file);
  const noise = randomBytes(2 ** 20);
  for (let written = 0; written < fileBytes; written += noise.length)
    if (!target.write(noise)) await once(target, "drain");
  target.end();
  await once(target, "finish");
  const playlist = Array.from(
    { length: 900 },
    (_, n) => `#EXTINF:4,\n#EXT-X-BYTERANGE:1000000@${n * 1_000_000}\nvideo-source.mp4`,
  ).join("\n");
  const list = { kind: "video-source.m3u8" as const, sha256: "b".repeat(64), bytes: playlist.length };
  await writeFile(fileOf(store, id, list), playlist);
  await db
    .insertInto("asset")
    .values([
      { ...asset, ...large },
      { ...asset, ...list },
    ])
    .execute();
  return { id, file, playlist };
}

/** Many who read slowly: how much memory of the server's own each of them holds. */
async function measureSlowViewers(
  { port, pids }: Program,
  { address, token }: { address: string; token: string },
): Promise<number> {
  const count = 300;
  const readAnonymous = () => Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pids[0]}/status`, "utf8"))?.[1]);
  const before = readAnonymous();
  const viewers: Socket[] = [];
  for (let n = 0; n < count; n += 1) {
    const socket = connect(port, "127.0.0.1");
    await once(socket, "connect");
    socket.write(
      `GET ${address} HTTP/1.1\r\nHost: localhost:${port}\r\nCookie: session=${token}\r\nX-Forwarded-For: 10.1.0.${n % 250}\r\n\r\n`,
    );
    socket.on("data", () => {
      socket.pause();
      setTimeout(() => socket.resume(), 200);
    });
    viewers.push(socket);
  }
  await sleep(4000);
  const after = readAnonymous();
  for (const viewer of viewers) viewer.destroy();
  return (after - before) / count;
}
