import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { Broadcast, LiveState } from "#contract/live/live.ts";
import { viewer } from "#web/testing/people.ts";
import { expectAccessible, show } from "#web/testing/render.tsx";
import { standIn } from "#web/testing/studio-stand-in.ts";
import { LivePage } from "./live.tsx";

const stage = { id: "k", name: "OBS in the studio", title: "From the stage", level: null, hidden: true };
const arriving: Broadcast = {
  ...{ id: "a", key_id: "k", title: "From the stage", started_at: "2026-11-19T20:00:00Z", ended_at: null },
  ...{ state: "arriving", seconds: 754.2, bytes: 600_000_000, bits_per_second: 6_120_000, width: 1920, height: 1080 },
  ...{ video: "avc1", audio: "mp4a", key_frame_seconds: 8, returns: 1, trouble: null, video_id: null },
};
const state: LiveState = {
  ...{ address: "rtmp://archive.example/live", trouble: null, return_minutes: 10 },
  keys: [{ ...stage, made_at: "2026-11-01T10:00:00Z" }],
  broadcasts: [
    arriving,
    { ...arriving, id: "b", title: "Yesterday", state: "ended", ended_at: "2026-11-18T22:00:00Z", video_id: "v" },
  ],
};

beforeEach(() => page.viewport(1280, 800));
afterEach(() => vi.restoreAllMocks());

async function open(replies: Parameters<typeof standIn>[0]) {
  const server = standIn(replies);
  vi.spyOn(globalThis, "fetch").mockImplementation(server.fetch);
  return { server, screen: await show(<LivePage />, { user: { ...viewer, can_edit: true } }) };
}

test("it shows what arrives, says when the key frames are too far apart, and ends it after a question", async () => {
  const { server, screen } = await open({ getLive: state, endBroadcast: {} });
  await expect.element(screen.getByText("1920 × 1080")).toBeVisible();
  await expect.element(screen.getByText("6.1 Mbit/s")).toBeVisible();
  await expect.element(screen.getByText("Set the key frame interval to 2 s", { exact: false })).toBeVisible();
  await expect.element(screen.getByText("came back once", { exact: false })).toBeVisible();
  await expect.element(screen.getByRole("link", { name: "Yesterday: Show the recording" })).toBeVisible();
  await expectAccessible();
  await screen.getByRole("button", { name: "End now" }).click();
  await screen.getByRole("alertdialog").getByRole("button", { name: "End now" }).click();
  await expect.poll(() => server.countOf("endBroadcast")).toBe(1);
});

test("a new key is shown once, with the server to enter; a reset one, too", async () => {
  const { screen } = await open({
    getLive: { ...state, broadcasts: [] },
    makeStreamKey: { key: "live_new", entry: state.keys[0]! },
    resetStreamKey: { key: "live_reset" },
  });
  await expect.element(screen.getByRole("heading", { name: "Nothing arrives at the moment" })).toBeVisible();
  await screen.getByLabelText("Name of the encoder").fill("Laptop");
  await screen.getByRole("button", { name: "Make stream key" }).click();
  await expect.element(screen.getByLabelText("Stream key", { exact: true })).toHaveValue("live_new");
  await expect.element(screen.getByLabelText("Server", { exact: true })).toHaveValue("rtmp://archive.example/live");
  await expectAccessible();
  await screen.getByRole("button", { name: "Done" }).click();
  await expect.element(screen.getByRole("button", { name: "Make stream key" })).toBeVisible();
  await screen.getByRole("button", { name: "Reset the stream key OBS in the studio" }).click();
  await screen.getByRole("alertdialog").getByRole("button", { name: "Reset stream key" }).click();
  await expect.element(screen.getByLabelText("Stream key", { exact: true })).toHaveValue("live_reset");
});

test("without a key, turned off, in trouble, or not loaded, it says what to do", async () => {
  const why = "Nothing can be received: port 1935 can't be used.";
  const { screen } = await open({ getLive: { ...state, address: null, trouble: why, keys: [], broadcasts: [] } });
  await expect.element(screen.getByText(why)).toBeVisible();
  await expect.element(screen.getByText("Set LIVE_PORT to a port", { exact: false })).toBeVisible();
  await expect.element(screen.getByRole("heading", { name: "No stream key yet" })).toBeVisible();
  await screen.unmount();
  vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("down"));
  const failed = await show(<LivePage />, { user: viewer });
  await expect.element(failed.getByRole("heading", { name: "Live could not be loaded" })).toBeVisible();
});
