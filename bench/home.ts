// The home page with very many recordings in a real Chromium: how long after its data it can be used, and how long
// scrolling, typing and sorting block it, as the browser itself reports it (long tasks).
import { chromium as playwright, type Browser, type Page } from "@playwright/test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { buildPage } from "#scripts/build-page.ts";
import { chromium } from "#scripts/chromium.ts";
import { noteFigure, type Goal } from "./notes.ts";
import { startProgram } from "./programs.ts";
import { printGoals, spreadOf } from "./ratios.ts";
import { seedArchive } from "./seed.ts";
import { until } from "./watching.ts";

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
    await using archive = await startProgram("./archive-program.ts", env);
    const url = `http://localhost:${archive.port}/`;
    const measured: Visit[] = [];
    for (let visit = 0; visit < visits + 1; visit += 1) {
      const one = await visitHome(browser, { name: "session", value: tokens[0] ?? "", url });
      // the first visit makes the server build the list, and does not count
      if (visit > 0) measured.push(one);
    }
    goals.push(...judge(count, measured));
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

function judge(count: number, visited: readonly Visit[]): Goal[] {
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
