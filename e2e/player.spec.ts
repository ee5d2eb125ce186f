import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, signIn, test } from "./journey.ts";

const long = "The first evening";

/** By clicking in the list, as a person does. */
async function openRecording(page: Page, title: string): Promise<void> {
  await page.getByRole("article").filter({ hasText: title }).getByRole("link", { name: title }).last().click();
  await expect(page.getByRole("region", { name: "Player" })).toBeVisible();
}
const media = (page: Page) =>
  page.evaluate(() => {
    const video = document.querySelector("video");
    return {
      time: video?.currentTime ?? 0,
      isPaused: video?.paused ?? true,
      frames: video?.getVideoPlaybackQuality().totalVideoFrames ?? 0,
      width: video?.videoWidth ?? 0,
      volume: video?.volume,
      isMuted: video?.muted,
      rate: video?.playbackRate,
    };
  });
const position = (page: Page) => page.getByRole("slider", { name: "Position" });
const untilPlaying = (page: Page) => expect.poll(async () => (await media(page)).time).toBeGreaterThan(0.5);
/** From here on, every request for pictures. */
function countPictures(page: Page): () => number {
  let count = 0;
  page.on("request", (request) => {
    if (/\/video-[^/]*\.mp4/.test(request.url())) count += 1;
  });
  return () => count;
}
const audioOnly = (page: Page) => page.getByRole("switch", { name: "Audio Only" });
const stored = (page: Page) =>
  page.evaluate(() => {
    const text = localStorage.getItem("stagedoor");
    return text === null
      ? null
      : (JSON.parse(text) as { state: { volume: number; positions: Record<string, number> } }).state;
  });

test("a click in the list plays: the clock runs, pictures are decoded, and it can be heard", async ({ page }) => {
  await signIn(page, "patron-gold");
  await openRecording(page, long);
  await expect(page).toHaveTitle(`${long} · Stagedoor`);
  await untilPlaying(page);
  const first = await media(page);
  const loudest = await page.evaluate(async () => {
    const video = document.querySelector("video");
    if (!video) return 0;
    const context = new AudioContext();
    const analyser = context.createAnalyser();
    context.createMediaElementSource(video).connect(analyser).connect(context.destination);
    const samples = new Float32Array(analyser.fftSize);
    let most = 0;
    for (let n = 0; n < 40; n += 1) {
      await new Promise((resolve) => setTimeout(resolve, 25));
      analyser.getFloatTimeDomainData(samples);
      most = Math.max(most, ...samples.map(Math.abs));
    }
    return most;
  });
  const second = await media(page);
  expect(loudest).toBeGreaterThan(0.01);
  expect(second.time).toBeGreaterThan(first.time + 0.5);
  expect(second.frames).toBeGreaterThan(first.frames);
  await expect(page.getByRole("heading", { level: 1, name: long })).toBeVisible();
});

test("Audio Only fetches no picture at all, from the start and after pressing it, and the sound goes on", async ({
  page,
}) => {
  await signIn(page, "patron-annual");
  const pictures = countPictures(page);
  await audioOnly(page).click();
  await openRecording(page, long);
  await untilPlaying(page);
  await page.waitForTimeout(2000);
  expect(pictures()).toBe(0);
  expect((await media(page)).width).toBeLessThan(100);

  // with the picture, and away from it again
  const off = await toggleAndWatch(page, 2500);
  expect(pictures()).toBeGreaterThan(0);
  await expect.poll(async () => (await media(page)).width).toBeGreaterThan(100);
  const before = pictures();
  const on = await toggleAndWatch(page, 2000);
  expect(pictures()).toBe(before);
  for (const { standsMs, driftMs } of [off, on]) {
    expect(standsMs).toBeLessThan(150);
    expect(driftMs).toBeLessThan(150);
  }
});

/** Presses Audio Only, and watches the clock: how long it stands, and how far it gets from the wall's. */
async function toggleAndWatch(page: Page, forMs: number) {
  return page.evaluate(async (duration) => {
    const video = document.querySelector("video");
    const control = document.querySelector<HTMLInputElement>("header [role=switch]");
    if (!video || !control) throw new Error("no player");
    const [startedAt, startedWith] = [performance.now(), video.currentTime];
    let [lastChange, lastTime, standsMs, driftMs] = [startedAt, startedWith, 0, 0];
    control.click();
    while (performance.now() - startedAt < duration) {
      await new Promise((resolve) => setTimeout(resolve, 4));
      const [now, time] = [performance.now(), video.currentTime];
      if (time !== lastTime) [lastChange, lastTime] = [now, time];
      standsMs = Math.max(standsMs, now - lastChange);
      driftMs = Math.max(driftMs, Math.abs(time - startedWith - (now - startedAt) / 1000) * 1000);
    }
    return { standsMs, driftMs };
  }, forMs);
}

test("on a phone Audio Only is a plain audio file, both ways in the middle of playing", async ({ browser }) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    userAgent:
      "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0 Mobile Safari/537.36",
  });
  const page = await context.newPage();
  const plain: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/audio.m4a")) plain.push(request.url());
  });
  await signIn(page, "patron-gold");
  await openRecording(page, long);
  await untilPlaying(page);
  // the sound is levelled after the recording can be watched; the page hears of it by itself
  await expect
    .poll(
      async () => {
        const answer = await page.request.get(`/api/video/v/${page.url().split("/").at(-1)}`);
        return ((await answer.json()) as { video: { media: { audio: unknown } } }).video.media.audio;
      },
      { timeout: 20_000 },
    )
    .not.toBeNull();
  await page.waitForTimeout(6000);
  const pictures = countPictures(page);
  await audioOnly(page).click();
  await expect.poll(() => plain.length).toBeGreaterThan(0);
  await expect.poll(async () => (await media(page)).isPaused).toBe(true);
  await page.waitForTimeout(1000);
  const duringSound = pictures();
  await expect(page.getByRole("button", { name: "Pause" })).toBeVisible();
  const at = Number(await position(page).getAttribute("aria-valuenow"));
  await page.waitForTimeout(1500);
  expect(pictures()).toBe(duringSound);
  expect(Number(await position(page).getAttribute("aria-valuenow"))).toBeGreaterThan(at);
  await audioOnly(page).click();
  await expect.poll(async () => (await media(page)).time, { timeout: 15_000 }).toBeGreaterThan(at + 1.5);
  expect((await media(page)).isPaused).toBe(false);
  await expect.poll(async () => (await media(page)).isMuted).toBe(false);
  await context.close();
});

test("it goes on where it was left: after a reload, in another browser, and not after the end", async ({
  page,
  browser,
}) => {
  await signIn(page, "twitch-tier1");
  await openRecording(page, long);
  await untilPlaying(page);
  await page.keyboard.press("5");
  await expect.poll(async () => (await media(page)).time).toBeGreaterThan(31);
  const told = page.waitForRequest((request) => request.method() === "PUT" && request.url().includes("/positions/"));
  await page.keyboard.press("k");
  await told;
  await page.reload();
  await expect(page.getByText(/^Continues at 0:3\d$/)).toBeVisible();
  await expect.poll(async () => (await media(page)).time).toBeGreaterThan(30);
  expect((await media(page)).isPaused).toBe(true);

  const elsewhere = await (await browser.newContext()).newPage();
  await signIn(elsewhere, "twitch-tier1");
  // so slow that "Start over" is pressed before anything is there to seek in
  await elsewhere.route("**/*.mp4*", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await route.continue();
  });
  await elsewhere.goto(page.url());
  await expect(elsewhere.getByText(/^Continues at 0:3\d$/)).toBeVisible();
  await elsewhere.getByRole("button", { name: "Start over" }).click();
  await expect.poll(async () => (await media(elsewhere)).time).toBeLessThan(10);
  await elsewhere.context().close();

  await page.keyboard.press("k");
  await position(page).press("End");
  await expect(page.getByRole("button", { name: "Play again" })).toBeVisible({ timeout: 15_000 });
  const id = page.url().split("/").at(-1) ?? "";
  expect((await stored(page))?.positions[id]).toBeUndefined();
});

test("volume, mute and speed are remembered, also 0 and 100 %, and nonsense in the storage does no harm", async ({
  page,
}) => {
  await signIn(page, "patron-gifted");
  await openRecording(page, long);
  await untilPlaying(page);
  expect((await media(page)).volume).toBe(0.5);
  const volume = page.getByRole("slider", { name: "Volume" });
  for (const level of ["0", "1"]) {
    await volume.fill(level);
    await expect.poll(async () => (await stored(page))?.volume).toBe(Number(level));
    await page.reload();
    await expect.poll(async () => (await media(page)).volume).toBe(Number(level));
  }
  await page.keyboard.press(">");
  await page.keyboard.press("m");
  await expect.poll(async () => (await media(page)).rate).toBe(1.25);
  // the elements report a moment later than they obey, and only what is reported is remembered
  await expect.poll(() => page.evaluate(() => localStorage.getItem("stagedoor-player"))).toContain('"isMuted":true');
  await page.reload();
  await expect.poll(async () => (await media(page)).isMuted).toBe(true);
  expect((await media(page)).rate).toBe(1.25);
  await page.evaluate(() => {
    for (const key of ["stagedoor", "stagedoor-player", "stagedoor-positions"]) localStorage.setItem(key, "{[nonsense");
  });
  await page.reload();
  await expect.poll(async () => (await media(page)).volume).toBe(0.5);
});

test("the keys do what the sheet says, and nothing while typing", async ({ page }) => {
  await signIn(page, "twitch-tier2");
  await openRecording(page, long);
  await untilPlaying(page);
  await page.keyboard.press("k");
  await expect.poll(async () => (await media(page)).isPaused).toBe(true);
  await page.keyboard.press("4");
  await expect.poll(async () => Math.round((await media(page)).time)).toBe(24);
  await page.keyboard.press("l");
  await expect.poll(async () => Math.round((await media(page)).time)).toBe(34);
  await page.keyboard.press("ArrowLeft");
  await expect.poll(async () => Math.round((await media(page)).time)).toBe(29);
  await page.keyboard.press("ArrowUp");
  await expect.poll(async () => (await media(page)).volume).toBe(0.55);
  await page.keyboard.press("a");
  await expect(audioOnly(page)).toBeChecked();
  await page.keyboard.press("a");
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keys" });
  await expect(sheet).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  await page.keyboard.press("/");
  await page.keyboard.type("k 5?");
  await expect.poll(async () => Math.round((await media(page)).time)).toBe(29);
  expect((await media(page)).isPaused).toBe(true);
});

test("the waveform is a slider: by pointer, by keyboard, with a preview and in words", async ({ page }) => {
  await signIn(page, "patron-gold");
  await openRecording(page, long);
  await untilPlaying(page);
  await page.keyboard.press("k");
  const box = await position(page).locator("..").boundingBox();
  if (!box) throw new Error("no waveform");
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await expect.poll(async () => Math.round((await media(page)).time / 2)).toBe(15);
  await position(page).focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await expect.poll(async () => Math.round((await media(page)).time)).toBe(5);
  await expect(position(page)).toHaveAttribute("aria-valuetext", /^5 seconds of 1 minute 1 second$/);
});

test("a loop is made, kept in the address, and repeats", async ({ page }) => {
  await signIn(page, "patron-gold");
  await openRecording(page, long);
  await untilPlaying(page);
  const address = page.url();
  await page.goto(`${address}?a=10&b=11`);
  await expect(page.getByRole("slider", { name: "Loop start" })).toBeVisible();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForTimeout(2500);
  const { time } = await media(page);
  expect(time).toBeGreaterThanOrEqual(9.9);
  expect(time).toBeLessThan(11.2);
  await page.getByRole("slider", { name: "Loop end" }).press("Shift+ArrowRight");
  await expect(page).toHaveURL(/\?a=10&b=12$/);
  await page.getByRole("button", { name: "Stop looping" }).click();
  await expect(page).toHaveURL(address);
});

test("previous and next go through the list, and the way back leads to the list as it was", async ({ page }) => {
  await signIn(page, "patron-gold");
  await page.goto("/?sort=longest");
  await openRecording(page, "Harbour lights, first set");
  const address = page.url();
  await page.getByRole("button", { name: "Previous recording" }).click();
  await expect(page).toHaveTitle(`${long} · Stagedoor`);
  await expect(page.getByRole("button", { name: "Previous recording" })).toBeDisabled();
  await page.getByRole("button", { name: "Next recording" }).click();
  await expect(page).toHaveURL(address);
  await page.getByRole("link", { name: "Back to the archive" }).first().click();
  await expect(page).toHaveURL("/?sort=longest");
});

test("an editor has the list's tools on the video page", async ({ page }) => {
  await signIn(page, "patron-editor");
  await openRecording(page, "Rehearsal nobody should see");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("[HIDDEN] Rehearsal nobody should see");
  // other journeys rely on it staying hidden: the request is looked at, and goes nowhere
  let asked: unknown;
  await page.route("**/api/video/v/*/hidden", (route) => {
    asked = route.request().postDataJSON();
    return route.fulfill({ json: { video: {} } });
  });
  await page.getByRole("button", { name: "Unhide" }).click();
  await expect.poll(() => asked).toEqual({ hidden: false });
  await page.getByRole("button", { name: "Edit metadata" }).click();
  await expect(page.getByRole("dialog", { name: "Edit metadata" })).toBeVisible();
});

test.describe(() => {
  test.use({ expectedErrors: /404 \(Not Found\)|Could not load video/ });
  test("what does not exist, or is not for this person, is not found", async ({ page }) => {
    await signIn(page, "patron-gold");
    await page.goto("/video/aaaaaaaaaaaaaaaaaaaaaaaaaa");
    await expect(page).toHaveURL("/404");
  });
});

test("who is not signed in is asked to, and comes back to the recording", async ({ page, browser }) => {
  const other = await (await browser.newContext()).newPage();
  await signIn(other, "patron-gold");
  await openRecording(other, long);
  const address = other.url();
  await other.context().close();
  await page.goto(`${address}?t=12`);
  await page.getByRole("button", { name: "Login with Patreon" }).click();
  await page.getByRole("button", { name: /^patron-gold\b/ }).click();
  await expect(page.getByRole("region", { name: "Player" })).toBeVisible();
  await expect(page).toHaveURL(/\?t=12$/);
  await expect.poll(async () => Math.floor((await media(page)).time)).toBe(12);
});

test.describe("when the session ends in the middle", () => {
  test.use({ expectedErrors: /401 \(Unauthorized\)|Could not load/ });
  test("the next part is refused, playing stops, and the person is asked to log in", async ({ page, context }) => {
    let release = () => undefined as void;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let parts = 0;
    await page.route(/\/video-[^/]*\.mp4/, async (route) => {
      parts += 1;
      if (parts > 3) await held;
      await route.continue();
    });
    await signIn(page, "patron-gold");
    await openRecording(page, long);
    await untilPlaying(page);
    await context.clearCookies();
    release();
    await expect(page.getByText("You were signed out. Log in again to go on where you were.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Login with Patreon" })).toBeVisible();
    expect((await media(page)).isPaused).toBe(true);
  });
});

for (const mode of ["video", "audio"] as const) {
  for (const width of [390, 1440]) {
    for (const colorScheme of ["light", "dark"] as const) {
      test(`the page is accessible: ${mode} at ${width} in ${colorScheme}`, async ({ page }) => {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await signIn(page, "patron-gold");
        if (mode === "audio") await audioOnly(page).click();
        await openRecording(page, "Harbour lights, first set");
        await untilPlaying(page);
        await page.keyboard.press("k");
        await page.screenshot({ path: `.cache/e2e/pictures/${mode}-${width}-${colorScheme}.png` });
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      });
    }
  }
}
