// Streams that a real ffmpeg sends over a real socket, cut in every way, and what becomes of them.
import { execFile, spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Broadcast, LiveState } from "#contract/live/live.ts";
import type { Video } from "#contract/video.ts";
import { openTestArchive, type TestArchive } from "#server/testing/archive.ts";
import type { Browser } from "#server/testing/browser.ts";
import { chord, decodeFile, openClips, probeFile, type Clips } from "#server/testing/clips.ts";
import { databaseKinds } from "#server/testing/databases.ts";
import { hashFrames, sendBytes, sendClip, writeGreeting } from "#server/testing/live/encoder.ts";
import { findFreePort } from "#server/testing/free-port.ts";
import { settleWork } from "#server/testing/settle.ts";

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

/** Debian has it; without it that one sender is not tried. */
const hasGstreamer = spawnSync("gst-inspect-1.0", ["rtmp2sink"]).status === 0;

let clips: Clips;
let clip: string;
let sent: string[];
/** One that is still being sent when something is done. */
let longClip: string;
let sentLong: string[];
beforeAll(async () => {
  clips = await openClips();
  const made = "-c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 50 -bf 2 -c:a aac -ar 48000";
  clip = await clips.make("sent.mp4", `-f lavfi -i testsrc2=s=320x180:r=25:d=8 ${chord(8)} ${made}`);
  sent = await hashFrames(clip);
  expect(new Set(sent).size).toBe(200);
  longClip = await clips.make("long.mp4", `-f lavfi -i testsrc2=s=320x180:r=25:d=30 ${chord(30)} ${made}`);
  sentLong = await hashFrames(longClip);
});
afterAll(() => clips[Symbol.asyncDispose]());

interface Stage extends AsyncDisposable {
  archive: TestArchive;
  editor: Browser;
  port: number;
  makeKey(more?: object): Promise<{ key: string; id: string }>;
  read(): Promise<LiveState>;
  /** When the newest broadcast is so. */
  until(is: (newest: Broadcast) => boolean): Promise<Broadcast>;
}

async function openStage(env: Record<string, string> = {}, kind?: (typeof databaseKinds)[number]): Promise<Stage> {
  const port = await findFreePort();
  const archive = await openTestArchive({ ...(kind && { kind }), env: { LIVE_PORT: String(port), ...env } });
  const editor = archive.openBrowser();
  await editor.signIn("patron-editor");
  const read = async () => (await editor.ask<LiveState>("GET /api/studio/live")).body;
  return {
    ...{ archive, editor, port, read },
    async makeKey(more = {}) {
      const wish = { name: "OBS", title: "From the stage", level: null, hidden: false, ...more };
      const { body } = await editor.ask<{ key: string; entry: { id: string } }>("POST /api/studio/live/keys", wish);
      await expect.poll(() => answers(port), { timeout: 60_000 }).toBe(true);
      return { key: body.key, id: body.entry.id };
    },
    async until(is) {
      const found = async () => (await read()).broadcasts.find((one, index) => index === 0 && is(one));
      await expect.poll(found, { timeout: 120_000, interval: 100 }).toBeDefined();
      return (await found())!;
    },
    [Symbol.asyncDispose]: () => archive[Symbol.asyncDispose](),
  };
}

const answers = (port: number): Promise<boolean> =>
  sendBytes(port, Buffer.from("GET / HTTP/1.1\r\n\r\n")).then(
    ({ answer, ms }) => ms > 0 && answer.length === 0 && isOpen(port),
  );

async function isOpen(port: number): Promise<boolean> {
  const { connect } = await import("node:net");
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect(port, "127.0.0.1", () => resolve(true)).on("error", () => resolve(false));
  const is = await promise;
  socket.destroy();
  return is;
}

const originalOf = ({ archive }: Stage, id: string): string =>
  path.join(archive.parts.media.store.folder, id.slice(0, 2), id, "original");

/** Each frame was sent, and those of each connection are there in their order. */
function expectFrames(frames: readonly string[], connections: number, all: readonly string[] = sent): void {
  const places = frames.map((frame) => all.indexOf(frame));
  expect(places.filter((place) => place === -1)).toEqual([]);
  const begins = places.flatMap((place, index) => (index === 0 || place < places[index - 1]! ? [index] : []));
  expect(begins).toHaveLength(connections);
  begins.forEach((begin, n) => {
    const own = places.slice(begin, begins[n + 1]);
    // the last two may be shown after ones that had not arrived yet, because pictures are sent in another order
    const whole = own.slice(0, -2);
    expect(whole).toEqual(whole.map((_, index) => index));
  });
}

describe.each(databaseKinds)("on %s", (kind) => {
  it("a line that drops goes on as the same recording, which is then like any other and not encoded again", async () => {
    await using stage = await openStage({}, kind);
    const { archive, editor, port } = stage;
    const { key } = await stage.makeKey();
    expect((await stage.read()).address).toBe(`rtmp://localhost:${port}/live`);

    const first = sendClip(clip, { port, key });
    const arriving = await stage.until(({ seconds }) => seconds >= 3);
    expect(arriving).toMatchObject({ state: "arriving", title: "From the stage", video: "avc1", audio: "mp4a" });
    expect(arriving).toMatchObject({ width: 320, height: 180, ended_at: null, returns: 0 });
    await first.kill();
    const waiting = await stage.until(({ state }) => state === "waiting");
    expect(waiting.id).toBe(arriving.id);

    expect(await sendClip(clip, { port, key }).ended).toBe(0);
    const ended = await stage.until(({ video_id }) => video_id !== null);
    expect(ended).toMatchObject({ id: arriving.id, state: "ended", returns: 1, key_frame_seconds: 2, trouble: null });
    expect((await stage.read()).broadcasts).toHaveLength(1);
    const folder = path.join(archive.environment["DATA_DIR"]!, "live");
    await expect.poll(() => readdirSync(folder), { timeout: 60_000 }).toEqual([]);

    const id = ended.video_id!;
    if (existsSync(originalOf(stage, id))) {
      const frames = await hashFrames(originalOf(stage, id));
      expectFrames(frames, 2);
      expect(frames.slice(-200)).toEqual(sent);
      expect(frames.length).toBeGreaterThan(200 + 25);
      expect(await decodeFile(originalOf(stage, id))).toBe("");
    }
    await settleWork(archive.parts);
    const { body } = await editor.ask<{ video: Video }>(`GET /api/video/v/${id}`);
    expect(body.video).toMatchObject({ title: "From the stage", state: "published", hidden: false });
    const made = await archive.parts.db
      .selectFrom("recording")
      .selectAll()
      .where("video_id", "=", id)
      .executeTakeFirst();
    expect(made).toMatchObject({ name: "From the stage.mp4" });
  });

  it("keys: shown once, changed, reset and deleted; only editors may, and each is in the history", async () => {
    await using stage = await openStage({}, kind);
    const { archive, editor } = stage;
    const { key, id } = await stage.makeKey({ hidden: true });
    const stored = await archive.parts.db.selectFrom("stream_key").selectAll().executeTakeFirstOrThrow();
    expect(JSON.stringify([stored, await stage.read()])).not.toContain(key);
    const change = { name: "The other machine", title: "", level: null, hidden: false };
    const changed = await editor.ask(`PUT /api/studio/live/keys/${id}`, change);
    expect(changed.body).toMatchObject({ entry: { name: "The other machine", title: "Live", hidden: false } });
    expect((await editor.ask(`PUT /api/studio/live/keys/${id}`, { ...change, level: "gone" })).status).toBe(400);
    expect((await editor.ask(`PUT /api/studio/live/keys/${id}`, { ...change, name: " " })).status).toBe(400);
    const { body } = await editor.ask<{ key: string }>(`POST /api/studio/live/keys/${id}/reset`);
    expect(body.key).not.toBe(key);
    expect((await editor.ask(`DELETE /api/studio/live/keys/${id}`)).status).toBe(200);
    expect((await editor.ask(`DELETE /api/studio/live/keys/${id}`)).status).toBe(404);
    expect((await editor.ask(`POST /api/studio/live/${id}/end`)).status).toBe(404);
    const owner = archive.openBrowser();
    await owner.signIn("patron-owner");
    const { body: history } = await owner.ask<{ entries: { sentence: string }[] }>("GET /api/history?kind=settings");
    expect(JSON.stringify(history)).toContain("Deleted the stream key “The other machine”.");
  });
});

it("when the receiver is killed, what was kept goes on; when nobody comes back in time, it ends by itself", async () => {
  await using stage = await openStage({ LIVE_RETURN_MINUTES: "0" });
  const { port } = stage;
  const { key } = await stage.makeKey({ hidden: true });
  const encoder = sendClip(clip, { port, key });
  const before = await stage.until(({ seconds }) => seconds >= 3);
  killReceiver();
  const ended = await stage.until(({ video_id }) => video_id !== null);
  await encoder.ended;
  expect(ended.id).toBe(before.id);
  const frames = await hashFrames(originalOf(stage, ended.video_id!));
  expectFrames(frames, 1);
  // what the page calls kept is the longer track's; the other one may be a fragment behind
  expect(await readLength(originalOf(stage, ended.video_id!))).toBeGreaterThanOrEqual(before.seconds - 0.1);
  expect(frames.length / 25).toBeGreaterThanOrEqual(before.seconds - 1.1);
  // it listens again by itself
  await expect.poll(() => isOpen(port), { timeout: 60_000 }).toBe(true);
  expect(await sendClip(clip, { port, key }).ended).toBe(0);
  const next = await stage.until(({ id, video_id }) => id !== before.id && video_id !== null);
  expect(await hashFrames(originalOf(stage, next.video_id!))).toEqual(sent);
});

/** In seconds, to the end of its last packet. */
async function readLength(file: string): Promise<number> {
  const { packets } = (await probeFile(file, "-show_packets")) as unknown as { packets: Record<string, string>[] };
  return Math.max(...packets.map(({ pts_time, duration_time }) => Number(pts_time) + Number(duration_time ?? 0)));
}

function killReceiver(): void {
  for (const name of readdirSync("/proc").filter((one) => /^\d+$/.test(one))) {
    const status = readText(`/proc/${name}/stat`);
    const parent = Number(status.slice(status.lastIndexOf(")") + 2).split(" ")[1]);
    const isOurs = parent === process.pid && readText(`/proc/${name}/cmdline`).includes("receiver.ts");
    if (isOurs) process.kill(Number(name), "SIGKILL");
  }
}

function readText(file: string): string {
  try {
    return process.getBuiltinModule("node:fs").readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

it("a reset key cuts off its encoder, the new one goes on; ended by an editor it is a recording at once", async () => {
  await using stage = await openStage();
  const { editor, port } = stage;
  const { key, id } = await stage.makeKey();
  const encoder = sendClip(longClip, { port, key });
  const before = await stage.until(({ seconds }) => seconds >= 1);
  const { body } = await editor.ask<{ key: string }>(`POST /api/studio/live/keys/${id}/reset`);
  expect(await encoder.ended).not.toBe(0);
  expect((await sendBytes(port, writeGreeting(key))).answer.toString("latin1")).toContain("Publish.BadName");
  const other = sendClip(longClip, { port, key: body.key });
  const again = await stage.until(({ returns }) => returns === 1);
  expect(again.id).toBe(before.id);
  await stage.until(({ seconds }) => seconds >= before.seconds + 1);
  expect((await editor.ask(`POST /api/studio/live/${before.id}/end`)).status).toBe(200);
  expect(await other.ended).not.toBe(0);
  const ended = await stage.until(({ video_id }) => video_id !== null);
  expectFrames(await hashFrames(originalOf(stage, ended.video_id!)), 2, sentLong);
});

it("wrong keys get one answer, not at once, and after ten none from this address; a second encoder is refused", async () => {
  await using stage = await openStage();
  const { port } = stage;
  const { key } = await stage.makeKey();
  const encoder = sendClip(longClip, { port, key });
  await stage.until(({ seconds }) => seconds >= 1);
  const second = await sendBytes(port, writeGreeting(key));
  expect(second.answer.toString("latin1")).toContain("Publish.BadName");
  const wrong = await sendBytes(port, writeGreeting("live_wrong"));
  const tail = (answer: Buffer) => answer.subarray(1 + 1536 * 2).toString("latin1");
  expect(tail(wrong.answer)).toBe(tail(second.answer));
  expect(Math.min(wrong.ms, second.ms)).toBeGreaterThanOrEqual(500);
  for (let tries = 1; tries < 10; tries += 1) await sendBytes(port, writeGreeting(`live_${tries}`));
  expect((await sendBytes(port, writeGreeting(key))).answer).toHaveLength(0);
  // the one that sends is not disturbed
  expect(await encoder.ended).toBe(0);
  const ended = await stage.until(({ video_id }) => video_id !== null);
  expect(await hashFrames(originalOf(stage, ended.video_id!))).toEqual(sentLong);
});

it.runIf(hasGstreamer)("GStreamer sends as well as ffmpeg: every frame, and as long a sound", async () => {
  await using stage = await openStage();
  const { port } = stage;
  const { key } = await stage.makeKey();
  const parts = [`filesrc location=${clip} ! qtdemux name=file`, "flvmux name=both streamable=true"];
  parts.push("file.video_0 ! queue ! h264parse ! both.video", "file.audio_0 ! queue ! aacparse ! both.audio");
  parts.push(`both. ! rtmp2sink sync=true location=rtmp://127.0.0.1:${port}/live/${key}`);
  await promisify(execFile)("gst-launch-1.0", ["-q", ...parts.join(" ").split(" ")]);
  const ended = await stage.until(({ video_id }) => video_id !== null);
  const file = originalOf(stage, ended.video_id!);
  expect(await hashFrames(file)).toEqual(sent);
  const { streams } = await probeFile(file);
  for (const { duration } of streams) expect(Number(duration)).toBeCloseTo(8, 0);
});

it("a changed size goes on in the same file; sound alone is a recording, too", async () => {
  await using stage = await openStage();
  const { port } = stage;
  const made = "-c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 50 -c:a aac -ar 48000";
  const small = await clips.make("small.mp4", `-f lavfi -i testsrc2=s=160x90:r=25:d=4 ${chord(4)} ${made}`);
  const { key } = await stage.makeKey();
  const encoder = sendClip(clip, { port, key });
  await stage.until(({ seconds }) => seconds >= 3);
  await encoder.kill();
  expect(await sendClip(small, { port, key }).ended).toBe(0);
  const ended = await stage.until(({ video_id }) => video_id !== null);
  const file = originalOf(stage, ended.video_id!);
  expect((await readFile(file)).length).toBe(statSync(file).size);
  expect(await decodeFile(file, "-autorotate", "0")).not.toContain("error");
  await settleWork(stage.archive.parts);
  const { body } = await stage.editor.ask<{ video: Video }>(`GET /api/video/v/${ended.video_id}`);
  expect(body.video.state).toBe("published");

  const sound = await clips.make("sound.mp4", `${chord(5)} -c:a aac`);
  expect(await sendClip(sound, { port, key }).ended).toBe(0);
  const heard = await stage.until(({ id, video_id }) => id !== ended.id && video_id !== null);
  const { streams } = await probeFile(originalOf(stage, heard.video_id!));
  expect(streams.map(({ codec_type }) => codec_type)).toEqual(["audio"]);
  expect(Number(streams[0]!["duration"])).toBeCloseTo(5, 0);
});
