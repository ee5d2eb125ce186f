// More requests than the archive can answer, and clients that only keep it waiting: overload is refused, slow clients are
// disconnected, and others are served meanwhile.
import { readFileSync } from "node:fs";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { findFreePort } from "#server/testing/free-port.ts";
import { providerSettings, startServer, type ServerProcess } from "#server/testing/process.ts";
import { publish, scaled } from "#server/testing/proof.ts";
import { load, type Load } from "./overload/load.ts";
import { gather } from "./overload/sockets.ts";

const isFull = scaled(0, 1) === 1;
const stack = new AsyncDisposableStack();
let server: ServerProcess;
let port: number;
beforeAll(async () => {
  const folder = stack.use(await mkdtempDisposable(path.join(tmpdir(), "stagedoor-overload-")));
  port = await findFreePort();
  server = await startServer({ ...providerSettings, PORT: String(port), DATA_DIR: folder.path });
  stack.defer(async () => {
    server.child.kill("SIGKILL");
    await server.ended;
  });
});
afterAll(() => stack.disposeAsync());

it("under overload the excess is refused, and the rate of answers stays the same", async () => {
  const seconds = scaled(0.3, 5);
  await load({ port, seconds, atOnce: 16 });
  // in turns, because the speed of the machine changes
  const rounds: { peak: Load; twice: Load; five: Load }[] = [];
  for (let round = 0; round < scaled(1, 5); round += 1) {
    const peak = await load({ port, seconds, atOnce: 32 });
    const twice = await load({ port, seconds, perSecond: peak.goodPerSecond * 2 });
    rounds.push({ peak, twice, five: await load({ port, seconds, perSecond: peak.goodPerSecond * 5 }) });
  }
  const sum = (read: (round: (typeof rounds)[number]) => number) => rounds.reduce((all, one) => all + read(one), 0);
  const peak = sum((round) => round.peak.goodPerSecond);
  publish("overload", {
    mostPeak: peak / rounds.length,
    mostAsked: sum(({ five }) => five.sentPerSecond) / peak,
    mostAtTwice: sum(({ twice }) => twice.goodPerSecond) / peak,
    mostAtFive: sum(({ five }) => five.goodPerSecond) / peak,
    served: sum(({ five }) => five.good),
    shed: sum(({ five }) => five.shed),
    lost: sum(({ five }) => five.lost),
    others: sum(({ peak: alone, twice, five }) => alone.shed + twice.other + five.other),
  });
  expect(peak).toBeGreaterThan(0);
  expect(sum(({ peak: alone, twice, five }) => alone.shed + twice.other + five.other)).toBe(0);
  expect(sum(({ five }) => five.good)).toBeGreaterThan(0);
  await expectServed();
});

const slow = {
  "headers that never end": { first: "GET /api/site HTTP/1.1\r\nHost: localhost\r\n", trickle: "X-A: b\r\n" },
  "a body that never ends": {
    first:
      "POST /api/auth/csrf-token HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n",
    trickle: "x",
  },
  "a body in chunks that never ends": {
    first: "POST /api/csp-report HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n",
    trickle: "1\r\nx\r\n",
  },
};

it.each(Object.entries(slow))(
  "%s are disconnected, and others are served meanwhile",
  { timeout: 200_000 },
  async (_name, words) => {
    using crowd = await gather(port, { count: scaled(20, 500), first: () => words.first, trickle: words.trickle });
    expect(crowd.open).toBeGreaterThan(0);
    await expectServed();
    if (!isFull) return;
    const ms = await crowd.waitUntilCut(90_000);
    publish("overload", { mostSlowSeconds: Number.isFinite(ms) ? ms / 1000 : 999 });
    expect(ms).toBeLessThanOrEqual(30_000);
  },
);

it("clients that request much and read nothing take little memory", async () => {
  const before = await settleMemory();
  const asked = (n: number) =>
    `GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 10.9.${n >> 8}.${n & 255}\r\n\r\n`.repeat(
      50,
    );
  using crowd = await gather(port, { count: scaled(5, 200), first: asked, isDeaf: true });
  await new Promise((resolve) => setTimeout(resolve, scaled(500, 5000)));
  const more = (await settleMemory()) - before;
  publish("overload", { mostStalledMb: more });
  await expectServed();
  expect(crowd.open).toBeGreaterThan(0);
  expect(more).toBeLessThan(300);
});

it("idle connections take little memory, and others are served meanwhile", async () => {
  const before = await settleMemory();
  using crowd = await gather(port, { count: scaled(200, 10_000) });
  const more = (await settleMemory()) - before;
  await expectServed();
  publish("overload", { mostIdle: crowd.open, mostIdleMb: more });
  expect(crowd.open).toBeGreaterThan(scaled(190, 9000));
  expect(more).toBeLessThan(150);
});

async function expectServed(): Promise<void> {
  // from an address that has sent no other request
  const headers = { "x-forwarded-for": "192.0.2.1" };
  const ask = () =>
    fetch(`${server.url}/api/site`, { headers }).then(async (answer) => (await answer.text(), answer.status));
  await expect.poll(ask).toBe(200);
}

/** The memory of the process, in MB. */
async function settleMemory(): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 300));
  const status = readFileSync(`/proc/${server.child.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}
