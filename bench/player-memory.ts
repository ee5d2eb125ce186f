// Playing for a long time: how the memory of the tab grows, for its scripts and its process. MINUTES=30 for the whole goal.
// Counted after a garbage collection, so that only memory in use counts; the first minute fills the buffers.
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { heldSeconds, isPlaying, openFirst, playedSeconds, startAgainAtTheEnd } from "./in-page.ts";
import { noteFigure } from "./notes.ts";
import { openQuietly } from "./quiet-chromium.ts";
import { printGoals, spreadOf } from "./ratios.ts";
import { openWatching, untilTrue } from "./watching.ts";

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
