// First frame after the click, and seeks, against a bare <video> with the same recording as one plain MP4. Each visit uses
// a new browser profile; the list has been visible for two seconds. A click is a press of 80 ms, for both players.
// "Cold" means that nobody pointed at the recording before the press.
import type { Page } from "@playwright/test";
import { firstFrameMs, hasFirstFrame, isPlaying, seekSomewhere, watchFirstFrame } from "./in-page.ts";
import { noteFigure, type Goal, type Spread } from "./notes.ts";
import { printGoals, spreadOf } from "./ratios.ts";
import { openWatching, until, type Watching } from "./watching.ts";

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
