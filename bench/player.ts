// Watching in a real browser, against a bare video element, and for a long time.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Browser, chromium as playwright, type Page } from "@playwright/test";
import { buildPage } from "#scripts/build-page.ts";
import { buildServer } from "#scripts/build-server.ts";
import { builtCommands, builtServer } from "#scripts/built.ts";
import { chromium } from "#scripts/chromium.ts";
import { createBrowser } from "#server/testing/browser.ts";
import { findFreePort } from "#server/testing/free-port.ts";
import { startProgram } from "./programs.ts";
import { type Goal, noteFigure, printGoals, type Spread, spreadOf } from "./report.ts";

// First frame after the click, and seeks, against a bare <video> with the same recording as one plain MP4. Each visit uses
// a new browser profile; the list has been visible for two seconds. A click is a press of 80 ms, for both players.
// "Cold" means that nobody pointed at the recording before the press.

const rounds = Number(process.env.ROUNDS ?? 12);
const seeks = Number(process.env.SEEKS ?? 30);
/** Long enough that the seeks do not buffer all of it. */
const seconds = 1200;
const pressMs = 80;

type Way = "bare" | "cold" | "warmed" | "at once" | "seek, bare" | "seek, ours";
type Times = Record<Way, number[]>;

export async function benchPlayer(): Promise<boolean> {
  await using watching = await openWatching(seconds);
  const times: Times = { bare: [], cold: [], warmed: [], "at once": [], "seek, bare": [], "seek, ours": [] };
  await visitInTurns(watching, times);
  await seekInTurns(watching, times);
  console.log(`\nWatching, ${rounds} visits each, ${seeks} seeks each\n`);
  for (const [way, values] of Object.entries(times))
    print(way.startsWith("seek") ? way : `first frame, ${way}`, values);
  const against = (way: Way) => spreadOf(times[way].map((ms, round) => ms / (times.bare[round] ?? Number.NaN)));
  return printGoals([
    atMost(1.5, "first frame, nothing pointed at before the press / bare", against("cold")),
    atMost(1, "first frame, pointed at for half a second / bare", against("warmed")),
    { ...atMost(0, "-- first frame, a press of no length / bare", against("at once")), goal: "none", isReached: true },
    atMost(1.5, "seek p95 / bare p95", compareSeeks(times["seek, ours"], times["seek, bare"])),
  ]);
}

function atMost(most: number, name: string, measured: Spread): Goal {
  return { name, goal: `<= ${most}`, measured, isReached: measured.median <= most };
}

/** In turns, so that a busy moment of the machine affects all of them. */
async function visitInTurns(watching: Watching, times: Times): Promise<void> {
  const ways = { bare: firstBare, cold: firstCold, warmed: firstWarmed, "at once": firstAtOnce } as const;
  for (let round = 0; round < rounds + 1; round += 1) {
    for (const way of Object.keys(ways) as (keyof typeof ways)[]) {
      const ms = await ways[way](watching);
      // the first round only fills the caches of the machine, and does not count
      if (round > 0) times[way].push(ms);
    }
  }
}

/** Our player and the bare one in turn seek to places all over the recording; the other is paused meanwhile. */
async function seekInTurns(watching: Watching, times: Times): Promise<void> {
  const pages = {
    "seek, bare": await startPlaying(watching, "bare"),
    "seek, ours": await startPlaying(watching, "ours"),
  };
  for (let n = 0; n < seeks; n += 1) {
    for (const way of ["seek, bare", "seek, ours"] as const) {
      times[way].push(await pages[way].evaluate<number>(seekSomewhere(seconds)));
    }
  }
  for (const page of Object.values(pages)) await page.context().close();
}

/** A quantile of few values depends on single ones. Resampling (bootstrap) shows how uncertain it is. */
function compareSeeks(ours: readonly number[], bare: readonly number[]): Spread {
  const draw = (values: readonly number[]) => values.map(() => values[Math.floor(Math.random() * values.length)] ?? 0);
  const drawn = spreadOf(
    Array.from({ length: 500 }, () => percentile(draw(ours), 0.95) / percentile(draw(bare), 0.95)),
  );
  return { ...drawn, median: percentile(ours, 0.95) / percentile(bare, 0.95) };
}

const percentile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;

function print(name: string, values: readonly number[]): void {
  const [p50, p95] = [percentile(values, 0.5), percentile(values, 0.95)];
  console.log(`  ${name.padEnd(24)} p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`);
  noteFigure(`${name}, p50`, p50, "ms");
  noteFigure(`${name}, p95`, p95, "ms");
}

/** From the click, as the browser dates it, to the first visible frame. */
async function timeFirstFrame(page: Page, click: () => Promise<void>): Promise<number> {
  await click();
  await until(page, hasFirstFrame);
  const ms = await page.evaluate<number>(firstFrameMs);
  await page.context().close();
  return ms;
}

async function firstBare({ visit, bareUrl }: Watching): Promise<number> {
  const page = await visit();
  await page.addInitScript(watchFirstFrame);
  await page.goto(bareUrl, { waitUntil: "networkidle" });
  await page.waitForTimeout(1500);
  return timeFirstFrame(page, () => page.click("button", { delay: pressMs }));
}

async function openList({ visit, url }: Watching): Promise<{ page: Page; x: number; y: number }> {
  const page = await visit();
  await page.addInitScript(watchFirstFrame);
  await page.goto(url, { waitUntil: "networkidle" });
  await page.waitForTimeout(1500);
  const box = await page.getByRole("article").getByRole("link").first().boundingBox();
  if (!box) throw new Error("the list shows no recording");
  return { page, x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function firstCold(watching: Watching): Promise<number> {
  const { page, x, y } = await openList(watching);
  return timeFirstFrame(page, () => page.mouse.click(x, y, { delay: pressMs }));
}

async function firstWarmed(watching: Watching): Promise<number> {
  const { page, x, y } = await openList(watching);
  await page.mouse.move(x, y);
  await page.waitForTimeout(500);
  return timeFirstFrame(page, () => page.mouse.click(x, y, { delay: pressMs }));
}

/** A press of no length, as only programs make it, to show how much the press gains. */
async function firstAtOnce(watching: Watching): Promise<number> {
  const { page, x, y } = await openList(watching);
  return timeFirstFrame(page, () => page.mouse.click(x, y));
}

async function startPlaying(watching: Watching, way: "bare" | "ours"): Promise<Page> {
  const page = await watching.visit();
  await page.goto(way === "bare" ? watching.bareUrl : watching.url);
  if (way === "bare") await page.click("button");
  else await page.getByRole("article").getByRole("link").first().click();
  await until(page, isPlaying);
  return page;
}

// Playing for a long time: how the memory of the tab grows, for its scripts and its process. MINUTES=30 for the whole goal.
// Counted after a garbage collection, so that only memory in use counts; the first minute fills the buffers.

const minutes = Number(process.env.MINUTES ?? 3);
const everySeconds = 20;
const goalMegabytes = 20;

export async function benchPlayerMemory(): Promise<boolean> {
  await using watching = await openWatching(300);
  await using page = await openQuietly(watching.url, watching.cookies);
  for (const step of [openFirst, isPlaying]) await untilTrue(async () => (await page.evaluate(step)) === true);
  await page.evaluate(startAgainAtTheEnd);
  const samples: Sample[] = [];
  console.log(`\nPlaying for ${minutes} minutes, a sample every ${everySeconds} s\n`);
  const began = performance.now();
  let before = -1;
  while (performance.now() - began < minutes * 60_000) {
    await sleep(everySeconds * 1000);
    await page.collectGarbage();
    const at = Number(await page.evaluate(playedSeconds));
    if (at === before) throw new Error(`playing stopped at ${at.toFixed(0)} s`);
    before = at;
    samples.push({
      minute: (performance.now() - began) / 60_000,
      script: (await page.readHeap()) / 2 ** 20,
      held: Number(await page.evaluate(heldSeconds)),
      process: (await page.listRenderers()).reduce((sum, pid) => sum + readMegabytes(pid), 0),
    });
  }
  const settled = samples.filter(({ minute }) => minute > Math.min(1, minutes / 3));
  for (const { minute, script, process: whole, held } of samples) {
    const line = `script ${script.toFixed(1)} MB, process ${whole.toFixed(1)} MB, ${held.toFixed(0)} s held`;
    console.log(`  ${minute.toFixed(1).padStart(5)} min  ${line}`);
  }
  const growths = (["script", "process"] as const).map((what) => {
    for (const [name, sample] of [["first", settled[0]] as const, ["last", settled.at(-1)] as const])
      noteFigure(`${what}, ${name} of ${minutes} minutes`, sample?.[what] ?? Number.NaN, "MB");
    const growth = slopeOf(settled, what) * 30;
    const measured = spreadOf([growth]);
    return { name: `growth of the ${what} in 30 minutes, by its slope, MB`, measured, growth };
  });
  const isKept = (growth: number) => growth <= goalMegabytes;
  return printGoals(
    growths.map(({ growth, ...goal }) => ({ ...goal, goal: `<= ${goalMegabytes}`, isReached: isKept(growth) })),
  );
}

/** The process's own memory; Linux only. */
function readMegabytes(pid: number): number {
  return Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? Number.NaN) / 1024;
}

interface Sample {
  minute: number;
  script: number;
  held: number;
  process: number;
}

/** Growth in megabytes per minute, by least squares. */
function slopeOf(samples: readonly Sample[], what: "script" | "process"): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [minute, megabytes] = [mean(samples.map((one) => one.minute)), mean(samples.map((one) => one[what]))];
  const over = samples.reduce((sum, one) => sum + (one.minute - minute) * (one[what] - megabytes), 0);
  return over / samples.reduce((sum, one) => sum + (one.minute - minute) ** 2, 0);
}

// For the player's benchmarks: a real archive with one recording, the same recording as a plain MP4, and a browser.

interface Watching extends AsyncDisposable {
  browser: Browser;
  /** The address of the archive. */
  url: string;
  /** A page whose button plays the recording in a bare video element. */
  bareUrl: string;
  /** The cookie of a member who is signed in. */
  cookies: { name: string; value: string }[];
  /** A new browser profile that is signed in: nothing is cached or remembered. */
  visit(): Promise<Page>;
}

async function openWatching(seconds: number): Promise<Watching> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), "stagedoor-bench-player-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  await buildPage();
  await buildServer();
  const [open, dataDir] = [path.join(folder, "open"), path.join(folder, "data")];
  await mkdir(open);
  await makeRecording(path.join(open, "recording.mp4"), seconds);
  await writeFile(path.join(open, "index.html"), barePage);
  const bare = stack.use(await startProgram("static", { DATA_DIR: open }));

  const [port, standIns] = [await findFreePort(), await findFreePort()];
  const url = `http://localhost:${port}`;
  const env = {
    ...process.env,
    PORT: String(port),
    EMULATOR_PORT: String(standIns),
    DATA_DIR: dataDir,
    DEMO_CONTENT: "off",
  };
  const server = spawn(process.execPath, [builtServer], { env, stdio: ["ignore", "ignore", "inherit"] });
  stack.defer(async () => {
    server.kill("SIGTERM");
    await once(server, "exit");
  });
  await untilTrue(async () => (await fetch(`${url}/api/health`).catch(() => undefined))?.ok === true);
  const takeIn = [builtCommands, "import", path.join(open, "recording.mp4")];
  const [status] = await once(spawn(process.execPath, takeIn, { env, stdio: ["ignore", "ignore", "inherit"] }), "exit");
  if (status !== 0) throw new Error(`the recording was not taken in: ${status}`);
  const visitor = createBrowser(url);
  await visitor.signIn("patron-gold");
  await untilTrue(() => isPrepared(visitor));

  const browser = await playwright.launch({
    executablePath: chromium(),
    args: ["--no-sandbox", "--autoplay-policy=no-user-gesture-required", "--enable-precise-memory-info"],
  });
  stack.defer(() => browser.close());
  goBeforeOthers(-15);
  stack.defer(() => goBeforeOthers(0));
  const cookies = [...visitor.cookies].map(([name, value]) => ({ name, value }));
  const end = stack.move();
  return {
    browser,
    url,
    cookies,
    bareUrl: `http://localhost:${bare.port}/`,
    async visit() {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
      await context.addCookies(cookies.map((cookie) => ({ ...cookie, url })));
      return context.newPage();
    },
    [Symbol.asyncDispose]: () => end.disposeAsync(),
  };
}

/**
 * Gives our programs priority over everything else on the machine, which is not to be measured: on Linux, where it is
 * allowed, for the sessions of this process and of the browser.
 */
function goBeforeOthers(niceness: number): void {
  try {
    const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, "utf8").trim().split(" ");
    for (const pid of [process.pid, ...children]) writeFileSync(`/proc/${pid}/autogroup`, String(niceness));
  } catch {
    // not allowed: then the load average beside the numbers says how reliable they are
  }
}

const barePage = `<!doctype html><title>bare</title><button>Play</button><script>
document.querySelector("button").onclick = () => {
  const video = document.createElement("video");
  video.src = "/recording.mp4";
  video.autoplay = true;
  document.body.append(video);
};
</script>`;

async function makeRecording(file: string, seconds: number): Promise<void> {
  const picture = `testsrc2=size=640x360:rate=24:duration=${seconds}`;
  const sound = `sine=frequency=330:duration=${seconds},tremolo=f=2`;
  const codecs = ["-c:v", "libx264", "-preset", "ultrafast", "-g", "48", "-pix_fmt", "yuv420p", "-c:a", "aac"];
  const inputs = ["-f", "lavfi", "-i", picture, "-f", "lavfi", "-i", sound];
  execFileSync("ffmpeg", ["-y", "-v", "error", ...inputs, ...codecs, "-movflags", "+faststart", file]);
}

async function isPrepared(visitor: ReturnType<typeof createBrowser>): Promise<boolean> {
  const { body: list } = await visitor.ask<{ videos: { id: string }[] }>("GET /api/video/list");
  const id = list.videos[0]?.id;
  if (id === undefined) return false;
  const { body } = await visitor.ask<{ video: { media: { preparation: { state: string } } | null } }>(
    `GET /api/video/v/${id}`,
  );
  return body.video.media?.preparation.state === "done";
}

/** Waits until something is true inside the page. */
export async function until(page: Page, question: string): Promise<void> {
  await untilTrue(() => page.evaluate<boolean>(question));
}

export async function untilTrue(ask: () => Promise<boolean>): Promise<void> {
  const giveUpAt = Date.now() + 300_000;
  while (!(await ask())) {
    if (Date.now() > giveUpAt) throw new Error("the page did not get there within five minutes");
    await sleep(100);
  }
}

// A Chromium without a test driver. A driver listens to the network, which makes the page's process keep every answer, and
// that memory must not be counted as the page's.

interface QuietPage extends AsyncDisposable {
  evaluate(expression: string): Promise<unknown>;
  collectGarbage(): Promise<void>;
  /** Memory used by scripts, in bytes. */
  readHeap(): Promise<number>;
  listRenderers(): Promise<number[]>;
}

async function openQuietly(url: string, cookies: { name: string; value: string }[]): Promise<QuietPage> {
  await using stack = new AsyncDisposableStack();
  const profile = await mkdtemp(path.join(tmpdir(), "stagedoor-bench-chromium-"));
  stack.defer(() => rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
  const flags = ["--headless", "--no-sandbox", "--remote-debugging-port=0", `--user-data-dir=${profile}`];
  const process = spawn(chromium(), [...flags, "--autoplay-policy=no-user-gesture-required", "about:blank"], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  stack.defer(async () => {
    if (process.exitCode !== null) return;
    process.kill("SIGTERM");
    await once(process, "exit");
  });
  const socket = new WebSocket(await findAddress(process.stderr));
  await once(socket, "open");
  const waiting = new Map<number, PromiseWithResolvers<Answer>>();
  socket.addEventListener("message", ({ data }) => {
    const { id, ...answer } = JSON.parse(String(data)) as Answer & { id?: number };
    if (id !== undefined) waiting.get(id)?.resolve(answer);
  });
  let last = 0;
  const send = async <T>(method: string, params: object, sessionId?: string): Promise<T> => {
    last += 1;
    const mine = Promise.withResolvers<Answer>();
    waiting.set(last, mine);
    socket.send(JSON.stringify({ id: last, method, params, sessionId }));
    const { result, error } = await mine.promise;
    if (error) throw new Error(`${method}: ${error.message}`);
    return result as T;
  };
  await send("Storage.setCookies", { cookies: cookies.map((cookie) => ({ ...cookie, url })) });
  const { targetId } = await send<{ targetId: string }>("Target.createTarget", { url: "about:blank" });
  const { sessionId } = await send<{ sessionId: string }>("Target.attachToTarget", { targetId, flatten: true });
  // answered when the page is there to be asked, however slowly it came
  await send("Page.navigate", { url }, sessionId);
  const end = stack.move();
  return {
    async evaluate(expression) {
      const asked = { expression, returnByValue: true, awaitPromise: true };
      return (await send<{ result: { value: unknown } }>("Runtime.evaluate", asked, sessionId)).result.value;
    },
    async collectGarbage() {
      await send("HeapProfiler.collectGarbage", {}, sessionId);
    },
    async readHeap() {
      const heap = await send<Record<string, number>>("Runtime.getHeapUsage", {}, sessionId);
      return ["usedSize", "embedderHeapUsedSize", "backingStorageSize"].reduce(
        (sum, name) => sum + (heap[name] ?? 0),
        0,
      );
    },
    async listRenderers() {
      const { processInfo } = await send<{ processInfo: { type: string; id: number }[] }>(
        "SystemInfo.getProcessInfo",
        {},
      );
      return processInfo.filter(({ type }) => type === "renderer").map(({ id }) => id);
    },
    [Symbol.asyncDispose]: () => end.disposeAsync(),
  };
}

interface Answer {
  result?: unknown;
  error?: { message: string };
}

async function findAddress(lines: AsyncIterable<Buffer>): Promise<string> {
  let text = "";
  for await (const piece of lines) {
    text += piece.toString();
    const address = /DevTools listening on (ws:\S+)/.exec(text)?.[1];
    if (address) return address;
  }
  throw new Error(`Chromium did not start:\n${text}`);
}

// Code that the player's benchmarks run inside the page, as text, because TypeScript knows no document here.

/**
 * Notes the time of the click, as the browser dates it, and of the first animation frame in which a video is visible on the
 * page with a decoded frame. A frame that is decoded before the video is visible counts from when it is visible.
 */
const watchFirstFrame = `{
  addEventListener("click", (event) => { window.clicked = event.timeStamp; }, { capture: true });
  const isSeen = (video) =>
    video.isConnected && video.readyState >= 2 && video.videoWidth > 64 &&
    video.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const look = (video) => {
    if (isSeen(video)) window.firstFrame = performance.now();
    else requestAnimationFrame(() => look(video));
  };
  const create = document.createElement.bind(document);
  document.createElement = (...given) => {
    const element = create(...given);
    if (element instanceof HTMLVideoElement) element.requestVideoFrameCallback(() => look(element));
    return element;
  };
}`;

const hasFirstFrame = `"firstFrame" in window`;
const firstFrameMs = `window.firstFrame - window.clicked`;
const isPlaying = `(document.querySelector("video")?.currentTime ?? 0) > 0.5`;

/** Plays for a moment, then seeks to a place that is not buffered. Returns the milliseconds until its frame is shown. */
const seekSomewhere = (seconds: number) => `(async () => {
  const video = document.querySelector("video");
  const isBuffered = (time) =>
    Array.from({ length: video.buffered.length }, (_, n) => n).some(
      (n) => video.buffered.start(n) <= time && time <= video.buffered.end(n),
    );
  await video.play();
  await new Promise((resolve) => setTimeout(resolve, 300));
  const places = Array.from({ length: 1000 }, () => Math.random() * ${seconds - 10});
  const target = places.find((place) => !isBuffered(place));
  if (target === undefined) throw new Error("the whole recording is buffered");
  const began = performance.now();
  video.currentTime = target;
  await new Promise((resolve) => {
    const look = (_, { mediaTime }) =>
      Math.abs(mediaTime - target) < 2 ? resolve() : video.requestVideoFrameCallback(look);
    video.requestVideoFrameCallback(look);
  });
  const took = performance.now() - began;
  video.pause();
  return took;
})()`;

/** Opens the recording by a click in the list. */
const openFirst = `(() => {
  const link = document.querySelector('article a[href^="/video/"]');
  link?.click();
  return link !== null;
})()`;

/** Repeats the whole recording, so that it never ends during the benchmark. */
const startAgainAtTheEnd = `{
  const video = document.querySelector("video");
  video.addEventListener("timeupdate", () => { if (video.currentTime > video.duration - 3) video.currentTime = 0; });
}`;
const playedSeconds = `document.querySelector("video").currentTime`;
/** How many seconds are buffered, before and after the current position. */
const heldSeconds = `(() => {
  const { buffered } = document.querySelector("video");
  return Array.from({ length: buffered.length }, (_, n) => buffered.end(n) - buffered.start(n)).reduce((a, b) => a + b, 0);
})()`;
