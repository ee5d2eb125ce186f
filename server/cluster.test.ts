// The archive as it grows beyond one machine: two web servers and two workers, each a process with a folder of its own, on
// one PostgreSQL and one S3 service.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdtempDisposable, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startEmulator, type Emulator } from "#emulator/emulator.ts";
import { openDatabase, type Database } from "#server/database/open.ts";
import { createBrowser, type Browser } from "#server/testing/browser.ts";
import { chord, openClips, pictures, x264 } from "#server/testing/clips.ts";
import { createTestDatabase } from "#server/testing/databases.ts";
import { findFreePort } from "#server/testing/free-port.ts";
import { isFull } from "#server/testing/proof.ts";
import { startServer, type ServerProcess } from "#server/testing/process.ts";
import { bucketSettings, createTestBucket } from "#server/testing/s3.ts";

describe("two web servers and two workers on one PostgreSQL and one S3", () => {
  const stack = new AsyncDisposableStack();
  let db: Database;
  let emulator: Emulator;
  let [one, two]: [ServerProcess, ServerProcess] = [] as never;
  let workers: ServerProcess[] = [];

  beforeAll(async () => {
    const { place } = stack.use(await createTestDatabase("postgres", "migrated"));
    if (!("url" in place)) throw new Error("this is PostgreSQL");
    db = stack.use(await openDatabase(place));
    const port = await findFreePort();
    const publicUrl = `http://localhost:${port}`;
    emulator = await startEmulator({ archiveUrl: publicUrl, quirks: { patreonThrottles: false } });
    stack.defer(() => emulator.close());
    const shared = {
      ...emulator.settings,
      ...bucketSettings(await createTestBucket()),
      DATABASE_URL: place.url,
      PUBLIC_URL: publicUrl,
      LOG_LEVEL: "warn",
      LEAST_FREE_GB: "0",
    };
    const start = async (role: string, more: Record<string, string>) => {
      const folder = stack.use(await mkdtempDisposable(path.join(tmpdir(), "stagedoor-cluster-")));
      const server = await startServer(
        { ...shared, DATA_DIR: folder.path, PORT: String(await findFreePort()), ...more },
        `--role=${role}`,
      );
      stack.defer(async () => {
        server.child.kill("SIGKILL");
        await server.ended;
      });
      return { server, folder: folder.path };
    };
    const first = await start("web", { PORT: String(port) });
    const key = { MASTER_KEY_FILE: path.join(first.folder, "secrets", "master.key") };
    const others = await Promise.all(["web", "worker", "worker"].map((role) => start(role, key)));
    one = first.server;
    [two, ...workers] = others.map(({ server }) => server) as [ServerProcess, ...ServerProcess[]];
  }, 120_000);
  afterAll(() => stack.disposeAsync(), 60_000);

  const signIn = async (persona: string): Promise<Browser> => {
    const browser = createBrowser(one.url);
    await browser.signIn(persona);
    return browser;
  };
  /** The same person, sent to the other server by the balancer. */
  const alsoAtTwo = (browser: Browser): Browser => {
    const other = createBrowser(two.url);
    for (const [name, value] of browser.cookies) other.cookies.set(name, value);
    return other;
  };
  const until = async (isSo: () => Promise<boolean>): Promise<number> => {
    const began = performance.now();
    for (; !(await isSo()); await sleep(5)) {
      if (performance.now() - began < 90_000) continue;
      throw new Error(`it did not come about; the workers say: ${workers.map(({ output }) => output()).join("")}`);
    }
    return performance.now() - began;
  };
  const send = (server: ServerProcess, browser: Browser, call: string, init: RequestInit = {}) => {
    const [method = "GET", address = "/"] = call.split(" ");
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { cookie, origin: one.url, "tus-resumable": "1.0.0", ...(init.headers as Record<string, string>) };
    return fetch(server.url + address, { ...init, method, headers });
  };

  it("who signs in at one is known to the other, and who is refused at one is refused at both", async () => {
    const took: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const here = await signIn("patron-gold");
      const there = alsoAtTwo(here);
      // twice: the second answer comes from memory
      for (let n = 0; n < 2; n += 1) expect(await there.whoAmI()).toMatchObject({ can_view: true });
      expect((await send(two, here, "POST /api/user/logout")).status).toBeLessThan(300);
      took.push(await until(async () => (await here.whoAmI()) === null));
      expect(await there.whoAmI()).toBeNull();
    }
    console.log(
      `logged out at the second, refused at the first after ${took.map((ms) => ms.toFixed(0)).join(", ")} ms`,
    );
    if (isFull) expect(medianOf(took)).toBeLessThan(2000);
  });

  it("a membership that ends is heard by one, looked into by a worker, and refused at both", async () => {
    const took: number[] = [];
    for (const persona of ["twitch-tier1", "twitch-tier2", "twitch-tier3"]) {
      const here = await signIn(persona);
      const there = alsoAtTwo(here);
      expect(await there.whoAmI()).toMatchObject({ can_view: true });
      const ended = await fetch(`${emulator.origin}/__emulator/personas/${persona}`, {
        method: "POST",
        body: JSON.stringify({ tier: null, fire: true }),
        headers: { "content-type": "application/json" },
      });
      expect(ended.ok).toBe(true);
      took.push(await until(async () => !(await there.whoAmI())?.can_view && !(await here.whoAmI())?.can_view));
    }
    console.log(`membership ended, refused at both after ${took.map((ms) => ms.toFixed(0)).join(", ")} ms`);
    if (isFull) expect(medianOf(took)).toBeLessThan(2000);
  });

  it(
    "an upload begun at one and ended at the other is prepared once, though a worker dies, and plays through both",
    { tags: ["long"], timeout: 180_000 },
    async () => {
      await using clips = await openClips();
      const line = `${pictures("1280x720", 25, 8)} ${chord(8)} ${x264} -c:a aac`;
      const bytes = await readFile(await clips.make("piece.mp4", line));
      const editor = await signIn("patron-editor");
      const size = { "upload-length": String(bytes.length) };
      const begun = await send(two, editor, "POST /api/upload", { headers: size });
      expect(begun.status).toBe(201);
      const address = begun.headers.get("location") ?? "";
      const half = Math.floor(bytes.length / 2);
      const part = (server: ServerProcess, from: number, to: number) =>
        send(server, editor, `PATCH ${address}`, {
          headers: { "upload-offset": String(from), "content-type": "application/offset+octet-stream" },
          body: new Uint8Array(bytes.subarray(from, to)),
        });
      expect((await part(two, 0, half)).status).toBe(204);
      const head = await send(one, editor, `HEAD ${address}`);
      expect(head.headers.get("upload-offset")).toBe(String(half));
      const last = await part(one, half, bytes.length);
      expect(last.status).toBe(200);
      const { id } = (await last.json()) as { id: string };

      const listSteps = () =>
        db
          .selectFrom("job")
          .select(["kind", "state", "attempts", "deaths"])
          .where("key", "=", id)
          .where("kind", "like", "prepare-%")
          .execute();
      // in the middle of the step that takes longest
      await until(async () => workers.some(isEncoding));
      const victim = workers.find(isEncoding);
      victim?.child.kill("SIGKILL");
      expect(await victim?.ended).toBe("SIGKILL");
      // half a minute later
      const past = { lease_until: new Date(0) };
      await db.updateTable("job").set(past).where("state", "=", "running").where("key", "=", id).execute();
      await until(async () => (await listSteps()).every(({ state }) => state === "done"));
      const steps = await listSteps();
      expect(new Set(steps.map(({ kind }) => kind)).size).toBe(steps.length);
      expect(steps.find(({ kind }) => kind === "prepare-rungs")).toMatchObject({ attempts: 1, deaths: 1 });

      const member = await signIn("patron-annual");
      const heard = await Promise.all([one, two].map((server) => play(server, member, id)));
      expect(heard[1]).toEqual(heard[0]);
      const stored = await db.selectFrom("asset").select(["kind", "sha256"]).where("video_id", "=", id).execute();
      const known = new Map<string, string>(stored.map(({ kind, sha256 }) => [kind, sha256]));
      for (const [file, sha256] of Object.entries(heard[0]?.files ?? {}))
        expect([file, sha256]).toEqual([file, known.get(file)]);
      expect(Object.keys(heard[0]?.files ?? {})).toContain("video-480.mp4");
    },
  );

  /** As the player does: from the master playlist to every file it leads to. */
  async function play(server: ServerProcess, member: Browser, id: string) {
    const read = async (name: string, headers: Record<string, string> = {}) => {
      const ask = () => send(server, member, `GET /api/media/${id}/${name}`, { headers });
      let response = await ask();
      // a busy machine sheds load: whoever is told to come back later does so
      while (response.status === 503 && response.headers.has("retry-after")) response = await ask();
      return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
    };
    const master = (await read("master.m3u8")).bytes.toString();
    const files: Record<string, string> = {};
    for (const [playlist] of master.matchAll(/[\w-]+\.m3u8/g)) {
      const text = (await read(playlist)).bytes.toString();
      const file = /[\w-]+\.mp4/.exec(text)?.[0] ?? "";
      const { bytes } = await read(file);
      const piece = await read(file, { range: "bytes=100-1099" });
      expect([piece.status, piece.bytes.equals(bytes.subarray(100, 1100))]).toEqual([206, true]);
      files[file] = createHash("sha256").update(bytes).digest("hex");
    }
    return { master, files };
  }
});

/** Whether ffmpeg makes a smaller size for this one now. */
function isEncoding({ child }: ServerProcess): boolean {
  const isEncoder = (pid: number): boolean => {
    try {
      if (readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("libx264")) return true;
      const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
      return children.split(" ").filter(Boolean).map(Number).some(isEncoder);
    } catch {
      // it has ended meanwhile
      return false;
    }
  };
  return child.pid !== undefined && child.exitCode === null && isEncoder(child.pid);
}

/** One round may meet a stall of a shared machine; most do not. */
function medianOf(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Infinity;
}
