// The page: its weight, its first sight on a slow phone, and the home page with very many recordings.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { type Browser, chromium as playwright, type Page } from "@playwright/test";
import { build } from "vite";
import { buildPage } from "#scripts/build-page.ts";
import { chromium } from "#scripts/chromium.ts";
import { openDatabase } from "#server/database/open.ts";
import { keepEarly } from "#server/http/routes/early.ts";
import { fileOf, openStore } from "#server/media/store/store.ts";
import { until, untilTrue } from "./player.ts";
import { startNginx, startProgram } from "./programs.ts";
import { type Goal, noteFigure, printGoals, spreadOf } from "./report.ts";
import { seedArchive } from "./seed.ts";

// What a first visit weighs, against the smallest page that React can make. How long it takes is measured by first-sight.ts.

const budgetKilobytes = 105;

export async function benchPage(): Promise<boolean> {
  await using stack = new AsyncDisposableStack();
  await buildPage();
  const ours = weighFirstVisit(path.resolve("web/dist"));
  const least = weighFirstVisit(await buildLeastPage(stack));

  console.log("\nThe page\n");
  noteFigure("first visit, JavaScript and CSS", ours, "kB brotli");
  noteFigure("React saying hello", least, "kB brotli");
  const isWithin = ours <= budgetKilobytes;
  return printGoals([
    {
      ...single("first visit, kB brotli of JavaScript and CSS", ours),
      goal: `<= ${budgetKilobytes}`,
      isReached: isWithin,
    },
    single("-- first visit / React saying hello, weight", ours / least),
  ]);
}

function single(name: string, value: number): Goal {
  return { name, goal: "none", measured: { low: value, median: value, high: value }, isReached: true };
}

/** Kilobytes, as sent, of the files that index.html names and of everything those scripts import at their start. */
function weighFirstVisit(dist: string): number {
  const index = keepEarly(readFileSync(path.join(dist, "index.html"), "utf8"), "anyone");
  const waiting = [...index.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g)].map(([, name]) =>
    path.join(dist, name ?? ""),
  );
  const found = new Set<string>();
  for (const file of waiting) {
    if (found.has(file)) continue;
    found.add(file);
    if (!file.endsWith(".js")) continue;
    const imports = readFileSync(file, "utf8").matchAll(/(?:\bfrom|\bimport)\s*"(\.[^"]+)"/g);
    waiting.push(...[...imports].map(([, name]) => path.join(path.dirname(file), name ?? "")));
  }
  return [...found].reduce((sum, file) => sum + brotliCompressSync(readFileSync(file)).length, 0) / 1000;
}

/** Built inside the repository, so that it uses the same React. */
async function buildLeastPage(stack: AsyncDisposableStack): Promise<string> {
  const root = path.resolve(".cache", `least-page-${process.pid}`);
  stack.defer(() => rm(root, { recursive: true, force: true }));
  await mkdir(root, { recursive: true });
  await writeFile(path.join(root, "index.html"), `<div id="a"></div><script type="module" src="/main.js"></script>`);
  await writeFile(
    path.join(root, "main.js"),
    `import { createElement } from "react"; import { createRoot } from "react-dom/client";
createRoot(document.getElementById("a")).render(createElement("p", null, "hello"));`,
  );
  const outDir = path.join(root, "dist");
  await build({ root, configFile: false, logLevel: "error", build: { outDir } });
  return outDir;
}

// The first visit of a member on a slow phone: a processor slowed down four times, a line of 1.6 Mb/s with 150 ms. Against a bare
// React page that asks for the same list and shows the same cards.

const rounds = Number(process.env.ROUNDS ?? 7);
const videoCount = 1000;
/** As many as a phone's screen and the part below it show. */
const cards = 12;
const slowdown = 4;
const line = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 100_000 };
const mostRatio = 3;
const largestPaintMs = 2500;

/** In milliseconds since the start of the navigation. */
interface Sight {
  firstEntry: number;
  largestPaint: number;
  /** Nothing blocks the page any more. */
  ready: number;
}
interface Way {
  url: string;
  cookies: readonly { name: string; value: string; url: string }[];
}
type Visits = Record<"cold" | "warm", Sight[]>;

export async function benchFirstSight(): Promise<boolean> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), "stagedoor-bench-sight-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  await buildPage();
  const picture = path.join(folder, "picture");
  drawPicture(picture);
  const { dataDir, tokens } = await seedArchive(folder, videoCount);
  await addPictures(dataDir, picture);
  const env = { DATA_DIR: dataDir, LOG_LEVEL: "info", DEMO_CONTENT: "off", PAGE_FOLDER: path.resolve("web/dist") };
  const archive = stack.use(await startProgram("archive", env));
  const url = `http://localhost:${archive.port}/`;
  const cookie = { name: "session", value: tokens[0] ?? "", url };
  const list = await fetch(`${url}api/video/list`, { headers: { cookie: `session=${cookie.value}` } });
  if (!list.ok) throw new Error(`the list: ${list.status}`);
  const bareFolder = await buildBarePage(stack, { list: await list.text(), picture });
  const bare = await startNginx(bareFolder);
  if (!bare) throw new Error("nginx is needed: apt-get install nginx-light");
  stack.use(bare);
  const browser = await playwright.launch({ executablePath: chromium(), args: ["--no-sandbox"] });
  stack.defer(() => browser.close());

  const ours: Visits = { cold: [], warm: [] };
  const others: Visits = { cold: [], warm: [] };
  for (let round = 0; round < rounds + 1; round += 1) {
    const inTurns = [
      [others, { url: `http://localhost:${bare.port}/`, cookies: [] }],
      [ours, { url, cookies: [cookie] }],
    ] as const;
    for (const [visits, way] of inTurns) {
      const { cold, warm } = await visitTwice(browser, way);
      // the first round only fills the caches of the machine, and does not count
      if (round === 0) continue;
      visits.cold.push(cold);
      visits.warm.push(warm);
    }
  }
  console.log(`\nFirst sight on a slow phone, ${rounds} visits each\n`);
  return printGoals(sightJudge(ours, others));
}

function sightJudge(ours: Visits, bare: Visits): Goal[] {
  for (const [name, visits] of Object.entries({ ours, bare }))
    for (const kind of ["cold", "warm"] as const)
      for (const what of ["firstEntry", "largestPaint", "ready"] as const) {
        const { median } = spreadOf(visits[kind].map((sight) => sight[what]));
        console.log(`  ${name.padEnd(5)} ${kind} ${words[what].padEnd(14)} ${median.toFixed(0).padStart(6)} ms`);
        noteFigure(`${words[what]}, ${kind}, ${name === "ours" ? "the home page" : "bare page"}`, median, "ms");
      }
  const against = (kind: keyof Visits) =>
    spreadOf(ours[kind].map(({ firstEntry }, round) => firstEntry / (bare[kind][round]?.firstEntry ?? Number.NaN)));
  const painted = spreadOf(ours.cold.map(({ largestPaint }) => largestPaint));
  const cold = against("cold");
  return [
    {
      name: "first entry of 1,000, cold / bare React page",
      goal: `<= ${mostRatio}`,
      measured: cold,
      isReached: cold.median <= mostRatio,
    },
    {
      name: "largest paint, cold, ms",
      goal: `<= ${largestPaintMs}`,
      measured: painted,
      isReached: painted.median <= largestPaintMs,
    },
    { name: "-- first entry, warm / bare React page", goal: "none", measured: against("warm"), isReached: true },
  ];
}

const words = { firstEntry: "first entry", largestPaint: "largest paint", ready: "ready" } as const;

async function visitTwice(browser: Browser, { url, cookies }: Way): Promise<Record<keyof Visits, Sight>> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    ...{ deviceScaleFactor: 2, isMobile: true, hasTouch: true },
  });
  await context.addCookies([...cookies]);
  const cold = await visit(await context.newPage(), url);
  const warm = await visit(await context.newPage(), url);
  await context.close();
  return { cold, warm };
}

async function visit(page: Page, url: string): Promise<Sight> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", line);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  await page.addInitScript(watch);
  await page.goto(url, { waitUntil: "commit" });
  await untilTrue(() => page.evaluate<boolean>("window.isQuiet?.() ?? false"));
  const sight = await page.evaluate<Sight>("sight");
  await page.close();
  return sight;
}

/** Quiet: an entry is seen, and for a second nothing was painted larger and no task was long. */
const watch = `
const sight = (window.sight = { firstEntry: 0, largestPaint: 0, ready: 0 });
let changedAt = 0;
const note = (what, at) => { sight[what] = Math.max(sight[what], at); changedAt = performance.now(); };
new PerformanceObserver((list) => list.getEntries().forEach(({ startTime, duration }) => note("ready", startTime + duration)))
  .observe({ type: "longtask", buffered: true });
new PerformanceObserver((list) => list.getEntries().forEach(({ startTime }) => note("largestPaint", startTime)))
  .observe({ type: "largest-contentful-paint", buffered: true });
const look = () => {
  if (document.querySelector('article a[href^="/video/"]')?.checkVisibility()) {
    note("firstEntry", performance.now());
    note("ready", performance.now());
  } else requestAnimationFrame(look);
};
requestAnimationFrame(look);
window.isQuiet = () => sight.firstEntry > 0 && performance.now() - changedAt > 1500;
`;

/** As large as the thumbnails we make, and as hard to compress. */
function drawPicture(file: string): void {
  const picture = ["-f", "lavfi", "-i", "testsrc2=size=640x360:duration=1,noise=alls=12:allf=t"];
  execFileSync("ffmpeg", [
    "-y",
    "-v",
    "error",
    ...picture,
    "-frames:v",
    "1",
    "-c:v",
    "libwebp",
    "-quality",
    "70",
    "-f",
    "webp",
    file,
  ]);
}

async function addPictures(dataDir: string, picture: string): Promise<void> {
  const store = await openStore(path.join(dataDir, "media"), { isExpected: false });
  await using db = await openDatabase({ file: path.join(dataDir, "stagedoor.db") });
  const newest = await db.selectFrom("video").select("id").orderBy("add_date", "desc").limit(60).execute();
  const asset = { kind: "thumbnail" as const, sha256: "c".repeat(64), bytes: readFileSync(picture).length };
  for (const { id } of newest) {
    const file = fileOf(store, id, asset);
    await mkdir(path.dirname(file), { recursive: true });
    await copyFile(picture, file);
    await db
      .insertInto("asset")
      .values({ video_id: id, facts: "{}", made_at: new Date(), ...asset })
      .execute();
  }
}

/** Built inside the repository, so that it uses the same React. */
async function buildBarePage(
  stack: AsyncDisposableStack,
  { list, picture }: { list: string; picture: string },
): Promise<string> {
  const root = path.resolve(".cache", `bare-page-${process.pid}`);
  stack.defer(() => rm(root, { recursive: true, force: true }));
  await mkdir(root, { recursive: true });
  const head = `<!doctype html><meta name="viewport" content="width=device-width, initial-scale=1">`;
  await writeFile(
    path.join(root, "index.html"),
    `${head}<title>bare</title><div id="a"></div><script type="module" src="/main.js"></script>`,
  );
  await writeFile(path.join(root, "main.js"), bareScript);
  const outDir = path.join(root, "dist");
  await build({ root, configFile: false, logLevel: "error", build: { outDir } });
  writeFileSync(path.join(outDir, "list.json"), list);
  await copyFile(picture, path.join(outDir, "picture.webp"));
  for (const entry of readdirSync(outDir, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (/\.(js|json|html)$/.test(file)) writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }));
  }
  return outDir;
}

const bareScript = `import { createElement as h } from "react"; import { createRoot } from "react-dom/client";
const { videos } = await (await fetch("/list.json")).json();
createRoot(document.getElementById("a")).render(videos.slice(0, ${cards}).map(({ id, title, add_date, duration }) =>
  h("article", { key: id }, h("a", { href: "/video/" + id },
    h("img", { src: "/picture.webp?" + id, width: 358, height: 201, alt: "" }), h("h3", null, title),
    h("time", null, new Date(add_date).toLocaleDateString()), h("span", null, duration)))));`;

// The home page with very many recordings in a real Chromium: how long after its data it can be used, and how long
// scrolling, typing and sorting block it, as the browser itself reports it (long tasks).

const visits = 5;
const mostUntilUsable = 1000;
const longestTask = 100;
const longestTyping = 50;

export async function benchHome(): Promise<boolean> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), "stagedoor-bench-home-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  await buildPage();
  const browser = await playwright.launch({ executablePath: chromium(), args: ["--no-sandbox"] });
  stack.defer(() => browser.close());
  const goals: Goal[] = [];
  for (const count of [10_000, 100_000]) {
    const { dataDir, tokens } = await seedArchive(folder, count);
    const env = { DATA_DIR: dataDir, LOG_LEVEL: "info", DEMO_CONTENT: "off", PAGE_FOLDER: path.resolve("web/dist") };
    await using archive = await startProgram("archive", env);
    const url = `http://localhost:${archive.port}/`;
    const measured: Visit[] = [];
    for (let visit = 0; visit < visits + 1; visit += 1) {
      const one = await visitHome(browser, { name: "session", value: tokens[0] ?? "", url });
      // the first visit makes the server build the list, and does not count
      if (visit > 0) measured.push(one);
    }
    goals.push(...homeJudge(count, measured));
  }
  console.log(`\nThe home page with many recordings, ${visits} visits each\n`);
  return printGoals(goals);
}

/** In milliseconds. */
interface Visit {
  /** From the last byte of the list until the page shows its first entries and is idle. */
  usable: number;
  /** The longest time the page was blocked, by action. */
  scrolling: number;
  typing: number;
}

function homeJudge(count: number, visited: readonly Visit[]): Goal[] {
  const measure = (what: keyof Visit, most: number, name: string): Goal => {
    const measured = spreadOf(visited.map((visit) => visit[what]));
    noteFigure(`${name}, ${count} videos`, measured.median, "ms");
    return { name: `${name}, ${count} videos, ms`, goal: `<= ${most}`, measured, isReached: measured.median <= most };
  };
  return [
    measure("usable", mostUntilUsable, "A4 usable after its data"),
    measure("scrolling", longestTask, "A4 longest task while scrolling"),
    measure("typing", longestTyping, "longest task while typing a search"),
  ];
}

async function visitHome(browser: Browser, cookie: { name: string; value: string; url: string }): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await context.addCookies([cookie]);
  const page = await context.newPage();
  await page.addInitScript(`
    window.longTasks = [];
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) longTasks.push({ end: startTime + duration, duration });
    }).observe({ type: "longtask", buffered: true });`);
  await page.goto(cookie.url, { waitUntil: "commit" });
  await until(page, `document.querySelector('article a[href^="/video/"]')?.checkVisibility() ?? false`);
  const shownAt = await page.evaluate<number>("performance.now()");
  await rest(page);
  const usable = await page.evaluate<number>(`(() => {
    const list = performance.getEntriesByType("resource").find(({ name }) => name.includes("/api/video/list"));
    return Math.max(${shownAt}, ...longTasks.map(({ end }) => end)) - list.responseEnd;
  })()`);
  const scrolling = await findLongest(page, scrollThrough);
  await page.evaluate("scrollTo(0, 0)");
  await page.getByRole("searchbox").first().focus();
  const typing = await findLongest(page, () => page.keyboard.type("rehearsal 99", { delay: 60 }));
  await context.close();
  return { usable, scrolling, typing };
}

async function findLongest(page: Page, act: (page: Page) => Promise<void>): Promise<number> {
  await rest(page);
  await page.evaluate("longTasks.length = 0");
  await act(page);
  await rest(page);
  return page.evaluate<number>("Math.max(0, ...longTasks.map(({ duration }) => duration))");
}

/** From the top to the bottom in two seconds, then slowly, like a thumb on a phone. */
async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(`new Promise((done) => {
    const began = performance.now();
    const height = document.documentElement.scrollHeight;
    const step = (now) => {
      const part = (now - began) / 2000;
      if (part < 1) scrollTo(0, height * part);
      else scrollBy(0, 60);
      if (part < 2) requestAnimationFrame(step);
      else done();
    };
    requestAnimationFrame(step);
  })`);
}

/** Waits until nothing has blocked the page for a while. */
async function rest(page: Page): Promise<void> {
  await page.evaluate(`new Promise((done) => {
    const began = performance.now();
    const look = () => {
      const last = Math.max(began, ...longTasks.map(({ end }) => end));
      if (performance.now() - last > 700) done();
      else setTimeout(look, 50);
    };
    look();
  })`);
}
