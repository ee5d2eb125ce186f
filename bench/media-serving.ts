// GET /api/media/…: ranges of a large file, small parts and playlists, against nginx and
// @fastify/static; then the cost of a slow viewer, and waiting behind large downloads. Goals S1, S5, S6, S7 and S8.
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { openDrain } from "./drain.ts";
import { addMedia, meanBytes, rangeOf } from "./media-seed.ts";
import { measureSlowViewers, measureWaiting } from "./media-viewers.ts";
import { noteFigure, type Goal } from "./notes.ts";
import { startNginx, startProgram, type Program } from "./programs.ts";
import { atLeast, atMost, playRounds, printGoals, printLoads, spreadOf, warm, type Measured } from "./ratios.ts";
import { asMembers, seedArchive } from "./seed.ts";
import { makeLoad, type Request } from "./wrk.ts";

const rounds = 7;
const fileBytes = 2 ** 30;
const requestCount = 256;
const [large, small] = [
  [2 ** 20, 4 * 2 ** 20],
  [72 * 1024, 72 * 1024],
] as const;
const env = { LOG_LEVEL: "info", TRUSTED_PROXIES: "127.0.0.1", DEMO_CONTENT: "off" };

export async function benchServing(): Promise<boolean> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), "stagedoor-bench-serving-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const plain = await openOurs(stack, path.join(folder, "plain"));
  const open = path.join(folder, "open");
  await mkdir(open);
  await symlink(plain.file, path.join(open, "large.mp4"));
  await writeFile(path.join(open, "list.json"), plain.playlist);
  const files = stack.use(await startProgram("./static-program.ts", { DATA_DIR: open }));
  const hello = stack.use(await startProgram("./hello-program.ts", { DATA_DIR: plain.dataDir }));
  const [nginx, copying] = [await startNginx(open), await startNginx(open, "off")];
  if (!nginx || !copying) throw new Error("nginx is not installed. Install it to run this benchmark.");
  stack.use(nginx);
  stack.use(copying);
  const drain = stack.use(await openDrain());

  const ask = (path: string, lengths?: readonly [number, number], tokens = [""]): Request[] =>
    asMembers(
      tokens,
      (n) => ({ path, ...(lengths && { headers: { range: rangeOf(n, fileBytes, lengths) } }) }),
      requestCount,
    );
  // first, because buffers left over from a load would hide what viewers need
  const memory = await judgeMemory("a slow viewer", plain, 300);
  const mean = meanBytes(requestCount, fileBytes, large);
  const variants = new Map<string, () => Promise<Measured>>();
  const addLarge = (name: string, program: Program, requests: readonly Request[]) =>
    variants.set(`${name} large`, drain.load(name, { ...program, requests }, mean));
  const addSmall = async (name: string, program: Program, requests: readonly Request[]) =>
    variants.set(name, await makeLoad(folder, name, { ...program, requests }));
  addLarge("ours", plain, ask(plain.address, large, plain.tokens));
  addLarge("nginx", nginx, ask("/large.mp4", large));
  addLarge("nginx copying", copying, ask("/large.mp4", large));
  addLarge("send", files, ask("/send/large.mp4", large));
  addLarge("static", files, ask("/large.mp4", large));
  await addSmall("ours small", plain, ask(plain.address, small, plain.tokens));
  await addSmall("nginx small", nginx, ask("/large.mp4", small));
  await addSmall("ours playlist", plain, ask(plain.playlistAddress, undefined, plain.tokens));
  await addSmall("nginx playlist", nginx, ask("/list.json"));
  await addSmall("hello", hello, ask("/hello"));
  await warm(variants);
  const played = await playRounds(rounds, variants);
  console.log(
    `\nServing, ${rounds} rounds of one second: large by 8 connections that drop what they get, the rest by wrk\n`,
  );
  printLoads(played, variants.keys());
  noteFigure("large ranges, mean", mean / 1e6, "MB");
  return printGoals([
    atLeast(played, "S1", 0.4, ["ours large", "nginx large"]),
    atMost(played, "S1", 4, ["ours large", "nginx large"]),
    atMost(played, "S1", 1.7, ["ours large", "nginx copying large"]),
    atLeast(played, "S5", 0.4, ["ours small", "nginx small"]),
    atLeast(played, "S5", 0.5, ["ours playlist", "nginx playlist"]),
    atMost(played, "S8", 0.3, ["ours large", "send large"]),
    atMost(played, "S8", 0.2, ["ours large", "static large"]),
    memory,
    await judgeWaiting("ours", plain),
  ]);

  async function judgeMemory(name: string, ours: Ours, most: number): Promise<Goal> {
    const start = await makeLoad(folder, "start", {
      ...ours,
      requests: ask(ours.playlistAddress, undefined, ours.tokens),
    });
    await start();
    const each = await measureSlowViewers(ours);
    noteFigure(`memory of ${name}`, each, "KiB");
    const measured = { low: each, median: each, high: each };
    return { name: `S6 memory of ${name}, KiB`, goal: `<= ${most}`, measured, isReached: each <= most };
  }

  async function judgeWaiting(name: string, ours: Ours): Promise<Goal> {
    const requests = ask(ours.address, large, ours.tokens);
    const waits = await measureWaiting(ours, drain.load(name, { ...ours, requests, connections: 16 }, mean));
    const measured = spreadOf(waits.map(({ busyMs, idleMs }) => busyMs / idleMs));
    noteFigure(`p99 idle, ${name}`, spreadOf(waits.map(({ idleMs }) => idleMs)).median, "ms");
    noteFigure(`p99 beside 16 downloads, ${name}`, spreadOf(waits.map(({ busyMs }) => busyMs)).median, "ms");
    return {
      name: `S7 ${name}, p99 beside 16 downloads / idle`,
      goal: "<= 8",
      measured,
      isReached: measured.median <= 8,
    };
  }
}

interface Ours extends Program {
  dataDir: string;
  tokens: string[];
  address: string;
  playlistAddress: string;
  playlist: string;
  file: string;
}

/** An archive with a large file. */
async function openOurs(stack: AsyncDisposableStack, folder: string): Promise<Ours> {
  await mkdir(folder);
  const { dataDir, tokens } = await seedArchive(folder, 10);
  const media = await addMedia(dataDir, fileBytes);
  const program = stack.use(await startProgram("./archive-program.ts", { ...env, DATA_DIR: dataDir }));
  return { ...program, ...media, dataDir, tokens };
}
