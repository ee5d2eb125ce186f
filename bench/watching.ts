// For the player's benchmarks: a real archive with one recording, the same recording as a plain MP4, and a browser.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { chromium as playwright, type Browser, type Page } from "@playwright/test";
import { buildPage } from "#scripts/build-page.ts";
import { buildServer } from "#scripts/build-server.ts";
import { builtCommands, builtServer } from "#scripts/built.ts";
import { chromium } from "#scripts/chromium.ts";
import { createBrowser } from "#server/testing/browser.ts";
import { findFreePort } from "#server/testing/free-port.ts";
import { startProgram } from "./programs.ts";

export interface Watching extends AsyncDisposable {
  browser: Browser;
  /** The address of the archive. */
  url: string;
  /** A page whose button plays the recording in a bare video element. */
  bareUrl: string;
  /** The cookie of a member who is signed in. */
  cookies: { name: string; value: string }[];
  /** A new browser profile that is signed in: nothing is cached or remembered. */
  visit(): Promise<Page>;
}

export async function openWatching(seconds: number): Promise<Watching> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), "stagedoor-bench-player-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  await buildPage();
  await buildServer();
  const [open, dataDir] = [path.join(folder, "open"), path.join(folder, "data")];
  await mkdir(open);
  await makeRecording(path.join(open, "recording.mp4"), seconds);
  await writeFile(path.join(open, "index.html"), barePage);
  const bare = stack.use(await startProgram("./static-program.ts", { DATA_DIR: open }));

  const [port, standIns] = [await findFreePort(), await findFreePort()];
  const url = `http://localhost:${port}`;
  const env = {
    ...process.env,
    PORT: String(port),
    EMULATOR_PORT: String(standIns),
    DATA_DIR: dataDir,
    DEMO_CONTENT: "off",
  };
  const server = spawn(process.execPath, [builtServer], { env, stdio: ["ignore", "ignore", "inherit"] });
  stack.defer(async () => {
    server.kill("SIGTERM");
    await once(server, "exit");
  });
  await untilTrue(async () => (await fetch(`${url}/api/health`).catch(() => undefined))?.ok === true);
  const takeIn = [builtCommands, "import", path.join(open, "recording.mp4")];
  const [status] = await once(spawn(process.execPath, takeIn, { env, stdio: ["ignore", "ignore", "inherit"] }), "exit");
  if (status !== 0) throw new Error(`the recording was not taken in: ${status}`);
  const visitor = createBrowser(url);
  await visitor.signIn("patron-gold");
  await untilTrue(() => isPrepared(visitor));

  const browser = await playwright.launch({
    executablePath: chromium(),
    args: ["--no-sandbox", "--autoplay-policy=no-user-gesture-required", "--enable-precise-memory-info"],
  });
  stack.defer(() => browser.close());
  goBeforeOthers(-15);
  stack.defer(() => goBeforeOthers(0));
  const cookies = [...visitor.cookies].map(([name, value]) => ({ name, value }));
  const end = stack.move();
  return {
    browser,
    url,
    cookies,
    bareUrl: `http://localhost:${bare.port}/`,
    async visit() {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
      await context.addCookies(cookies.map((cookie) => ({ ...cookie, url })));
      return context.newPage();
    },
    [Symbol.asyncDispose]: () => end.disposeAsync(),
  };
}

/**
 * Gives our programs priority over everything else on the machine, which is not to be measured: on Linux, where it is
 * allowed, for the sessions of this process and of the browser.
 */
function goBeforeOthers(niceness: number): void {
  try {
    const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, "utf8").trim().split(" ");
    for (const pid of [process.pid, ...children]) writeFileSync(`/proc/${pid}/autogroup`, String(niceness));
  } catch {
    // not allowed: then the load average beside the numbers says how reliable they are
  }
}

const barePage = `<!doctype html><title>bare</title><button>Play</button><script>
document.querySelector("button").onclick = () => {
  const video = document.createElement("video");
  video.src = "/recording.mp4";
  video.autoplay = true;
  document.body.append(video);
};
</script>`;

async function makeRecording(file: string, seconds: number): Promise<void> {
  const picture = `testsrc2=size=640x360:rate=24:duration=${seconds}`;
  const sound = `sine=frequency=330:duration=${seconds},tremolo=f=2`;
  const codecs = ["-c:v", "libx264", "-preset", "ultrafast", "-g", "48", "-pix_fmt", "yuv420p", "-c:a", "aac"];
  const inputs = ["-f", "lavfi", "-i", picture, "-f", "lavfi", "-i", sound];
  execFileSync("ffmpeg", ["-y", "-v", "error", ...inputs, ...codecs, "-movflags", "+faststart", file]);
}

async function isPrepared(visitor: ReturnType<typeof createBrowser>): Promise<boolean> {
  const { body: list } = await visitor.ask<{ videos: { id: string }[] }>("GET /api/video/list");
  const id = list.videos[0]?.id;
  if (id === undefined) return false;
  const { body } = await visitor.ask<{ video: { media: { preparation: { state: string } } | null } }>(
    `GET /api/video/v/${id}`,
  );
  return body.video.media?.preparation.state === "done";
}

/** Waits until something is true inside the page. */
export async function until(page: Page, question: string): Promise<void> {
  await untilTrue(() => page.evaluate<boolean>(question));
}

export async function untilTrue(ask: () => Promise<boolean>): Promise<void> {
  const giveUpAt = Date.now() + 300_000;
  while (!(await ask())) {
    if (Date.now() > giveUpAt) throw new Error("the page did not get there within five minutes");
    await sleep(100);
  }
}
