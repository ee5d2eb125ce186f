// The first visit of a member on a slow phone: a processor slowed down four times, a line of 1.6 Mb/s with 150 ms. Against a bare
// React page that asks for the same list and shows the same cards.
import { chromium as playwright, type Browser, type Page } from "@playwright/test";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "vite";
import { buildPage } from "#scripts/build-page.ts";
import { chromium } from "#scripts/chromium.ts";
import { openDatabase } from "#server/database/open.ts";
import { fileOf, openStore } from "#server/media/store/store.ts";
import { noteFigure, type Goal } from "./notes.ts";
import { startNginx, startProgram } from "./programs.ts";
import { printGoals, spreadOf } from "./ratios.ts";
import { seedArchive } from "./seed.ts";
import { untilTrue } from "./watching.ts";

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
  const archive = stack.use(await startProgram("./archive-program.ts", env));
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
  return printGoals(judge(ours, others));
}

function judge(ours: Visits, bare: Visits): Goal[] {
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
