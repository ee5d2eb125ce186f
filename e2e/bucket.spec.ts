// Watching when the bucket itself sends the large files (S3_DELIVERY=redirect). Needs S3: runs only in npm test -- --scaled.
import type { Page } from "@playwright/test";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Video } from "#contract/video.ts";
import { createBrowser } from "#server/testing/browser.ts";
import { chord, openClips, pictures, x264 } from "#server/testing/clips.ts";
import { commandLine } from "#server/testing/process.ts";
import { expect, signIn, test as journey } from "./journey.ts";
import { openOwnServer, type OwnServer } from "./own-server.ts";
import { audioOnly, media, openRecording, position, untilAfter, untilPlaying } from "./player.ts";

const title = "From the bucket";
const test = journey.extend<object, { server: OwnServer }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the wanted fixtures from this pattern
    async ({}, provide) => {
      await using server = await openOwnServer({ S3_DELIVERY: "redirect" });
      await server.start();
      await takeIn(server);
      await provide(server);
    },
    { scope: "worker", timeout: 300_000 },
  ],
  baseURL: async ({ server }, provide) => provide(server.url),
});
async function takeIn({ url, environment }: OwnServer): Promise<void> {
  await using clips = await openClips();
  await clips.make(`${title}.mp4`, `${pictures("320x180", 25, 40)} ${chord(40)} ${x264} -c:a aac`);
  await promisify(execFile)(process.execPath, [commandLine, "import", clips.folder], { env: environment });
  const editor = createBrowser(url);
  await editor.signIn("patron-editor");
  const { body } = await editor.ask<{ videos: { id: string }[] }>("GET /api/video/list");
  const address = `GET /api/video/v/${body.videos[0]?.id}` as const;
  const state = async () => (await editor.ask<{ video?: Video }>(address)).body.video?.media?.preparation.state;
  await expect.poll(state, { timeout: 180_000 }).toBe("done");
}

/** Collects, from now on, the names of files that come from the bucket itself. */
function watchBucket(page: Page, { environment }: OwnServer): (name: RegExp) => number {
  const sent: string[] = [];
  page.on("response", (response) => {
    if (response.url().startsWith(environment["S3_ENDPOINT"] ?? "none") && response.ok()) sent.push(response.url());
  });
  return (name) => sent.filter((address) => name.test(new URL(address).pathname)).length;
}

test("video, audio and thumbnails load from the bucket's own address, and seeking works", async ({ page, server }) => {
  const fromBucket = watchBucket(page, server);
  await signIn(page, "patron-gold");
  const thumbnail = page.getByRole("article").filter({ hasText: title }).locator("img").first();
  const width = () => thumbnail.evaluate((image) => (image as HTMLImageElement).naturalWidth);
  await expect.poll(width).toBeGreaterThan(0);

  await openRecording(page, title);
  await untilPlaying(page);
  await expect.poll(async () => (await media(page)).frames).toBeGreaterThan(0);
  await position(page).focus();
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowLeft");
  await untilAfter(page, 30);
  expect(fromBucket(/video-/)).toBeGreaterThan(0);
  expect(fromBucket(/audio/)).toBeGreaterThan(0);
});

test("Audio Only plays from the bucket and loads no video", async ({ page, server }) => {
  const fromBucket = watchBucket(page, server);
  await signIn(page, "patron-gold");
  await audioOnly(page).click();
  await openRecording(page, title);
  await untilPlaying(page);
  expect([fromBucket(/audio/) > 0, fromBucket(/video-/)]).toEqual([true, 0]);
});

test("on a phone Audio Only is a plain audio file from the bucket", async ({ browser, server }) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    userAgent:
      "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0 Mobile Safari/537.36",
  });
  const page = await context.newPage();
  const fromBucket = watchBucket(page, server);
  await signIn(page, "patron-gold");
  await openRecording(page, title);
  await untilPlaying(page);
  await audioOnly(page).click();
  await expect.poll(() => fromBucket(/audio\.\w+\.m4a/)).toBeGreaterThan(0);
  const at = Number(await position(page).getAttribute("aria-valuenow"));
  const now = async () => Number(await position(page).getAttribute("aria-valuenow"));
  await expect.poll(now).toBeGreaterThan(at + 1);
  await context.close();
});
