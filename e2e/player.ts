// What the player's journeys share: opening a recording, what its media element says, and what this browser remembers.
import type { Page, Request } from "@playwright/test";
import { expect } from "./journey.ts";

/** A minute long; every other recording is shorter. */
export const long = "The first evening";

/** Opens it by a click in the list, like a person. */
export async function openRecording(page: Page, title: string): Promise<void> {
  await page.getByRole("article").filter({ hasText: title }).getByRole("link", { name: title }).last().click();
  await expect(page.getByRole("region", { name: "Player" })).toBeVisible();
}

export const media = (page: Page) =>
  page.evaluate(() => {
    const video = document.querySelector("video");
    return {
      time: video?.currentTime ?? 0,
      /** What is here without a gap ends there. */
      bufferedTo: video?.buffered.length ? video.buffered.end(0) : 0,
      isPaused: video?.paused ?? true,
      frames: video?.getVideoPlaybackQuality().totalVideoFrames ?? 0,
      width: video?.videoWidth ?? 0,
      volume: video?.volume,
      isMuted: video?.muted,
      rate: video?.playbackRate,
    };
  });

export const position = (page: Page) => page.getByRole("slider", { name: "Position" });
export const audioOnly = (page: Page) => page.getByRole("switch", { name: "Audio Only" });
export const idOf = (page: Page) => new URL(page.url()).pathname.split("/").at(-1) ?? "";

export async function untilPlaying(page: Page): Promise<void> {
  await untilAfter(page, 0.5);
}
export async function untilAfter(page: Page, seconds: number): Promise<void> {
  await expect.poll(async () => (await media(page)).time).toBeGreaterThan(seconds);
}

interface Asked {
  address: string;
  /** Undefined until the answer begins. */
  status: number | undefined;
}

/** From here on, every request for pictures and sound, in their order. */
export function watchMedia(page: Page): Asked[] {
  const all = new Map<Request, Asked>();
  const list: Asked[] = [];
  page.on("request", (request) => {
    if (!/\/api\/media\/.*\.m(p4|4a)/.test(request.url())) return;
    const asked = { address: request.url(), status: undefined };
    all.set(request, asked);
    list.push(asked);
  });
  page.on("response", (response) => {
    const asked = all.get(response.request());
    if (asked) asked.status = response.status();
  });
  return list;
}

/** Collects, from now on, every request for video. */
export function countPictures(page: Page): () => number {
  let count = 0;
  page.on("request", (request) => {
    if (/\/video-[^/]*\.mp4/.test(request.url())) count += 1;
  });
  return () => count;
}

export const stored = (page: Page) =>
  page.evaluate(() => {
    const text = localStorage.getItem("stagedoor");
    return text === null
      ? null
      : (JSON.parse(text) as { state: { volume: number; positions: Record<string, number> } }).state;
  });

/** A network just fast enough for our test video, so that nothing is loaded ahead. Returns a function that undoes it. */
export async function slowLine(page: Page): Promise<() => Promise<unknown>> {
  const line = await openLine(page);
  await line.slow();
  return line.fast;
}

/** One DevTools session for all of these: a second session could not undo what the first has set. */
export async function openLine(page: Page) {
  const session = await page.context().newCDPSession(page);
  const set = (bytesPerSecond: number, offline = false) =>
    session.send("Network.emulateNetworkConditions", {
      offline,
      latency: 0,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    });
  return { slow: () => set(90_000), cut: () => set(0, true), fast: () => set(-1) };
}
