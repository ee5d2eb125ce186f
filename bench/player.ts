// Watching, against a bare <video> on the same recording as one plain MP4: first frame after the click, and seeks.
// Each visit is a new browser profile; the list has been on the screen for two seconds when the click comes.
import type { Page } from "@playwright/test";
import { firstFrameMs, hasFirstFrame, isPlaying, seekSomewhere, watchFirstFrame } from "./in-page.ts";
import { printGoals, spreadOf, type Goal } from "./ratios.ts";
import { openWatching, until, type Watching } from "./watching.ts";

const rounds = Number(process.env.ROUNDS ?? 12);
const seeks = Number(process.env.SEEKS ?? 30);
const seconds = 300;

export async function benchPlayer(): Promise<boolean> {
  await using watching = await openWatching(seconds);
  const ways = { bare: firstBare, cold: firstCold, warmed: firstWarmed } as const;
  const times: Record<keyof typeof ways, number[]> = { bare: [], cold: [], warmed: [] };
  for (let round = 0; round < rounds + 1; round += 1) {
    for (const way of Object.keys(ways) as (keyof typeof ways)[]) {
      const ms = await ways[way](watching);
      // the first round warms the machine, not the visitor
      if (round > 0) times[way].push(ms);
    }
  }
  const bare = await seekAround(watching, "bare");
  const ours = await seekAround(watching, "ours");
  console.log(`\nWatching, ${rounds} visits each, ${seeks} seeks each\n`);
  for (const [way, values] of Object.entries(times)) print(`first frame, ${way}`, values);
  print("seek, bare", bare);
  print("seek, ours", ours);
  const against = (values: number[]) => spreadOf(values.map((ms, round) => ms / (times.bare[round] ?? Number.NaN)));
  const seekRatio = percentile(ours, 0.95) / percentile(bare, 0.95);
  const goals: [name: string, goal: number, measured: Goal["measured"]][] = [
    ["first frame, nothing pointed at before the click / bare", 1.5, against(times.cold)],
    ["first frame, pointed at for half a second / bare", 1, against(times.warmed)],
    ["seek p95 / bare p95", 1.5, { low: seekRatio, median: seekRatio, high: seekRatio }],
  ];
  return printGoals(
    goals.map(([name, goal, measured]) => ({
      name,
      goal: `<= ${goal}`,
      measured,
      isReached: measured.median <= goal,
    })),
  );
}

const percentile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;

function print(name: string, values: readonly number[]): void {
  const [p50, p95] = [percentile(values, 0.5), percentile(values, 0.95)];
  console.log(`  ${name.padEnd(24)} p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`);
}

/** From the click as the browser dates it to the first picture on the screen. */
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
  return timeFirstFrame(page, () => page.click("button"));
}

async function openList({ visit, url }: Watching): Promise<{ page: Page; x: number; y: number }> {
  const page = await visit();
  await page.addInitScript(watchFirstFrame);
  await page.goto(url, { waitUntil: "networkidle" });
  await page.waitForTimeout(1500);
  const box = await page.getByRole("article").getByRole("link").first().boundingBox();
  if (!box) throw new Error("there is no recording in the list");
  return { page, x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function firstCold(watching: Watching): Promise<number> {
  const { page, x, y } = await openList(watching);
  return timeFirstFrame(page, () => page.mouse.click(x, y));
}

async function firstWarmed(watching: Watching): Promise<number> {
  const { page, x, y } = await openList(watching);
  await page.mouse.move(x, y);
  await page.waitForTimeout(500);
  return timeFirstFrame(page, () => page.mouse.click(x, y));
}

/** From playing to places all over the recording. */
async function seekAround(watching: Watching, way: "bare" | "ours"): Promise<number[]> {
  const page = await watching.visit();
  await page.goto(way === "bare" ? watching.bareUrl : watching.url);
  if (way === "bare") await page.click("button");
  else await page.getByRole("article").getByRole("link").first().click();
  await until(page, isPlaying);
  const times: number[] = [];
  for (let n = 0; n < seeks; n += 1) times.push(await page.evaluate<number>(seekSomewhere(seconds)));
  await page.context().close();
  return times;
}
