// One visit as a whole, as a browser that was never here makes it: the page and its files, who am I, the list of 1,000,
// positions, one recording and 30 seconds of it. Processor time and bytes, alone and behind nginx as it is shipped, against nginx
// with the same bytes as plain files.
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { buildPage } from "#scripts/build-page.ts";
import { addMedia } from "./media-seed.ts";
import { noteFigure } from "./notes.ts";
import { startBehind, startNginx, startProgram, type Program } from "./programs.ts";
import { atMost, playRounds, printGoals, printLoads, warm, type Measured } from "./ratios.ts";
import { seedArchive } from "./seed.ts";
import { readCpu, type Request } from "./wrk.ts";

const rounds = 7;
const visits = 32;
const dist = path.resolve("web/dist");
/** 30 seconds at 4 Mbit/s, in parts of four seconds. */
const [parts, partBytes] = [8, 2_000_000];
const fileBytes = 2 ** 26;

export async function benchVisit(): Promise<boolean> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), "stagedoor-bench-visit-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  await buildPage();
  const { dataDir, tokens } = await seedArchive(folder, 1000);
  const media = await addMedia(dataDir, fileBytes);
  const env = { LOG_LEVEL: "info", DEMO_CONTENT: "off", DATA_DIR: dataDir, PAGE_FOLDER: dist };
  const copy = path.join(folder, "copy");
  await cp(dataDir, copy, { recursive: true });
  const behind = stack.use(await startBehind("nginx", env));
  const alone = { ...env, DATA_DIR: copy, TRUSTED_PROXIES: "127.0.0.1" };
  const ours = stack.use(await startProgram("./archive-program.ts", alone));
  const steps = await listSteps(media);
  const asMember = (n: number) => steps.map((step) => ({ ...step, headers: { ...step.headers, ...memberOf(n) } }));
  const memberOf = (n: number) => {
    const member = n % tokens.length;
    return { cookie: `session=${tokens[member]}`, "x-forwarded-for": `10.0.0.${member + 1}` };
  };

  const open = path.join(folder, "open");
  await mkdir(open);
  let bytes = 0;
  const plain: Request[] = [];
  const agent = new Agent({ keepAlive: true });
  for (const [index, step] of asMember(0).entries()) {
    const body = await ask(ours, step, agent);
    bytes += body.length;
    const isPart = step.path === media.address;
    if (isPart && index === steps.length - parts) await symlink(media.file, path.join(open, "large"));
    if (!isPart) await writeFile(path.join(open, String(index)), body);
    plain.push({ path: isPart ? "/large" : `/${index}`, headers: isPart ? (step.headers ?? {}) : {} });
  }
  agent.destroy();
  const nginx = await startNginx(open);
  if (!nginx) throw new Error("nginx is not installed. Install it to run this benchmark.");
  stack.use(nginx);

  const arrive = (n: number) => asMember(n).slice(0, stepsUntil(steps, "/api/user/positions"));
  const variants = new Map<string, () => Promise<Measured>>([
    ["visit", () => measure(ours, asMember)],
    ["visit behind nginx", () => measure(behind, asMember)],
    ["page and list", () => measure(ours, arrive)],
    ["page and list behind nginx", () => measure(behind, arrive)],
    ["nginx", () => measure(nginx, () => plain)],
  ]);
  await warm(variants);
  const played = await playRounds(rounds, variants);
  console.log(`\nOne visit: ${steps.length} requests, ${(bytes / 1e6).toFixed(1)} MB; ${rounds} rounds of ${visits}\n`);
  printLoads(played, variants.keys());
  noteFigure("one visit, requests", steps.length, "");
  noteFigure("one visit, sent", bytes / 1e6, "MB");
  return printGoals([
    atMost(played, "V1", 5, ["visit", "nginx"]),
    atMost(played, "V2", 5, ["visit behind nginx", "nginx"]),
  ]);
}

/** In the order in which the page asks. */
async function listSteps({ address, playlistAddress }: Awaited<ReturnType<typeof addMedia>>): Promise<Request[]> {
  const page = await readFile(path.join(dist, "index.html"), "utf8");
  const first = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, file]) => file ?? "");
  const all = await readdir(path.join(dist, "assets"));
  const later = all
    .filter((name) => /^(home|page|hls|vendor)[-.].*\.(js|css)$/.test(name))
    .map((name) => `/assets/${name}`);
  const video = address.replace("/api/media/", "/api/video/v/").replace(/\/[^/]+$/, "");
  const asked = [
    ...["/", ...new Set([...first, ...later])],
    ...["/api/user/info", "/api/site", "/api/video/list", "/api/user/positions"],
    ...[video, `${video}/set-list`, playlistAddress],
  ];
  const ranges = Array.from({ length: parts }, (_, n) => `bytes=${n * partBytes}-${(n + 1) * partBytes - 1}`);
  return [
    ...asked.map((one) => ({ path: one, headers: { "accept-encoding": "br, gzip" } })),
    ...ranges.map((range) => ({ path: address, headers: { range } })),
  ];
}

function stepsUntil(steps: readonly Request[], last: string): number {
  return steps.findIndex((step) => step.path === last) + 1;
}

async function measure(program: Program, stepsOf: (visit: number) => readonly Request[]): Promise<Measured> {
  const before = readCpu(program.pids);
  const began = performance.now();
  for (let visit = 0; visit < visits; visit += 1) {
    // a connection of its own, as every browser has
    const agent = new Agent({ keepAlive: true });
    for (const step of stepsOf(visit)) await ask(program, step, agent);
    agent.destroy();
  }
  const seconds = (performance.now() - began) / 1000;
  return {
    requestsPerSecond: visits / seconds,
    cpuMicroseconds: ((readCpu(program.pids) - before) * 1e6) / visits,
  };
}

function ask({ port }: Program, { path: url, headers }: Request, agent: Agent): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, path: url, headers: { ...headers }, agent }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("end", () =>
        answer.statusCode === 200 || answer.statusCode === 206
          ? resolve(Buffer.concat(chunks))
          : reject(new Error(`${url}: ${answer.statusCode}`)),
      );
      answer.on("error", reject);
    });
    sent.on("error", reject);
    sent.end();
  });
}
