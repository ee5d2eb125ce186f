// In a real browser, with its private file system and its storage: what is saved, and what makes it disappear.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { makeVideo, describeVideo, closeMessages } from "#web/testing/library-stand-in.ts";
import { viewer } from "#web/testing/people.ts";
import { expectAccessible, show } from "#web/testing/render.tsx";
import { recallPerson } from "#web/memory/person.ts";
import { findFile, listFolders, removeFiles } from "./folder.ts";
import { change, forgetAll, itemsOf, type Kept, useSaved } from "./kept.ts";
import { openSaved } from "./open-saved.ts";
import { SavedPage } from "./saved-page.tsx";
import { pause, save } from "./saver.ts";
import { compareFiles, settle } from "./settle.ts";

const audio = new Uint8Array(700_000).map((_, index) => index % 251);
let allowed: { ids: string[]; days: number; video: boolean };
let status: number;
let ranges: (string | null)[];
/** After so many bytes the connection is lost, once. */
let cutAfter: number | null;

beforeEach(async () => {
  [allowed, status, ranges, cutAfter] = [{ ids: ["a"], days: 30, video: true }, 200, [], null];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const path = new URL(input as string, location.href).pathname;
    if (status === 0) throw new TypeError("Failed to fetch");
    if (path === "/api/user/saved") return Response.json(allowed, { status });
    if (path === "/api/video/v/a") return Response.json({ video: recording });
    if (path === "/api/video/v/a/set-list") return Response.json({ set_list: { revision: 1, entries: [] } });
    if (path === "/waveform") return Response.json({ duration: 10, interval: 1, peaks: [0, 255] });
    if (path === "/picture") return new Response("a picture");
    const range = new Headers(init?.headers).get("range");
    ranges.push(range);
    const from = Number(/\d+/.exec(range ?? "")?.[0] ?? 0);
    const headers = { etag: `"${path}"`, "content-length": String(audio.length - from) };
    return new Response(cutOff(audio.slice(from)), { status: range ? 206 : 200, headers });
  });
  vi.spyOn(console, "error").mockReturnValue();
  localStorage.clear();
  forgetAll();
  await removeFiles();
  await recallPerson(viewer.id, () => undefined);
});
afterEach(() => {
  closeMessages();
  vi.restoreAllMocks();
});

const recording = {
  ...describeVideo(makeVideo({ id: "a", title: "A long evening" })),
  media: {
    ...{ hls: "/master.m3u8", has_pictures: true, width: 320, height: 180, can_ask_for_sizes: false },
    audio: { url: "/audio.m4a?v=1", offset: 0, bytes: audio.length },
    small_video: { url: "/small?v=1", bytes: audio.length - 100 },
    ...{ thumbnail: "/picture", storyboard: null, waveform: "/waveform", captions: [] },
    preparation: { state: "done", words: null, progress: 1 },
  },
} as const;

function cutOff(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array> {
  const most = cutAfter;
  cutAfter = null;
  return new ReadableStream({
    start(stream) {
      stream.enqueue(bytes.slice(0, most ?? bytes.length));
      if (most === null) stream.close();
    },
    pull(stream) {
      stream.error(new TypeError("network error"));
    },
  });
}

const sizeOf = async (name: "audio.m4a" | "video.mp4") => (await findFile(viewer.id, "a", name))?.size;
const stateOf = () => useSaved.getState().items["a"]?.state;
async function saveIt(): Promise<void> {
  expect(await save([{ id: "a", title: "A long evening" }], { days: 30, withVideo: false })).toBe(true);
  await expect.poll(stateOf).toBe("ready");
}

test("a recording is saved byte for byte, is opened without the server, and its page is accessible", async () => {
  await saveIt();
  const opened = await openSaved("a");
  expect(opened?.peaks).toEqual([0, 255]);
  expect(opened?.media.hls).toBeNull();
  const stored = await findFile(viewer.id, "a", "audio.m4a");
  expect(new Uint8Array((await stored?.arrayBuffer()) ?? new ArrayBuffer(0))).toEqual(audio);
  opened?.close();
  const screen = await show(<SavedPage />, { user: viewer, path: "/saved" });
  await expect.element(screen.getByText(/^Audio · 700 kB · plays offline until/)).toBeVisible();
  await expectAccessible();
  await screen.getByRole("button", { name: "Delete A long evening from this device" }).click();
  await expect.element(screen.getByText("Nothing is saved yet")).toBeVisible();
  expect(await listFolders(viewer.id)).toEqual([]);
});

test("after a lost connection saving goes on where it stopped, and a paused one stays paused", async () => {
  cutAfter = 600_000;
  await save([{ id: "a", title: "A long evening" }], { days: 30, withVideo: false });
  await expect.poll(async () => (await findFile(viewer.id, "a", "audio.m4a"))?.size).toBe(524_288);
  pause("a");
  dispatchEvent(new Event("online"));
  expect(stateOf()).toBe("paused");
  change("a", { state: "waiting" });
  await expect
    .poll(() => {
      dispatchEvent(new Event("online"));
      return stateOf();
    })
    .toBe("ready");
  expect(ranges).toEqual([null, "bytes=524288-"]);
});

test("with video one file is saved, and its audio in its place once the owner allows videos no longer", async () => {
  await save([{ id: "a", title: "A long evening" }], { days: 30, withVideo: true });
  await expect.poll(stateOf).toBe("ready");
  const screen = await show(<SavedPage />, { user: viewer, path: "/saved" });
  await expect.element(screen.getByText(/^Video · 700 kB · plays offline until/)).toBeVisible();
  expect([await sizeOf("video.mp4"), await sizeOf("audio.m4a")]).toEqual([audio.length, undefined]);
  const opened = await openSaved("a");
  expect(opened?.media).toMatchObject({ has_pictures: true, file: opened?.media.audio.url });
  opened?.close();

  allowed = { ...allowed, video: false };
  await settle(viewer);
  await expect.element(screen.getByText(/^Audio · 700 kB · plays offline until/)).toBeVisible();
  expect([await sizeOf("video.mp4"), await sizeOf("audio.m4a")]).toEqual([undefined, audio.length]);
});

test("what was saved before there were videos is still there", async () => {
  await saveIt();
  const { source, hasVideo: _, tag: __, ...rest } = useSaved.getState().items["a"] as Kept;
  const before = { state: { person: viewer.id, items: { a: { ...rest, audio: source } } }, version: 1 };
  localStorage.setItem("stagedoor-saved", JSON.stringify(before));
  await useSaved.persist.rehydrate();
  expect(useSaved.getState().items["a"]).toEqual({ ...rest, source, hasVideo: false, tag: "" });
  const opened = await openSaved("a");
  expect(opened?.media).toMatchObject({ has_pictures: false, file: null });
  opened?.close();
});

test.each([
  ["nobody is logged in", () => settle(null)],
  ["somebody else is logged in", () => settle({ ...viewer, id: "bob" })],
  ["the member may no longer listen", () => settle({ ...viewer, can_view: false })],
  ["the server refuses the member", () => ((status = 403), settle(viewer))],
  ["the owner allows it no longer", () => ((allowed = { ids: [], days: 0, video: false }), settle(viewer))],
])("nothing stays when %s", async (_, happen) => {
  await saveIt();
  await happen();
  expect([await listFolders(), useSaved.getState().items, localStorage.getItem("stagedoor-saved")]).toEqual([
    [],
    {},
    null,
  ]);
  expect(await openSaved("a")).toBeUndefined();
});

test("everything stays without an answer; with one, what is hidden goes and the rest gets its days anew", async () => {
  await saveIt();
  status = 0;
  await settle(viewer);
  await settle(undefined);
  expect(stateOf()).toBe("ready");
  status = 503;
  await settle(viewer);
  expect(stateOf()).toBe("ready");
  status = 200;
  change("a", { until: new Date(Date.now() + 1000).toISOString() });
  await settle(viewer);
  expect(Date.parse(useSaved.getState().items["a"]?.until ?? "") - Date.now()).toBeGreaterThan(29 * 86_400_000);
  allowed = { ids: [], days: 30, video: true };
  await settle(viewer);
  expect([stateOf(), await listFolders(viewer.id)]).toEqual([undefined, []]);
});

test("what has expired is deleted, what the browser deleted is told, and nobody else sees the list", async () => {
  await saveIt();
  change("a", { until: new Date(Date.now() - 1000).toISOString() });
  expect(await openSaved("a")).toBeUndefined();
  await compareFiles();
  expect([stateOf(), await listFolders(viewer.id)]).toEqual(["expired", []]);
  await saveIt();
  await removeFiles(viewer.id, "a");
  await compareFiles();
  expect(stateOf()).toBe("gone");
  const screen = await show(<SavedPage />, { user: viewer, path: "/saved" });
  await expect.element(screen.getByText(/^The browser deleted it to free space/)).toBeVisible();
  expect(itemsOf(useSaved.getState(), "bob")).toEqual({});
});
