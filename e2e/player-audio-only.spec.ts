import type { Page } from "@playwright/test";
import { listen, percentile, toggleAndListen, type Ear, type Toggle } from "./ear.ts";
import { watchJournal } from "./journal.ts";
import { expect, signIn, test } from "./journey.ts";
import {
  audioOnly,
  countPictures,
  idOf,
  long,
  media,
  openRecording,
  position,
  untilAfter,
  untilPlaying,
} from "./player.ts";

test("Audio Only loads no video at all, from the start and after pressing it, and the audio goes on", async ({
  page,
}) => {
  await signIn(page, "patron-annual");
  const pictures = countPictures(page);
  await audioOnly(page).click();
  await openRecording(page, long);
  await untilAfter(page, 2.5);
  expect(pictures()).toBe(0);
  expect((await media(page)).width).toBeLessThan(100);

  // with the video, and without it again
  await audioOnly(page).click();
  await expect.poll(async () => (await media(page)).width).toBeGreaterThan(100);
  expect(pictures()).toBeGreaterThan(0);
  await audioOnly(page).click();
  await expect(audioOnly(page)).toBeChecked();
  const before = pictures();
  // further than what is here already: with pictures they would be asked for
  await page.keyboard.press("7");
  await untilAfter(page, 43);
  expect(pictures()).toBe(before);
});

test("on a slow line the picture is back after Audio Only, while playing and while paused @long", async ({ page }) => {
  await signIn(page, "patron-annual");
  await audioOnly(page).click();
  await openRecording(page, long);
  await untilAfter(page, 1);
  // longer than the black pictures last that are left
  await page.route(/video-\w+\.mp4/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 2500));
    await route.continue();
  });
  await audioOnly(page).click();
  await expect.poll(async () => (await media(page)).width).toBeGreaterThan(100);
  await page.keyboard.press("5");
  await audioOnly(page).click();
  await untilAfter(page, 31);
  await page.keyboard.press("8");
  await untilAfter(page, 48);
  await page.keyboard.press("k");
  expect((await media(page)).width).toBeLessThan(100);
  await audioOnly(page).click();
  await expect.poll(async () => (await media(page)).width).toBeGreaterThan(100);
  expect((await media(page)).isPaused).toBe(true);
});

const phone = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  userAgent:
    "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0 Mobile Safari/537.36",
};

test("on a phone Audio Only is a plain audio file, and can be switched on and off while playing", async ({
  browser,
}) => {
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  const plain: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/audio.m4a")) plain.push(request.url());
  });
  await signIn(page, "patron-gold");
  await openRecording(page, long);
  await untilAudio(page);
  await page.reload();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await untilPlaying(page);
  const pictures = countPictures(page);
  await audioOnly(page).click();
  await expect.poll(() => plain.length).toBeGreaterThan(0);
  await expect.poll(async () => (await media(page)).isPaused).toBe(true);
  const duringSound = pictures();
  await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
  const now = async () => Number(await position(page).getAttribute("aria-valuenow"));
  // further than what is here already: with pictures they would be asked for
  await page.keyboard.press("7");
  await expect.poll(now).toBeGreaterThan(43);
  expect(pictures()).toBe(duringSound);
  const at = await now();
  await audioOnly(page).click();
  await expect.poll(async () => (await media(page)).time).toBeGreaterThan(at + 1.5);
  expect((await media(page)).isPaused).toBe(false);
  await expect.poll(async () => (await media(page)).isMuted).toBe(false);
  await context.close();
});

test("on a phone, Audio Only pressed before the first frame starts at the requested position @long", async ({
  browser,
}) => {
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  await signIn(page, "patron-gold");
  await openRecording(page, long);
  await untilAudio(page);
  // the video never arrives
  await page.route("**/*.mp4*", () => undefined);
  await page.goto(`${page.url()}?t=30`);
  await expect(position(page)).toHaveAttribute("aria-valuenow", "30");
  await audioOnly(page).click();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect.poll(() => position(page).getAttribute("aria-valuenow").then(Number)).toBeGreaterThan(31);
  expect(Number(await position(page).getAttribute("aria-valuenow"))).toBeLessThan(55);
  await context.close();
});

test(
  "on a phone, pressing Audio Only twice in a row keeps the video playing",
  { tag: "@long" },
  async ({ browser }) => {
    const context = await browser.newContext(phone);
    const page = await context.newPage();
    await signIn(page, "patron-gold");
    await openRecording(page, long);
    await untilAudio(page);
    await page.reload();
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await untilPlaying(page);
    // the mind is changed before the sound has taken over
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    let [asked, answered] = [0, 0];
    await page.route("**/audio.m4a*", async (route) => {
      asked += 1;
      await held;
      await route.continue().catch(() => undefined);
      answered += 1;
    });
    await audioOnly(page).click();
    await expect.poll(() => asked).toBeGreaterThan(0);
    await audioOnly(page).click();
    release();
    await expect.poll(() => answered).toBe(asked);
    const { time } = await media(page);
    await untilAfter(page, time + 2);
    expect(await media(page)).toMatchObject({ isPaused: false, isMuted: false, volume: 0.5 });
    await context.close();
  },
);

test(
  "a while of Audio Only, and twelve switches: the server sends no video, and the audio never breaks",
  { tag: "@long" },
  async ({ browser }) => {
    // the ear of this test is a worklet, which the page's own policy would not let in
    const page = await (await browser.newContext({ bypassCSP: true })).newPage();
    await signIn(page, "twitch-renamed");
    await audioOnly(page).click();
    const sent = await watchJournal(page);
    await openRecording(page, long);
    await expect.poll(async () => (await media(page)).time).toBeGreaterThan(12);
    const kinds = await sent();
    console.log("Audio Only for 12 s:", Object.fromEntries(kinds));
    expect([...kinds].filter(([kind]) => kind.startsWith("video-") && kind.endsWith(".mp4"))).toEqual([]);
    expect(kinds.get("copied-audio.mp4") ?? kinds.get("audio.mp4") ?? 0).toBeGreaterThan(0);

    await playFromStart(page);
    await listen(page);
    const toggles: Toggle[] = [];
    for (let n = 0; n < 12; n += 1) {
      // so that it does not end meanwhile
      if ((await media(page)).time > 40) await playFromStart(page);
      toggles.push(await toggleAndListen(page, 1.2));
    }
    console.log("12 toggles, silence in ms:", toggles.map(({ silentMs }) => Math.round(silentMs)).join(" "));
    console.log("12 toggles, shift in ms:", toggles.map(({ shiftMs }) => Math.round(shiftMs)).join(" "));
    expect(toggles.flatMap(({ breaks }) => breaks)).toEqual([]);
    // where the machine was late with decoding what is here, silence says nothing about us
    const calm = toggles.filter(({ isLate }) => !isLate);
    expect(calm.length).toBeGreaterThanOrEqual(6);
    for (const of of ["silentMs", "shiftMs"] as const) {
      const all = calm.map((toggle) => Math.abs(toggle[of]));
      expect(percentile(all, 0.95), of).toBeLessThanOrEqual(30);
    }
    expect((await media(page)).isPaused).toBe(false);
    // and the worklet does notice silence
    await page.keyboard.press("k");
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { ear: Ear }).ear.longest))
      .toBeGreaterThan(10_000);
    await page.context().close();
  },
);

async function playFromStart(page: Page): Promise<void> {
  await page.keyboard.press("0");
  await expect.poll(async () => (await media(page)).time).toBeLessThan(20);
  await untilPlaying(page);
}

/** The sound is levelled after the recording can be watched; the page hears of it by itself. */
async function untilAudio(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      const answer = await page.request.get(`/api/video/v/${idOf(page)}`);
      return ((await answer.json()) as { video: { media: { audio: unknown } } }).video.media.audio;
    })
    .not.toBeNull();
}
