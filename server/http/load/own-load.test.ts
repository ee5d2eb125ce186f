import Fastify from "fastify";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { registerLimits } from "#server/http/door/limits.ts";
import { registerProblems } from "#server/http/door/problems.ts";
import { judgeLoad, measureLoad } from "./own-load.ts";

const calm = { delayMs: 1, busy: 0.2 };
const full = { delayMs: 400, busy: 0.98 };
const starved = { delayMs: 900, busy: 0.1 };

describe("requests are refused", () => {
  it.each([
    ["when the server itself has had too much to do for seconds", [full, full, full], true],
    ["not for a single long computation", [full, full, calm, full, full], false],
    ["not because the machine is busy with something else", [starved, starved, starved, starved, starved], false],
    ["not when much work is done without delay", Array.from({ length: 9 }, () => ({ delayMs: 5, busy: 1 })), false],
    ["no longer when it is over", [full, full, full, full, calm], false],
  ])("%s", (_when, samples, expected) => {
    const judge = judgeLoad();
    expect(samples.map(judge).at(-1)).toBe(expected);
  });
});

it("a loop that is blocked is measured as late and busy, one that waits as neither", async () => {
  using load = measureLoad();
  // so that the measuring has begun
  await sleep(50);
  load.sample();
  const until = process.threadCpuUsage().user + 100_000;
  while (process.threadCpuUsage().user < until);
  const blocked = load.sample();
  expect(blocked.delayMs).toBeGreaterThan(90);
  await sleep(300);
  load.sample();
  await sleep(300);
  expect(load.sample().busy).toBeLessThan(blocked.busy);
});

it("a server on a machine that hardly lets it run answers late, but does not refuse", async () => {
  await using app = Fastify();
  registerProblems(app);
  app.decorateRequest("rules", { getter: () => ({ who: "anyone" as const, limit: "reads" as const }) });
  app.decorateRequest("current", null);
  await registerLimits(app, { config: { demo: false, isHttps: false } });
  app.get("/", async () => "here");
  await app.ready();
  const statuses: number[] = [];
  for (let seconds = 0; seconds < 5; seconds += 1) {
    waitWithoutWork(1100);
    // so that what was due meanwhile is done
    await sleep(20);
    statuses.push((await app.inject("/")).statusCode);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200]);
});

/** Nothing else runs in this thread meanwhile, and it uses no processor: as if others had all the cores. */
function waitWithoutWork(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
