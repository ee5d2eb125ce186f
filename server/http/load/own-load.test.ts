import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { findFreePort } from "#server/testing/free-port.ts";
import { providerSettings, startServer } from "#server/testing/process.ts";
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
  const until = process.threadCpuUsage().user + 400_000;
  while (process.threadCpuUsage().user < until);
  const blocked = load.sample();
  expect(blocked.delayMs).toBeGreaterThan(300);
  await sleep(300);
  load.sample();
  await sleep(300);
  expect(load.sample().busy).toBeLessThan(blocked.busy);
});

it("a server on a machine that hardly lets it run answers late, but does not refuse", async () => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), "starved-"));
  const port = await findFreePort();
  const server = await startServer({ ...providerSettings, DATA_DIR: folder.path, PORT: String(port) });
  const { child, url } = server;
  let isOver = false;
  const starve = async () => {
    while (!isOver) {
      child.kill("SIGSTOP");
      await sleep(400);
      child.kill("SIGCONT");
      await sleep(8);
    }
  };
  const starving = starve();
  try {
    const statuses: number[] = [];
    for (const began = Date.now(); statuses.length < 8 || Date.now() - began < 4000;)
      statuses.push((await fetch(`${url}/api/site`)).status);
    expect(new Set(statuses)).toEqual(new Set([200]));
  } finally {
    isOver = true;
    await starving;
    child.kill("SIGTERM");
    await server.ended;
  }
});
