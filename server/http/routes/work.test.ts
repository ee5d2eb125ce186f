// Work as it happens: server-sent events over a real socket, with real recordings and the real ffmpeg.
import { readFile, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { MemberInStudio, Work, WorkItem } from "#contract/studio.ts";
import type { Video } from "#contract/video.ts";
import { takeIn } from "#server/intake/take-in.ts";
import { openTestArchive, type TestArchive } from "#server/testing/archive.ts";
import type { Browser } from "#server/testing/browser.ts";
import { chord, openClips, pictures, x264, type Clips } from "#server/testing/clips.ts";
import { heavyKinds } from "#server/testing/databases.ts";

const patient = { timeout: 60_000, interval: 100 };

let clips: Clips;
beforeAll(async () => {
  clips = await openClips();
});
afterAll(() => clips[Symbol.asyncDispose]());

async function signIn(archive: TestArchive, persona: string): Promise<Browser> {
  const browser = archive.openBrowser();
  await browser.signIn(persona);
  return browser;
}

interface Stream extends Disposable {
  status: number;
  headers: Headers;
  events: { name: string; data: unknown }[];
  /** Settles when the server has ended it. */
  ended: Promise<unknown>;
}

async function watch(archive: TestArchive, browser: Browser): Promise<Stream> {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const stopping = new AbortController();
  const response = await fetch(`${archive.url}/api/studio/work/events`, {
    headers: { cookie, accept: "text/event-stream" },
    signal: stopping.signal,
  });
  const events: Stream["events"] = [];
  const read = async () => {
    let text = "";
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) {
        const name = /^event: (.+)$/m.exec(block)?.[1];
        const data = /^data: (.+)$/m.exec(block)?.[1];
        if (name && data) events.push({ name, data: JSON.parse(data) });
      }
    }
  };
  const ended = read().catch(() => "aborted");
  const { status, headers } = response;
  return { status, headers, events, ended, [Symbol.dispose]: () => stopping.abort() };
}

const itemsOf = ({ events }: Stream) => events.flatMap(({ name, data }) => (name === "item" ? [data as WorkItem] : []));

describe.each(heavyKinds("postgres"))("work as it happens, on %s", (kind) => {
  let archive: TestArchive;
  beforeAll(async () => {
    archive = await openTestArchive({ kind });
  });
  afterAll(() => archive[Symbol.asyncDispose]());

  it("an editor sees each step of a new recording begin and end", async () => {
    const editor = await signIn(archive, "patron-editor");
    using stream = await watch(archive, editor);
    expect(stream.status).toBe(200);
    expect(stream.headers.get("content-type")).toContain("text/event-stream");
    expect(stream.headers.get("x-accel-buffering")).toBe("no");
    expect(stream.headers.get("cache-control")).toBe("no-store");
    await expect.poll(() => stream.events[0]?.name, patient).toBe("work");
    const file = await clips.make(`live-${kind}.mp4`, `${pictures()} ${chord()} ${x264} -c:a aac`);
    const { id } = await takeIn(archive.parts, { file, name: "Live.mp4", memberId: null });
    const done = () =>
      itemsOf(stream)
        .filter(({ state, video_id }) => state === "done" && video_id === id)
        .map(({ step_number }) => step_number);
    await expect.poll(done, patient).toEqual([1, 2, 3, 4, 5]);
    expect(itemsOf(stream)[0]).toMatchObject({ title: "Live", steps: 5 });
    expect(stream.events.filter(({ name }) => name === "work")).toHaveLength(1);
    const { body } = await editor.ask<Work>("GET /api/studio/work");
    expect(body.counts).toEqual({ waiting: 0, running: 0, failed: 0, cancelled: 0, done: 5 });
    expect(body.items.every(({ state, progress }) => state === "done" && progress === 1)).toBe(true);
  }, 90_000);

  it("only editors may watch the queue, and only in a few windows at once", async () => {
    using anonymous = await watch(archive, archive.openBrowser());
    using viewer = await watch(archive, await signIn(archive, "patron-gold"));
    expect([anonymous.status, viewer.status]).toEqual([401, 403]);
    const owner = await signIn(archive, "patron-owner");
    using stack = new DisposableStack();
    const statuses = [];
    for (let n = 0; n < 6; n += 1) statuses.push(stack.use(await watch(archive, owner)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it("the stream of somebody who may no longer edit, or was signed out, ends", async () => {
    const owner = await signIn(archive, "patron-owner");
    const browser = await signIn(archive, "twitch-tier1");
    const name = (await browser.whoAmI())?.name ?? "";
    const { body } = await owner.ask<{ members: MemberInStudio[] }>(`GET /api/members?q=${encodeURIComponent(name)}`);
    const id = body.members[0]?.id;
    await owner.ask(`PUT /api/members/${id}`, { role: "editor" });

    using first = await watch(archive, browser);
    await expect.poll(() => first.events.length, patient).toBeGreaterThan(0);
    await owner.ask(`PUT /api/members/${id}`, { role: null });
    await first.ended;
    expect((await watch(archive, browser)).status).toBe(403);

    await owner.ask(`PUT /api/members/${id}`, { role: "editor" });
    using second = await watch(archive, browser);
    expect(second.status).toBe(200);
    await owner.ask(`DELETE /api/members/${id}/sessions`);
    await second.ended;
    expect((await watch(archive, browser)).status).toBe(401);
  }, 60_000);
});

it("a server that stops ends the streams and does not wait for them", async () => {
  await using archive = await openTestArchive();
  using stream = await watch(archive, await signIn(archive, "patron-editor"));
  await expect.poll(() => stream.events.length, patient).toBeGreaterThan(0);
  await archive[Symbol.asyncDispose]();
  expect(await stream.ended).not.toBe("aborted");
}, 60_000);

it("preparing is cancelled in the middle, and the video is watchable after trying again", async () => {
  await using archive = await openTestArchive();
  const editor = await signIn(archive, "patron-editor");
  const file = await clips.make("long.avi", `${pictures("640x360", 30, 25)} -c:v mpeg4 -q:v 3`);
  const { id } = await takeIn(archive.parts, { file, name: "Long.avi", memberId: null });
  const first = async () =>
    (await editor.ask<Work>("GET /api/studio/work")).body.items.find(({ step_number }) => step_number === 1);
  await expect.poll(async () => ((await first())?.progress ?? 0) > 0, patient).toBe(true);
  const job = (await first())?.id;
  expect((await editor.ask(`POST /api/studio/work/${job}/cancel`)).status).toBe(200);
  await expect.poll(async () => (await first())?.state, patient).toBe("cancelled");
  const video = async () => (await editor.ask<{ video: Video }>(`GET /api/video/v/${id}`)).body.video;
  expect((await video()).state).toBe("failed");
  expect(await first()).toMatchObject({ problem: "Preparing was cancelled.", can_retry: true });

  expect((await editor.ask(`POST /api/video/v/${id}/prepare`)).status).toBe(200);
  expect((await video()).state).toBe("preparing");
  await expect.poll(async () => (await video()).state, patient).toBe("published");
}, 120_000);

it("a recording that cannot be prepared says so with the last lines of the program, and no path of this machine", async () => {
  await using archive = await openTestArchive();
  const editor = await signIn(archive, "patron-editor");
  const file = await clips.make("hollow.mp4", `${pictures()} ${x264} -movflags +faststart`);
  const bytes = await readFile(file);
  await writeFile(file, bytes.fill(0, bytes.indexOf("mdat") + 4));
  await takeIn(archive.parts, { file, name: "Hollow.mp4", memberId: null });
  const item = async () => (await editor.ask<Work>("GET /api/studio/work")).body.items[0];
  await expect.poll(async () => (await item())?.problem ?? null, patient).not.toBeNull();
  const { log, problem, state } = (await item()) as WorkItem;
  expect(["failed", "waiting"]).toContain(state);
  expect(log.length).toBeGreaterThan(0);
  expect(log.length).toBeLessThanOrEqual(20);
  expect(`${problem}${log.join()}`).not.toMatch(/0x[0-9a-f]{6}|\/tmp|stagedoor-/);
}, 90_000);
