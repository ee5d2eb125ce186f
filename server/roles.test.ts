// Servers with roles, as processes of their own: one PostgreSQL, one data folder, killed and restarted in mid-work.
import { mkdtempDisposable, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { takeIn } from "#server/intake/take-in.ts";
import { readConfig } from "./config.ts";
import { openDatabase } from "#server/database/open.ts";
import { openMedia } from "#server/media/media.ts";
import { chord, openClips, pictures, x264 } from "#server/testing/clips.ts";
import { createTestDatabase } from "#server/testing/databases.ts";
import { findFreePort } from "#server/testing/free-port.ts";
import { providerSettings, spawnServer, startServer, type ServerProcess } from "#server/testing/process.ts";

async function openPlace() {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(await mkdtempDisposable(path.join(tmpdir(), "stagedoor-roles-")));
  const { place } = stack.use(await createTestDatabase("postgres", "migrated"));
  if (!("url" in place)) throw new Error("this is PostgreSQL");
  const running: ServerProcess[] = [];
  stack.defer(async () => {
    for (const { child } of running) child.kill("SIGKILL");
    await Promise.all(running.map(({ ended }) => ended));
  });
  const env = { ...providerSettings, DATA_DIR: folder.path, DATABASE_URL: place.url, LEAST_FREE_GB: "0" };
  const kept = stack.move();
  return {
    env,
    db: kept.use(await openDatabase(place)),
    async start(role: string, more: Record<string, string> = {}) {
      const port = more["PORT"] ?? String(await findFreePort());
      const server = await startServer({ ...env, ...more, PORT: port }, `--role=${role}`);
      running.push(server);
      return server;
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

describe("a role", () => {
  it("that cannot work is refused in a sentence", async () => {
    await using folder = await mkdtempDisposable(path.join(tmpdir(), "stagedoor-roles-"));
    const env = { ...providerSettings, DATA_DIR: folder.path, PORT: String(await findFreePort()) };
    const refused = async (...args: string[]) => {
      const server = spawnServer(env, ...args);
      expect(await server.ended).toBe(1);
      return server.output().trim();
    };
    expect(await refused("--role=web")).toMatch(/^--role=web needs PostgreSQL\. Set DATABASE_URL/);
    expect(await refused("--role=cook")).toBe(
      'There is no role "cook". Use one of these after --role=: all, web, worker.',
    );
    expect(await readdir(folder.path)).toEqual([]);
  });

  it("worker answers only those who look after it, and web begins no work", async () => {
    await using place = await openPlace();
    const web = await place.start("web");
    const ask = async (server: ServerProcess, address: string) => (await fetch(`${server.url}${address}`)).status;
    expect(await place.db.selectFrom("job").select("kind").execute()).toEqual([]);
    const worker = await place.start("worker");
    const paths = ["/api/health", "/metrics", "/api/site", "/api/video/list", "/api/docs", "/"];
    expect(await Promise.all(paths.map((address) => ask(worker, address)))).toEqual([200, 200, 404, 404, 404, 404]);
    expect(await Promise.all(paths.map((address) => ask(web, address)))).toEqual([200, 200, 200, 401, 200, 404]);
    const kinds = await place.db.selectFrom("job").select("kind").execute();
    expect(kinds.map(({ kind }) => kind)).toContain("sweep-members");
  });
});

it("a worker killed in the middle of a recording: another one finishes it, once", { tags: ["long"] }, async () => {
  await using clips = await openClips();
  await using place = await openPlace();
  const { db } = place;
  const config = readConfig({ ...place.env, PORT: "1" });
  await using media = await openMedia(path.join(config.dataDir, "media"), { hasVideos: false });
  const parts = { db, media, config, clock: { now: () => new Date() }, wake: () => {} };
  const first = await place.start("worker");
  const file = await clips.make("piece.mkv", `${pictures("1280x720", 25, 8)} ${chord(8)} ${x264} -c:a aac`);
  const { id } = await takeIn(parts, { file, name: "piece.mkv", memberId: null });
  const listSteps = () =>
    db
      .selectFrom("job")
      .select(["id", "kind", "state", "attempts", "deaths"])
      .where("key", "=", id)
      .where("kind", "like", "prepare-%")
      .orderBy("id")
      .execute();
  const until = async (isSo: () => Promise<boolean>) => {
    for (const giveUpAt = Date.now() + 90_000; !(await isSo()); await sleep(5))
      if (Date.now() > giveUpAt) throw new Error(`it did not come about: ${JSON.stringify(await listSteps())}`);
  };
  // in the middle of the step that takes longest
  await until(async () =>
    (await listSteps()).some(({ kind, state }) => kind === "prepare-rungs" && state === "running"),
  );
  first.child.kill("SIGKILL");
  expect(await first.ended).toBe("SIGKILL");
  const left = (await listSteps()).filter(({ state }) => state === "running");
  expect(left.map(({ kind }) => kind)).toContain("prepare-rungs");
  const second = await place.start("worker");
  await sleep(300);
  // nobody takes it as long as its lease runs
  expect((await listSteps()).filter(({ state }) => state === "running")).toEqual(left);
  // half a minute later
  await db
    .updateTable("job")
    .set({ lease_until: new Date(0) })
    .where("state", "=", "running")
    .execute();
  // and one that is told to stop hands it on at once, without a lease running out or an attempt being counted
  await until(async () => (await listSteps()).some(({ state, deaths }) => state === "running" && deaths === 1));
  await place.start("worker");
  second.child.kill("SIGTERM");
  expect(await second.ended).toBe(0);
  await until(async () => (await listSteps()).every(({ state }) => state === "done"));
  const steps = await listSteps();
  expect(new Set(steps.map(({ kind }) => kind)).size).toBe(steps.length);
  expect(steps.find(({ kind }) => kind === "prepare-rungs")).toMatchObject({ attempts: 1, deaths: 1 });
  const video = await db.selectFrom("video").select("state").where("id", "=", id).executeTakeFirst();
  expect(video?.state).toBe("published");
});

it("a rolling restart under load fails no request", { tags: ["long"] }, async () => {
  await using place = await openPlace();
  const [portOne, portTwo] = [String(await findFreePort()), String(await findFreePort())];
  const settings = { PUBLIC_URL: `http://localhost:${portOne}`, DRAIN_SECONDS: "2" };
  const startOne = () => place.start("web", { ...settings, PORT: portOne });
  const startTwo = () => place.start("web", { ...settings, PORT: portTwo });
  const [one, two] = [await startOne(), await startTwo()];

  const count = { asked: 0, retried: 0, failed: 0 };
  const over = new AbortController();
  let asking = 0;
  // a write in the database, each from an address of its own
  const ask = async (port: string) => {
    const n = (asking += 1);
    const response = await fetch(`http://localhost:${port}/api/auth/csrf-token`, {
      method: "POST",
      body: JSON.stringify({ return_path: "/" }),
      headers: { "content-type": "application/json", "x-forwarded-for": `10.1.${n >> 8}.${n & 255}` },
    });
    await response.arrayBuffer();
    return response.status;
  };
  // as a proxy and a patient page do: the other server where there is no connection, or one that is busy
  const askSomewhere = async (turn: number) => {
    const ports = turn % 2 === 0 ? [portOne, portTwo] : [portTwo, portOne];
    for (let tries = 0; tries < 100; tries += 1) {
      const status = await ask(ports[tries % 2] ?? "").catch(() => 0);
      if (status !== 0 && status !== 503) return status;
      count.retried += 1;
      if (tries > 0) await sleep(200);
    }
    return 0;
  };
  const client = async (n: number) => {
    for (let turn = n; !over.signal.aborted; turn += 1) {
      const status = await askSomewhere(turn);
      count.asked += 1;
      if (status !== 200) count.failed += 1;
      await sleep(50);
    }
  };
  const clients = Array.from({ length: 6 }, (_, n) => client(n));
  await sleep(300);
  const restart = async (server: ServerProcess, start: () => Promise<ServerProcess>) => {
    server.child.kill("SIGTERM");
    // it says first that it is about to go, and still answers
    for (;;) {
      const health = await fetch(`${server.url}/api/health`);
      const body = (await health.json()) as { ready?: boolean };
      if (health.status === 503 && body.ready === false) break;
      await sleep(10);
    }
    expect([200, 503]).toContain(await ask(new URL(server.url).port));
    expect(await server.ended).toBe(0);
    return start();
  };
  await restart(one, startOne);
  await restart(two, startTwo);
  while (count.asked < 200) await sleep(50);
  over.abort();
  await Promise.all(clients);
  console.log(
    `rolling restart of two: ${count.asked} requests, ${count.retried} tried elsewhere, ${count.failed} failed`,
  );
  expect(count.failed).toBe(0);
});
