import { scaled } from "#server/testing/proof.ts";
import type { Page } from "@playwright/test";
import { buttonOf, expect, signIn, test } from "./journey.ts";
import { control, personLike } from "./people.ts";
import { standIns } from "./stage.ts";
import {
  audioOnly,
  countPictures,
  idOf,
  long,
  media,
  openLine,
  openRecording,
  slowLine,
  stored,
  untilAfter,
  untilPlaying,
  watchMedia,
} from "./player.ts";

/** The longest piece of pictures or sound. */
const segmentSeconds = 4;

test("a visitor who is not signed in is asked to log in on the home page, and returns to the recording", async ({
  page,
  browser,
}) => {
  const other = await (await browser.newContext()).newPage();
  await signIn(other, "patron-gold");
  await openRecording(other, long);
  const address = other.url();
  await other.context().close();
  await page.goto(`${address}?t=12`);
  await expect(page).toHaveURL(/\/\?back=/);
  await expect(page).toHaveTitle("Home · Stagedoor");
  await expect(page.getByRole("alert", { name: "Info" })).toBeVisible();
  await page.getByRole("button", { name: "Login with Patreon" }).click();
  await (await buttonOf(page, "patron-gold")).click();
  await expect(page.getByRole("region", { name: "Player" })).toBeVisible();
  await expect(page).toHaveURL(`${address}?t=12`);
  // it does not play by itself: the person may be in a quiet place
  await untilAfter(page, 11.9);
  expect((await media(page)).isPaused).toBe(true);
  await page.getByRole("link", { name: "Back to the archive" }).click();
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("article").first()).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(`${address}?t=12`);
  await page.goBack();
  await expect(page, "Back does not return to the login address").not.toHaveURL(/back=/);
});

test.describe("when the session ends in the middle", () => {
  test.use({ expectedErrors: /401 \(Unauthorized\)|Could not load/ });

  test("by logging out, the home page is shown, and the next login does not return to the recording @long", async ({
    page,
  }) => {
    await signIn(page, "patron-annual");
    await openRecording(page, long);
    await untilPlaying(page);
    await page.getByRole("button", { name: "Log out", exact: true }).click();
    await expect(page.getByRole("alert", { name: "Info" })).toBeVisible();
    await expect(page).toHaveURL("/");
    await expect(page.getByText("You are logged out.")).toHaveCount(0);
  });

  test("ended from another device, it gets nothing more, stops where its segments end, says why, and goes on there after the login", async ({
    page,
    browser,
  }) => {
    await signIn(page, "twitch-gift");
    const elsewhere = await (await browser.newContext()).newPage();
    await signIn(elsewhere, "twitch-gift");
    await elsewhere.getByRole("link", { name: "Account", exact: true }).click();
    await elsewhere.getByRole("link", { name: /^Logged-in devices/ }).click();
    const end = elsewhere.getByRole("button", { name: /^Log out on (?!all other)/ });
    await expect(end).toHaveCount(1);

    const hurry = await slowLine(page);
    const asked = watchMedia(page);
    await openRecording(page, long);
    await untilPlaying(page);
    const [id, address] = [idOf(page), page.url()];
    await end.click();
    await expect(end).toHaveCount(0);
    // from here on every request is refused; one of the sound and one of the pictures may be on their way
    const [before, { bufferedTo }] = [asked.length, await media(page)];
    await elsewhere.context().close();

    await expect.poll(() => asked.some(({ status }) => status === 401)).toBe(true);
    await hurry();
    await expect(page.getByText("You are logged out. Log in again to continue where you stopped.")).toBeVisible();
    await expect(page).toHaveURL(/\/\?back=/);
    const stoppedAt = (await stored(page))?.positions[id] ?? 0;
    expect(stoppedAt).toBeGreaterThan(0);
    expect(stoppedAt).toBeLessThanOrEqual(bufferedTo + segmentSeconds);
    expect(asked.slice(before).filter(({ status }) => status !== undefined && status < 400)).toEqual([]);

    await page.getByRole("button", { name: "Login with Twitch" }).click();
    await (await buttonOf(page, "twitch-gift")).click();
    await expect(page).toHaveURL(address);
    // it is there, and waits
    await untilAfter(page, stoppedAt - 0.2);
    expect((await media(page)).time).toBeLessThan(stoppedAt + 0.5);
    await page.keyboard.press("k");
    await untilAfter(page, stoppedAt + 0.5);
  });

  test("it is noticed even when nothing more has to be loaded", { tag: "@long" }, async ({ page, context }) => {
    await signIn(page, "patron-gold");
    await openRecording(page, "Harbour lights, first set");
    await untilPlaying(page);
    await expect
      .poll(() => page.evaluate(() => document.querySelector("video")?.buffered.end(0) ?? 0))
      .toBeGreaterThan(23);
    await untilAfter(page, 2);
    await context.clearCookies();
    // the page saves the position, and the server refuses that because the cookie is gone
    await page.keyboard.press("k");
    await expect(page.getByText("You are logged out. Log in again to continue where you stopped.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Login with Patreon" })).toBeVisible();
    await expect(page.locator("video")).toHaveCount(0);
  });
});

test.describe("when the membership ends in the middle", () => {
  test.use({ expectedErrors: /403 \(Forbidden\)|Could not load/ });
  test("playing stops and the reason is shown", async ({ page }) => {
    await signIn(page, "twitch-tier3");
    await slowLine(page);
    await openRecording(page, long);
    await untilPlaying(page);
    await control(standIns, `POST personas/${personLike("twitch-tier3")}`, { subscribed: false });
    await checkAgain(page);
    await expect(page.getByText("Playback stopped: you no longer have access to the archive.")).toBeVisible();
    await expect(page.getByRole("alert", { name: "No access" })).toBeVisible();
    await expect(page.locator("video")).toHaveCount(0);
  });
});

async function checkAgain(page: Page): Promise<void> {
  const { origin } = new URL(page.url());
  const answer = await page.request.post("/api/user/check", { headers: { origin } });
  expect(answer.ok()).toBe(true);
}

test.describe("when the network is down", () => {
  test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED|Could not load/ });
  test("the page says so, and continues by itself when the network is back", async ({ page }) => {
    await signIn(page, "patron-gold");
    const line = await openLine(page);
    await line.slow();
    await openRecording(page, long);
    await untilPlaying(page);
    await line.cut();
    // further than anything is buffered
    await page.keyboard.press("6");
    await expect(page.getByText(/^Connection lost\. Playback continues/)).toBeVisible();
    await line.fast();
    await untilAfter(page, 36.2);
    await expect(page.getByText(/^Connection lost/)).toHaveCount(0);
    expect((await media(page)).isPaused).toBe(false);
  });
});

/** From here on. */
function countOpenings(page: Page): () => number {
  let count = 0;
  page.on("request", (request) => {
    if (request.url().includes("/master.m3u8")) count += 1;
  });
  return () => count;
}

test("a start and a seek without progress are opened again by the player itself", async ({ page }) => {
  await signIn(page, "patron-gold");
  await openRecording(page, long);
  await untilPlaying(page);
  const address = page.url();
  const openings = countOpenings(page);
  let answersFrom = 2;
  await page.route("**/*.mp4*", async (route) => {
    // until then nothing is answered
    if (openings() >= answersFrom) await route.continue();
  });
  await page.goto(`${address}?t=45`);
  await expect.poll(async () => (await media(page)).width).toBeGreaterThan(0);
  expect(openings()).toBe(2);

  answersFrom = 3;
  // nothing before the start has been loaded
  await page.keyboard.press("1");
  await expect.poll(openings).toBe(3);
  await page.keyboard.press("k");
  await untilAfter(page, 6.3);
  expect((await media(page)).time).toBeLessThan(45);
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("a slow connection is not taken for one that is stuck", { tag: "@long" }, async ({ page }) => {
  await signIn(page, "patron-gold");
  // the code of the video page is there: it is not what this is about
  const isCode = (name: string) => /\/assets\/page-[^/]+\.js$/.test(name);
  const listLoaded = () => page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  await expect.poll(async () => (await listLoaded()).some(isCode)).toBe(true);
  await slowLine(page);
  await openRecording(page, long);
  await untilPlaying(page);
  const openings = countOpenings(page);
  await page.keyboard.press("8");
  await untilAfter(page, 49.2);
  expect(openings()).toBe(0);
});

test.describe("when one size is missing", () => {
  test.use({ expectedErrors: /404 \(|500 \(/ });

  const missing = [
    ["its file", "**/video-480.mp4*", 404],
    ["its playlist", "**/video-480.m3u8*", 404],
    ["its file, which cannot be read,", "**/video-480.mp4*", 500],
  ] as const;
  for (const [what, files, status] of missing.slice(0, scaled(1, 3))) {
    test(`${what} ${status}: another size plays, and the choice becomes Auto`, async ({ page }) => {
      await page.route(files, (route) => route.fulfill({ status, body: "" }));
      await signIn(page, "patron-gold");
      await openRecording(page, "Harbour lights, first set");
      await untilPlaying(page);
      await page.getByRole("button", { name: "Speed and quality" }).click();
      // if it was already tried at the start, it is no longer offered
      const choice = page.getByRole("radio", { name: "480p", exact: true });
      if ((await choice.count()) > 0) await choice.click();
      await expect(page.getByRole("radio", { name: /^Auto/ })).toBeChecked();
      const { time } = await media(page);
      await untilAfter(page, time + 1);
      expect(await page.evaluate(() => document.querySelector("video")?.videoHeight)).toBe(484);
      await expect(page.getByRole("alert")).toHaveCount(0);
    });
  }

  test("Audio Only, whose times come from that size, goes on without loading video @long", async ({ page }) => {
    await page.route("**/video-480.m3u8*", (route) => route.fulfill({ status: 404, body: "" }));
    await signIn(page, "patron-gold");
    await audioOnly(page).click();
    const pictures = countPictures(page);
    await openRecording(page, "Harbour lights, first set");
    await untilPlaying(page);
    expect(pictures()).toBe(0);
    await expect(page.getByRole("alert")).toHaveCount(0);
  });
});
