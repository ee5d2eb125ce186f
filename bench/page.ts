// The first visit: its size, against the smallest page React can make; and the time until a real Chromium shows the first
// entry of a list of 1,000, against a bare page that shows the same list as links. Goal of the page: 105 kB.
import { chromium as playwright, type Browser } from "@playwright/test";
import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";
import { build } from "vite";
import { buildPage } from "#scripts/build-page.ts";
import { chromium } from "#scripts/chromium.ts";
import { keepEarly } from "#server/http/routes/early.ts";
import { noteFigure, type Goal } from "./notes.ts";
import { startProgram } from "./programs.ts";
import { printGoals, spreadOf } from "./ratios.ts";
import { seedArchive } from "./seed.ts";
import { until } from "./watching.ts";

const rounds = 8;
const budgetKilobytes = 105;

export async function benchPage(): Promise<boolean> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), "stagedoor-bench-page-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  await buildPage();
  const ours = weighFirstVisit(path.resolve("web/dist"));
  const least = weighFirstVisit(await buildLeastPage(stack));

  const { dataDir, tokens } = await seedArchive(folder, 1000);
  const env = { DATA_DIR: dataDir, LOG_LEVEL: "info", DEMO_CONTENT: "off", PAGE_FOLDER: path.resolve("web/dist") };
  const archive = stack.use(await startProgram("./archive-program.ts", env));
  const url = `http://localhost:${archive.port}/`;
  const cookie = { name: "session", value: tokens[0] ?? "", url };
  const list = await fetch(`${url}api/video/list`, { headers: { cookie: `session=${cookie.value}` } });
  if (!list.ok) throw new Error(`the list: ${list.status}`);
  const open = path.join(folder, "open");
  await mkdir(open);
  await writeFile(path.join(open, "list.json"), await list.text());
  await writeFile(path.join(open, "index.html"), barePage);
  const bare = stack.use(await startProgram("./static-program.ts", { DATA_DIR: open }));
  const browser = await playwright.launch({ executablePath: chromium(), args: ["--no-sandbox"] });
  stack.defer(() => browser.close());

  const times: { ours: number; bare: number }[] = [];
  for (let round = 0; round < rounds + 1; round += 1) {
    const bareMs = await timeFirstEntry(browser, `http://localhost:${bare.port}/`, []);
    const oursMs = await timeFirstEntry(browser, url, [cookie]);
    // the first round only fills the caches of the machine, and does not count
    if (round > 0) times.push({ ours: oursMs, bare: bareMs });
  }
  const [oursMs, bareMs] = [spreadOf(times.map((one) => one.ours)), spreadOf(times.map((one) => one.bare))];
  console.log(`\nThe page, ${rounds} first visits each\n`);
  console.log(`  first entry after ${oursMs.median.toFixed(0)} ms, on the bare page ${bareMs.median.toFixed(0)} ms`);
  noteFigure("first visit, JavaScript and CSS", ours, "kB brotli");
  noteFigure("React saying hello", least, "kB brotli");
  noteFigure("first entry of the list", oursMs.median, "ms");
  noteFigure("first entry, bare page", bareMs.median, "ms");
  const isWithin = ours <= budgetKilobytes;
  return printGoals([
    {
      ...single("first visit, kB brotli of JavaScript and CSS", ours),
      goal: `<= ${budgetKilobytes}`,
      isReached: isWithin,
    },
    single("-- first visit / React saying hello, weight", ours / least),
    {
      name: "-- first entry of a list of 1,000 / bare page, time",
      goal: "none",
      measured: spreadOf(times.map((one) => one.ours / one.bare)),
      isReached: true,
    },
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

const barePage = `<!doctype html><title>bare</title><body><script type="module">
const { videos } = await (await fetch("/list.json")).json();
document.body.innerHTML = videos.map(({ id, title }) =>
  '<article><a href="/video/' + id + '">' + title + "</a></article>").join("");
</script>`;

/** Milliseconds from the start of the navigation to the first frame that shows an entry. */
const watchFirstEntry = `{
  const look = () => {
    if (document.querySelector('article a[href^="/video/"]')?.checkVisibility()) window.firstEntry = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}`;

async function timeFirstEntry(
  browser: Browser,
  url: string,
  cookies: { name: string; value: string; url: string }[],
): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await context.addCookies(cookies);
  const page = await context.newPage();
  await page.addInitScript(watchFirstEntry);
  await page.goto(url, { waitUntil: "commit" });
  await until(page, `"firstEntry" in window`);
  const ms = await page.evaluate<number>("window.firstEntry");
  await context.close();
  return ms;
}
