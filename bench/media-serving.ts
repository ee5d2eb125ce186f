// GET /api/media/…: ranges of a large file, small parts and playlists, against nginx and @fastify/static, and what a slow
// viewer costs in memory. Goals S1, S5, S6 and S8.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { addMedia, meanBytes, rangeOf } from "./media-seed.ts";
import { noteFigure } from "./notes.ts";
import { startNginx, startProgram, type Program } from "./programs.ts";
import { atLeast, atMost, playRounds, printGoals, printLoads, type Measured } from "./ratios.ts";
import { asMembers, seedArchive, type Ask } from "./seed.ts";
import { makeLoad } from "./wrk.ts";

const rounds = 7;
const fileBytes = 2 ** 30;
const requestCount = 256;
const [large, small] = [
  [2 ** 20, 4 * 2 ** 20],
  [72 * 1024, 72 * 1024],
] as const;

export async function benchServing(): Promise<boolean> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), "stagedoor-bench-serving-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const { dataDir, tokens } = await seedArchive(folder, 10);
  const { address: ours, playlistAddress, file, playlist } = await addMedia(dataDir, fileBytes);
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

  const load = (name: string, program: Program, ask: Ask) =>
    makeLoad(folder, name, { ...program, requests: asMembers(tokens, ask, requestCount) });
  const ranged = (path: string, lengths: readonly [number, number]) => (index: number) => ({
    path,
    headers: { range: rangeOf(index, fileBytes, lengths) },
  });
  const variants = new Map<string, () => Promise<Measured>>([
    ["ours large", await load("ours large", archive, ranged(ours, large))],
    ["nginx large", await load("nginx large", nginx, ranged("/large.mp4", large))],
    ["static large", await load("static large", fromStatic, ranged("/large.mp4", large))],
    ["ours small", await load("ours small", archive, ranged(ours, small))],
    ["nginx small", await load("nginx small", nginx, ranged("/large.mp4", small))],
    ["ours playlist", await load("ours playlist", archive, () => ({ path: playlistAddress }))],
    ["nginx playlist", await load("nginx playlist", nginx, () => ({ path: "/list.json" }))],
    ["hello", await load("hello", hello, () => ({ path: "/hello" }))],
  ]);
  for (const measure of variants.values()) await measure();
  const played = await playRounds(rounds, variants);
  console.log(`\nServing, ${rounds} rounds of one second, 16 connections\n`);
  printLoads(played, variants.keys());
  noteFigure("large ranges, mean", meanBytes(requestCount, fileBytes, large) / 1e6, "MB");
  const each = await measureSlowViewers(archive, { address: ours, token: tokens[0] ?? "" });
  noteFigure("memory of a slow viewer", each, "KiB");
  return printGoals([
    atLeast(played, "S1", 0.4, ["ours large", "nginx large"]),
    atMost(played, "S1", 4, ["ours large", "nginx large"]),
    atLeast(played, "S5", 0.4, ["ours small", "nginx small"]),
    atLeast(played, "S5", 0.5, ["ours playlist", "nginx playlist"]),
    atLeast(played, "S5", 0.85, ["ours playlist", "hello"]),
    atMost(played, "S8", 0.2, ["ours large", "static large"]),
    {
      name: "S6 memory of a slow viewer, KiB",
      goal: "<= 300",
      measured: { low: each, median: each, high: each },
      isReached: each <= 300,
    },
  ]);
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
