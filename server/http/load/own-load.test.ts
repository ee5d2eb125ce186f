import Fastify from "fastify";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { registerLimits } from "#server/http/request/limits.ts";
import { registerProblems } from "#server/http/request/problems.ts";
import { detectOverload, measureLoad, type watchLoad } from "./own-load.ts";

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
    const judge = detectOverload();
    expect(samples.map(judge).at(-1)).toBe(expected);
  });
});

it("a loop that is blocked is measured as late and busy, one that waits as neither", async () => {
  using load = measureLoad();
  work(100);
  let blocked = load.sample();
  // the delay is measured from the first busy sample on; a machine that hardly lets us run has few of them
  for (let n = 0; n < 200 && blocked.delayMs === 0; n += 1) {
    work(100);
    blocked = load.sample();
  }
  expect(blocked.delayMs).toBeGreaterThan(90);
  await sleep(1000);
  load.sample();
  await sleep(300);
  const calm = load.sample();
  expect(calm.busy).toBeLessThan(blocked.busy);
  expect(calm.delayMs).toBe(0);
});

/** Keeps the thread busy for so many milliseconds of its own processor time. */
function work(ms: number): void {
  const until = process.threadCpuUsage().user + ms * 1000;
  while (process.threadCpuUsage().user < until);
}

it("a server that has too much to do refuses with a time to come back, and serves again when it is over", async () => {
  let isTooMuch = true;
  await using app = await openServer({ isTooMuch: () => isTooMuch, [Symbol.dispose]: () => {} });
  const refused = await app.inject("/");
  expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([503, "5"]);
  isTooMuch = false;
  expect((await app.inject("/")).statusCode).toBe(200);
});

it("a server on a machine that hardly lets it run answers late, but does not refuse", async () => {
  await using app = await openServer();
  const statuses: number[] = [];
  for (let seconds = 0; seconds < 5; seconds += 1) {
    waitWithoutWork(1100);
    // so that what was due meanwhile is done
    await sleep(20);
    statuses.push((await app.inject("/")).statusCode);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200]);
});

async function openServer(load?: ReturnType<typeof watchLoad>) {
  const app = Fastify();
  registerProblems(app);
  app.decorateRequest("rules", { getter: () => ({ who: "anyone" as const, limit: "reads" as const }) });
  app.decorateRequest("current", null);
  await registerLimits(app, { config: { demo: false, isHttps: false } }, load);
  app.get("/", async () => "here");
  await app.ready();
  return app;
}

/** Nothing else runs in this thread meanwhile, and it uses no processor: as if others had all the cores. */
function waitWithoutWork(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
