// A premiere: hundreds of members log in and start the same new recording within a minute, many of them behind one address,
// while somebody guesses logins. Nobody else is refused or has to wait, and the disk is read once.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtempDisposable, readdir, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import type { Video } from "#contract/video.ts";
import { startEmulator } from "#emulator/emulator.ts";
import { createBrowser } from "#server/testing/browser.ts";
import { findFreePort } from "#server/testing/free-port.ts";
import { childEnvironment, commandLine, startServer } from "#server/testing/process.ts";
import { isFull, publish, scaled } from "#server/testing/proof.ts";
import { attend, type Watched } from "./premiere/viewer.ts";

const members = scaled(6, 500);
/** All of them customers of one phone carrier, as the one who guesses. */
const behindOne = scaled(3, 200);
const carrier = "100.64.0.1";
const guesses = scaled(200, 10_000);
const withinSeconds = scaled(3, 60);
const watchedSeconds = scaled(3, 60);
const title = "Premiere";
const mostStalledMs = 1000;

it("hundreds of members start the same recording within a minute", { timeout: 900_000 }, async () => {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(await mkdtempDisposable(path.join(tmpdir(), "stagedoor-premiere-"))).path;
  const dataDir = path.join(folder, "data");
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  const emulator = await startEmulator({ archiveUrl: url });
  stack.defer(() => emulator.close());
  const env = {
    ...emulator.settings,
    ...{ PORT: String(port), DATA_DIR: dataDir, DEMO_CONTENT: "off", LOG_LEVEL: "silent" },
    // only the recording itself is watched
    SMALLER_SIZES: "never",
    // each member's address is told by a proxy
    TRUSTED_PROXIES: "127.0.0.1/32,::1/128",
  };
  const server = await startServer(env);
  stack.defer(async () => {
    server.child.kill("SIGKILL");
    await server.ended;
  });
  await addRecording(path.join(folder, `${title}.mp4`), { url, env });
  const personas = Array.from({ length: members }, (_, n) => `${n % 2 ? "patron-gold" : "twitch-tier2"}-premiere${n}`);
  for (const id of personas) await copyPersona(emulator.origin, id);
  const bytes = await forgetFiles(path.join(dataDir, "media"));
  const readBefore = readFromDisk(server.child.pid);

  const guessing = guess(url);
  const watched = await Promise.all(
    personas.map(async (persona, n): Promise<Watched> => {
      await sleep((n / members) * withinSeconds * 1000);
      const address = n < behindOne ? carrier : `198.18.${n >> 8}.${n & 255}`;
      return attend({ url, address, persona, title, seconds: watchedSeconds });
    }),
  );
  const { tried, refused } = await guessing;
  const read = readFromDisk(server.child.pid) - readBefore;
  const refusals = watched.flatMap((one) => one.refused);
  const slowest = Math.max(...watched.map((one) => one.stalledMs));
  const starts = watched.map((one) => one.startMs).toSorted((a, b) => a - b);
  publish("premiere", {
    members,
    behindOne,
    refused: refusals.length,
    mostStalledMs: slowest,
    mostStartMs: starts.at(-1) ?? 0,
    mostUsualStartMs: starts[Math.floor(starts.length / 2)] ?? 0,
    mostReadShare: read / bytes,
    guesses: tried,
    guessesRefused: refused,
    sentMb: watched.reduce((sum, one) => sum + one.bytes, 0) / 1e6,
  });
  expect(refusals.slice(0, 5)).toEqual([]);
  // a few may be tried by anybody
  expect(refused).toBeGreaterThanOrEqual(tried - 100);
  // by the clock only where nothing else runs: npm test may be on a machine that is starved
  if (isFull) expect(slowest).toBeLessThanOrEqual(mostStalledMs);
  expect(read).toBeLessThanOrEqual(bytes * 2);
});

/** At 6 Mbit/s, so that every player needs as much all the time. */
async function addRecording(file: string, { url, env }: { url: string; env: Record<string, string> }): Promise<void> {
  const seconds = watchedSeconds + 4;
  const picture = `testsrc2=size=1280x720:rate=24:duration=${seconds},noise=alls=20:allf=t`;
  const sound = `sine=frequency=330:duration=${seconds}`;
  const rate = ["-b:v", "6M", "-minrate", "6M", "-maxrate", "6M", "-bufsize", "3M", "-x264-params", "nal-hrd=cbr"];
  const codecs = ["-c:v", "libx264", "-preset", "ultrafast", "-g", "48", "-pix_fmt", "yuv420p", ...rate, "-c:a", "aac"];
  execFileSync("ffmpeg", ["-v", "error", ...`-f lavfi -i ${picture} -f lavfi -i ${sound}`.split(" "), ...codecs, file]);
  const takeIn = spawn(process.execPath, [commandLine, "import", file], {
    env: { ...childEnvironment, ...env },
    stdio: "ignore",
  });
  expect(await once(takeIn, "exit")).toEqual([0, null]);
  const browser = createBrowser(url);
  await browser.signIn("patron-gold");
  const state = async () => {
    const { body: list } = await browser.ask<{ videos: { id: string }[] }>("GET /api/video/list");
    const { body } = await browser.ask<{ video?: Video }>(`GET /api/video/v/${list.videos[0]?.id}`);
    return body.video?.media?.preparation.state;
  };
  await expect.poll(state, { timeout: 120_000, interval: 500 }).toBe("done");
}

async function copyPersona(origin: string, id: string): Promise<void> {
  const like = id.replace(/-[^-]+$/, "");
  const answer = await fetch(`${origin}/__emulator/personas/${id}`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ like }),
  });
  if (!answer.ok) throw new Error(await answer.text());
}

/** Logins that come back with states that nobody was given. */
async function guess(url: string): Promise<{ tried: number; refused: number }> {
  let [tried, refused] = [0, 0];
  const one = async () => {
    while (tried < guesses) {
      tried += 1;
      const answer = await fetch(`${url}/api/auth/patreon/redirect?code=${tried}&state=guess${tried}`, {
        redirect: "manual",
        headers: { "x-forwarded-for": carrier },
      });
      await answer.arrayBuffer();
      if (answer.status === 429) refused += 1;
      await sleep((withinSeconds * 1000 * 4) / guesses);
    }
  };
  await Promise.all(Array.from({ length: 4 }, one));
  return { tried, refused };
}

/** Nothing of them stays in the system's cache. Returns the bytes of what members watch. */
async function forgetFiles(folder: string): Promise<number> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  let bytes = 0;
  for (const { name, parentPath } of files) {
    const file = path.join(parentPath, name);
    execFileSync("dd", [`if=${file}`, "iflag=nocache", "count=0"], { stdio: "ignore" });
    if (/^(video-source|audio)\b.*\.mp4$/.test(name)) bytes += (await stat(file)).size;
  }
  return bytes;
}

/** What the kernel really read from the disk for it. */
function readFromDisk(pid = 0): number {
  return Number(/read_bytes: (\d+)/.exec(readFileSync(`/proc/${pid}/io`, "utf8"))?.[1]);
}
