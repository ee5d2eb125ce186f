// Playing on a television, as one that has no cookie: programs that others wrote play the addresses to the end, and each way in which
// they end is tried.
import { execFile } from "node:child_process";
import { once } from "node:events";
import { get as getSlowly, type IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Screen } from "#contract/screen.ts";
import { takeIn } from "#server/intake/take-in.ts";
import { openTestArchive, type TestArchive } from "#server/testing/archive.ts";
import type { Browser } from "#server/testing/browser.ts";
import { openClips, pictures, x264, type Clips } from "#server/testing/clips.ts";
import { isFull, publish, scaled, unscaled } from "#server/testing/proof.ts";
import { settleWork } from "#server/testing/settle.ts";
import { hasVlc, playWithVlc } from "#server/testing/vlc.ts";

const seconds = 8;
const hourMs = 3_600_000;
const stack = new AsyncDisposableStack();
let archive: TestArchive;
let clips: Clips;
let member: Browser;
let editor: Browser;
let id = "";

beforeAll(async () => {
  clips = stack.use(await openClips());
  const quick = { env: { SMALLER_SIZES: "never" }, emulator: { quirks: { patreonThrottles: false } } };
  archive = stack.use(await openTestArchive({ store: "disk", ...quick }));
  // large, so that an answer can be under way for long
  const noisy = `${pictures("640x360", 25, seconds)} -f lavfi -i sine=f=440:r=48000:d=${seconds} -vf noise=alls=60:allf=t`;
  const file = await clips.make("night.mp4", `${noisy} ${x264} -b:v 16M -c:a aac`);
  id = (await takeIn(archive.parts, { file, name: "Night.mp4", memberId: null })).id;
  await settleWork(archive.parts);
  [member, editor] = [archive.openBrowser(), archive.openBrowser()];
});
beforeEach(async () => {
  await member.signIn("patron-gold");
  await editor.signIn("patron-editor");
});
afterAll(() => stack.disposeAsync());

async function makeScreen(browser = member): Promise<{ hls: string; file: string; token: string }> {
  const { status, body } = await browser.ask<Screen>(`POST /api/video/v/${id}/screen`);
  expect(status).toBe(200);
  return { hls: archive.url + body.hls, file: archive.url + (body.file?.url ?? ""), token: body.token };
}

const statusOf = async (address: string) => (await fetch(address, { headers: { range: "bytes=0-0" } })).status;

/** As it is decoded: how many pictures, and how many seconds of sound. */
async function play(address: string): Promise<{ frames: number; soundSeconds: number }> {
  const line = ["-v", "error", "-i", address, "-map", "0:v:0", "-map", "0:a:0", "-progress", "-", "-f", "null", "-"];
  const { stdout, stderr } = await promisify(execFile)("ffmpeg", line, { timeout: 300_000 });
  expect(stderr).toBe("");
  const last = (name: string) => Number([...stdout.matchAll(new RegExp(`^${name}=(\\d+)`, "gm"))].at(-1)?.[1]);
  return { frames: last("frame"), soundSeconds: last("out_time_us") / 1e6 };
}

it("ffmpeg plays the playlist and the plain file to the end, without a cookie", async () => {
  const { hls, file } = await makeScreen();
  for (const address of [hls, file]) {
    const { frames, soundSeconds } = await play(address);
    expect(frames).toBe(seconds * 25);
    expect(Math.abs(soundSeconds - seconds)).toBeLessThan(0.1);
  }
});

it("mpv and VLC do, too", { skip: !isFull || !hasVlc, timeout: 240_000 }, async () => {
  const { hls, file } = await makeScreen();
  for (const address of [hls, file]) {
    const line = ["--no-config", "--vo=null", "--ao=null", "--untimed", "--msg-level=all=warn", address];
    const { stdout } = await promisify(execFile)("mpv", line, { timeout: 100_000 });
    expect(stdout).not.toMatch(/error|fail/i);
    await using heard = await playWithVlc(address, 60_000);
    const { stdout: samples } = await promisify(execFile)(
      "ffmpeg",
      ["-v", "error", "-i", heard.file, "-ac", "1", "-ar", "1000", "-f", "s16le", "-"],
      { encoding: "buffer" },
    );
    expect(samples.length / 2000).toBeGreaterThan(seconds - 0.5);
  }
});

it("gives playlists, video and audio of its recording, to any page, and nothing else", async () => {
  const { hls, file, token } = await makeScreen();
  const whole = await fetch(file);
  const bytes = Buffer.from(await whole.arrayBuffer());
  expect(bytes).toHaveLength(Number(whole.headers.get("content-length")));
  const part = await fetch(file, { headers: { range: "bytes=1000-4999", "sec-fetch-site": "cross-site" } });
  expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, bytes.subarray(1000, 5000)]);
  for (const { headers } of [await fetch(hls), part]) {
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("cache-control")).toBe("private, no-store");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
  }
  const asked = { origin: "https://www.gstatic.com", "access-control-request-method": "GET" };
  const before = await fetch(file, { method: "OPTIONS", headers: { ...asked, "sec-fetch-site": "cross-site" } });
  expect([before.status, before.headers.get("access-control-allow-headers")]).toEqual([204, "range"]);
  const folder = `${archive.url}/api/screen/${token}`;
  for (const name of ["thumbnail", "waveform", "storyboard", "original", `..%2F..%2Fmedia%2F${id}%2Faudio.m4a`])
    expect([name, await statusOf(`${folder}/${name}`)]).toEqual([name, 404]);
  const guessed = `${folder.slice(0, -1)}${folder.endsWith("A") ? "B" : "A"}`;
  expect(await statusOf(`${guessed}/master.m3u8`)).toBe(404);
});

it("ends when its member says so, logs out, or has made five more", async () => {
  const ended = await makeScreen();
  expect(await statusOf(ended.hls)).toBe(200);
  expect((await archive.openBrowser().ask(`DELETE /api/screen/${ended.token}`)).status).toBe(200);
  expect(await statusOf(ended.hls)).toBe(404);
  const oldest = await makeScreen();
  for (let count = 0; count < 4; count += 1) await makeScreen();
  expect(await statusOf(oldest.hls)).toBe(200);
  const newest = await makeScreen();
  expect([await statusOf(oldest.hls), await statusOf(newest.hls)]).toEqual([404, 200]);
  await member.ask("POST /api/user/logout");
  expect([await statusOf(newest.hls), await statusOf(newest.file)]).toEqual([404, 404]);
});

it("is refused while the recording is hidden, also an editor's", async () => {
  const addresses = [await makeScreen(), await makeScreen(editor)];
  const hide = (hidden: boolean) => editor.ask(`PUT /api/video/v/${id}/hidden`, { hidden });
  await hide(true);
  const statuses = await Promise.all(addresses.flatMap(({ hls, file }) => [statusOf(hls), statusOf(file)]));
  const asked = [
    (await member.ask(`POST /api/video/v/${id}/screen`)).status,
    (await editor.ask(`POST /api/video/v/${id}/screen`)).status,
  ];
  await hide(false);
  expect([...statuses, ...asked]).toEqual([404, 404, 404, 404, 404, 409]);
});

/** It has asked for all of the file, and reads nothing of it. */
async function openSlowly(address: string): Promise<IncomingMessage> {
  const [answer] = (await once(getSlowly(address), "response")) as [IncomingMessage];
  return answer;
}

/** The bytes that still come, read as fast as they do, until the connection is over. */
async function readRest(answer: IncomingMessage): Promise<number> {
  const { promise: isOver, resolve } = Promise.withResolvers<void>();
  let bytes = 0;
  answer.on("error", () => resolve()).on("close", () => resolve());
  answer.on("data", (piece: Buffer) => (bytes += piece.length));
  await isOver;
  return bytes;
}

it(
  "is refused within 5 seconds when access ends, also an answer that is under way",
  { timeout: unscaled(300_000, 1_200_000) },
  async () => {
    const watcher = archive.openBrowser();
    const persona = "twitch-tier1";
    await watcher.signIn(persona);
    const took: number[] = [];
    for (let round = 0; round < scaled(1, 50); round += 1) {
      const { hls, file } = await makeScreen(watcher);
      const underWay = await openSlowly(file);
      expect(await statusOf(hls)).toBe(200);
      const began = performance.now();
      await archive.control(`POST personas/${persona}`, { tier: null, fire: true });
      while ((await statusOf(hls)) === 200);
      took.push(performance.now() - began);
      expect(await statusOf(file)).toBe(404);
      // what is in the buffers of both sides comes, and nothing after it
      await sleep(Math.max(0, began + 4500 - performance.now()));
      expect(await readRest(underWay)).toBeLessThan(Number(underWay.headers["content-length"]));
      await archive.control(`POST personas/${persona}`, { tier: "1000", fire: true });
      await settleWork(archive.parts);
      expect(await statusOf(hls)).toBe(200);
    }
    publish("screen", { revoked: took.length, mostMs: Math.max(...took) });
  },
);

// last: the providers' webhooks would be too old for a clock that was moved ahead
it("ends by itself 3 hours after its last use, and after 12 hours however much it is used", async () => {
  const { hls } = await makeScreen();
  for (let hours = 0; hours < 10; hours += 2) {
    archive.advance(2 * hourMs);
    expect([hours, await statusOf(hls)]).toEqual([hours, 200]);
  }
  archive.advance(2 * hourMs);
  expect(await statusOf(hls)).toBe(404);
  await member.signIn("patron-gold");
  const unused = await makeScreen();
  archive.advance(3 * hourMs);
  expect(await statusOf(unused.hls)).toBe(404);
});
