// What plays goes on while somebody looks around: a bar below every page but its own.
import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import { expect, signIn, test } from "./journey.ts";
import { percentile } from "./ear.ts";
import { audioOnly, countPictures, idOf, long, media, openRecording, untilAfter, untilPlaying } from "./player.ts";

const bar = (page: Page) => page.getByRole("region", { name: "Player" });
const place = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Places" }).getByRole("link", { name });
const entry = (page: Page, title: string) => page.getByRole("article").filter({ hasText: title }).last();

/** From here on: whether it is the same element, and what has interrupted it. A busy machine may keep it waiting. */
const watch = (page: Page) =>
  page.evaluate(() => {
    const video = document.querySelector("video");
    const interrupted: string[] = [];
    for (const event of ["pause", "seeking", "emptied", "ended", "error"])
      video?.addEventListener(event, () => interrupted.push(event));
    Object.assign(window, { watched: { video, interrupted } });
  });
const watched = (page: Page) =>
  page.evaluate(() => {
    const { watched: seen } = window as unknown as {
      watched: { video: HTMLVideoElement; interrupted: string[] };
    };
    const all = document.querySelectorAll("video");
    return { isSame: all.length === 1 && all[0] === seen.video, interrupted: seen.interrupted };
  });

/** Time passes on this page, too. */
async function goesOn(page: Page): Promise<void> {
  const { time } = await media(page);
  await untilAfter(page, time + 0.3);
  expect(await watched(page)).toEqual({ isSame: true, interrupted: [] });
}

/** In the menu of its entry on the home page. */
async function queueUp(page: Page, title: string, way: "Add to queue" | "Play next"): Promise<void> {
  await entry(page, title)
    .getByRole("button", { name: `More for ${title}` })
    .click();
  await page.getByRole("menuitem", { name: way }).click();
  await expect(page.getByRole("menu")).toHaveCount(0);
}

/** One finger, in small moves. */
async function swipe(page: Page, on: Locator, { dx = 0, dy = 0 }: { dx?: number; dy?: number }): Promise<void> {
  const box = await on.boundingBox();
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
  const fingers = await page.context().newCDPSession(page);
  const send = (type: "touchStart" | "touchMove" | "touchEnd", share: number) =>
    fingers.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: type === "touchEnd" ? [] : [{ x: x + dx * share, y: y + dy * share }],
    });
  await send("touchStart", 0);
  for (let step = 1; step <= 8; step += 1) await send("touchMove", step / 8);
  await send("touchEnd", 1);
}

for (const width of [390, 1440])
  test(`a recording goes on through home, songs and the library, and in its page again, at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await signIn(page, "patron-gold");
    await openRecording(page, long);
    await untilPlaying(page);
    // so that it does not end meanwhile
    await page.keyboard.press("<");
    await page.keyboard.press("<");
    const address = page.url();
    const ranges: string[] = [];
    page.on("request", (request) => {
      const { range } = request.headers();
      if (/\.m(p4|4a)/.test(request.url())) ranges.push(`${request.url()} ${range}`);
    });
    await watch(page);
    await place(page, "Home").click();
    await expect(bar(page).getByRole("link", { name: long })).toBeVisible();
    await expect(page).toHaveTitle("Home · Stagedoor");
    await goesOn(page);
    await place(page, "Songs").click();
    await expect(page).toHaveTitle("Songs · Stagedoor");
    await goesOn(page);
    await place(page, "Library").click();
    await expect(page.getByRole("heading", { name: "Library", level: 1 })).toBeVisible();
    await goesOn(page);
    // the last row of the page is above the bar
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    const footer = await page.getByRole("contentinfo").boundingBox();
    const above = await bar(page).boundingBox();
    expect((footer?.y ?? 0) + (footer?.height ?? 0)).toBeLessThanOrEqual((above?.y ?? 0) + 1);

    // only looked at, another one does not stop it
    await place(page, "Home").click();
    await openRecording(page, "Café at midnight");
    await expect(page.getByRole("heading", { level: 1, name: "Café at midnight" })).toBeVisible();
    await goesOn(page);
    await bar(page).getByRole("link", { name: long }).click();
    await expect(page).toHaveURL(address);
    await expect(page).toHaveTitle(`${long} · Stagedoor`);
    await goesOn(page);
    expect(new Set(ranges).size, "nothing is fetched twice").toBe(ranges.length);

    // Back leads through the pages, and it still goes on
    await page.goBack();
    await expect(page.getByRole("heading", { level: 1, name: "Café at midnight" })).toBeVisible();
    await goesOn(page);
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await expect(page.getByRole("region", { name: "Player" })).toHaveCount(1);
    await expect.poll(async () => (await watched(page)).isSame).toBe(false);
    await untilPlaying(page);
  });

test("in Audio Only nothing of the video is loaded; close stops it", async ({ page }) => {
  await signIn(page, "patron-gold");
  await audioOnly(page).check();
  const pictures = countPictures(page);
  await openRecording(page, long);
  const time = () =>
    page.evaluate(() =>
      Math.max(...[...document.querySelectorAll("video, audio")].map((one) => (one as HTMLMediaElement).currentTime)),
    );
  await expect.poll(async () => bar(page).getByRole("button", { name: "Pause" }).count()).toBe(1);
  await place(page, "Library").click();
  await expect(bar(page).getByRole("link", { name: long })).toBeVisible();
  await page.keyboard.press("k");
  await expect(bar(page).getByRole("button", { name: "Play", exact: true })).toBeVisible();
  await page.keyboard.press("k");
  await expect(bar(page).getByRole("button", { name: "Pause" })).toBeVisible();
  expect(pictures()).toBe(0);
  expect(await time()).toBeGreaterThanOrEqual(0);
  await bar(page).getByRole("button", { name: "Stop, and close the player" }).click();
  await expect(bar(page)).toHaveCount(0);
});

test.describe("with a finger", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("swipes on the bar and on the cover lead to its page and back, and it goes on; after a reload the bar is there", async ({
    page,
  }) => {
    await signIn(page, "patron-gold");
    await audioOnly(page).check();
    await openRecording(page, long);
    await expect.poll(async () => bar(page).getByRole("button", { name: "Pause" }).count()).toBe(1);
    await watch(page);
    await place(page, "Library").click();
    await expect(bar(page).getByRole("link", { name: long })).toBeVisible();
    const box = await bar(page).boundingBox();
    expect(box?.height).toBeLessThan(80);
    await swipe(page, bar(page).getByRole("link", { name: long }), { dy: -120 });
    await expect(page).toHaveTitle(`${long} · Stagedoor`);
    await swipe(page, bar(page).locator("img").last(), { dy: 200 });
    await expect(page.getByRole("heading", { name: "Library", level: 1 })).toBeVisible();
    expect(await watched(page)).toEqual({ isSame: true, interrupted: [] });

    await page.reload();
    await expect(bar(page).getByRole("link", { name: long })).toBeVisible();
    await expect(bar(page).getByRole("button", { name: "Play", exact: true })).toBeVisible();
    await place(page, "Songs").click();
    await expect(page).toHaveTitle("Songs · Stagedoor");
    await bar(page).getByRole("button", { name: "Play", exact: true }).click();
    await expect(bar(page).getByRole("button", { name: "Pause" })).toBeVisible();
  });

  test("on a tablet a finger on the bar's waveform moves within the song, and skips to no other", async ({ page }) => {
    await page.setViewportSize({ width: 820, height: 1100 });
    await signIn(page, "patron-gold");
    await openRecording(page, long);
    await untilPlaying(page);
    await place(page, "Library").click();
    await expect(bar(page).getByRole("link", { name: long })).toBeVisible();
    const address = page.url();
    await watch(page);
    await swipe(page, bar(page).locator("[data-drags]"), { dx: 60 });
    await expect.poll(async () => (await watched(page)).interrupted).toContain("seeking");
    expect((await watched(page)).isSame).toBe(true);
    await expect(bar(page).getByRole("link", { name: long })).toBeVisible();
    expect(page.url()).toBe(address);
  });

  test("the picture stays in sight while the page below it is read", async ({ page }) => {
    await signIn(page, "patron-gold");
    await openRecording(page, long);
    await untilPlaying(page);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
    await expect(page.locator("video")).toBeInViewport({ ratio: 0.9 });
  });
});

test("three things are queued from the list, moved and removed, and play one after the other", async ({ page }) => {
  await signIn(page, "patron-gold");
  await openRecording(page, long);
  await untilPlaying(page);
  const first = idOf(page);
  await watch(page);
  await place(page, "Home").click();
  for (const [title, way] of [
    ["Café at midnight", "Add to queue"],
    ["Harbour lights, second set", "Add to queue"],
    ["Strings alone", "Play next"],
  ] as const) {
    await queueUp(page, title, way);
  }
  expect(await watched(page)).toEqual({ isSame: true, interrupted: [] });
  await bar(page).getByRole("button", { name: "Queue", exact: true }).click();
  const queue = page.getByRole("region", { name: "Queue", exact: true });
  const titles = async () =>
    (await queue.getByRole("listitem").locator("bdi").allTextContents()).filter((_, n) => n % 2 === 0);
  await expect.poll(titles).toEqual(["Strings alone", "Café at midnight", "Harbour lights, second set"]);
  await queue.getByRole("button", { name: /^Move Strings alone/ }).press("ArrowDown");
  await expect.poll(titles).toEqual(["Café at midnight", "Strings alone", "Harbour lights, second set"]);
  await queue.getByRole("button", { name: "More for Strings alone" }).click();
  await page.getByRole("menuitem", { name: "Remove from this list" }).click();
  await expect.poll(titles).toEqual(["Café at midnight", "Harbour lights, second set"]);
  await expectAccessible(page, "queue");
  await queue.getByRole("button", { name: "Close the queue" }).click();
  await bar(page).getByRole("button", { name: "Next", exact: true }).click();
  await expect(bar(page).getByRole("link", { name: "Café at midnight" })).toBeVisible();
  await expect(page).toHaveURL("/");
  // the next one follows by itself
  await expect(bar(page).getByRole("link", { name: "Harbour lights, second set" })).toBeVisible();
  // after a reload it is there, and waits
  await page.reload();
  await expect(bar(page).getByRole("link", { name: "Harbour lights, second set" })).toBeVisible();
  await expect(bar(page).getByRole("button", { name: "Play", exact: true })).toBeVisible();
  await place(page, "Library").click();
  await expect(page.getByRole("link", { name: "Continue the play queue" })).toBeVisible();
  expect(first).not.toBe("");
});

test("a list plays in the bar while something plays already; what plays is marked in it, and said", async ({
  page,
}) => {
  await signIn(page, "patron-gold");
  await openRecording(page, long);
  await untilPlaying(page);
  await place(page, "Home").click();
  for (const title of ["Café at midnight", long]) {
    await entry(page, title)
      .getByRole("button", { name: `Add ${title} to favourites` })
      .click();
    await expect(entry(page, title).getByRole("button", { name: `Remove ${title} from favourites` })).toBeVisible();
  }
  await place(page, "Library").click();
  await page.getByRole("link", { name: /^Favourites/ }).click();
  const row = (title: string) => page.getByRole("listitem").filter({ hasText: title });
  const lit = page.getByRole("main").locator("[aria-current=true]");
  await expect(lit).toContainText(`${long} (playing now)`);
  await expectAccessible(page, "favourites-playing");
  await page.keyboard.press("k");
  await expect(lit).toContainText(`${long} (paused)`);
  await page.keyboard.press("k");
  const address = page.url();
  await row("Café at midnight")
    .getByRole("button", { name: /^Play from/ })
    .click();
  await expect(bar(page).getByRole("link", { name: "Café at midnight" })).toBeVisible();
  await expect(lit).toContainText("Café at midnight");
  await expect(page).toHaveURL(address);
});

test.describe("listened to", () => {
  test.use({ bypassCSP: true });

  test("between two entries of the queue hardly anything is silent @long", async ({ page }) => {
    test.slow();
    await page.addInitScript(hearEverything);
    await signIn(page, "patron-gold");
    await openRecording(page, "Café at midnight");
    await untilPlaying(page);
    await place(page, "Home").click();
    for (const title of ["Strings alone", "Harbour lights, second set"]) await queueUp(page, title, "Add to queue");
    await bar(page).getByRole("button", { name: "Repeat: off" }).click();
    const silences = () => page.evaluate(() => (window as unknown as { silences: number[] }).silences);
    await expect.poll(async () => (await silences()).length, { timeout: 600_000 }).toBeGreaterThanOrEqual(changes);
    const all = (await silences()).map(Math.round);
    console.log(`${all.length} changes, silence in ms: ${all.join(" ")}`);
    expect(percentile(all, 0.95)).toBeLessThanOrEqual(300);
  });
});

const changes = 50;

/** In the page: one ear for all its elements; a silence is noted when the next sound comes. Our test tones are never silent. */
async function hearEverything(): Promise<void> {
  const silences: number[] = [];
  Object.assign(window, { silences });
  if (!isSecureContext) return;
  const code = `registerProcessor("ear", class extends AudioWorkletProcessor {
    run = 0; began = false;
    process([[samples] = []]) {
      for (let n = 0; n < 128; n += 1) {
        if (Math.abs(samples?.[n] ?? 0) < 1e-4) this.run += 1;
        else { if (this.began && this.run > 240) this.port.postMessage(this.run / sampleRate * 1000); this.run = 0; this.began = true; }
      }
      return true;
    }
  });`;
  const context = new AudioContext();
  const known = new WeakSet<HTMLMediaElement>();
  const ready = context.audioWorklet
    .addModule(URL.createObjectURL(new Blob([code], { type: "text/javascript" })))
    .then(() => {
      const ear = new AudioWorkletNode(context, "ear");
      ear.port.addEventListener("message", ({ data }) => silences.push(data as number));
      ear.port.start();
      ear.connect(context.destination);
      return ear;
    });
  const play = HTMLMediaElement.prototype.play;
  HTMLMediaElement.prototype.play = async function (this: HTMLMediaElement) {
    await context.resume();
    if (!known.has(this)) {
      known.add(this);
      context.createMediaElementSource(this).connect(await ready);
    }
    return play.call(this);
  };
}

test.describe("when a part of the page is gone, as after an upgrade", () => {
  test.use({ expectedErrors: /404 \(Not Found\)|Failed to fetch dynamically/ });

  test("what plays goes on, and a message says what to do", async ({ page }) => {
    await signIn(page, "patron-gold");
    await openRecording(page, long);
    await untilPlaying(page);
    await place(page, "Home").click();
    await watch(page);
    await page.route("**/assets/panel-*.js", (route) => route.fulfill({ status: 404 }));
    await bar(page).getByRole("button", { name: "Queue", exact: true }).click();
    await expect(page.getByText("This could not be loaded.")).toBeVisible();
    await goesOn(page);
  });
});

test.describe("when it may no longer be heard", () => {
  test.use({ expectedErrors: /401 \(Unauthorized\)|Could not load/ });

  test("logging out ends it, whatever page is shown", async ({ page }) => {
    await signIn(page, "patron-annual");
    await openRecording(page, long);
    await untilPlaying(page);
    await place(page, "Library").click();
    await page.getByRole("button", { name: "Log out", exact: true }).click();
    await expect(page.getByRole("alert", { name: "Info" })).toBeVisible();
    await expect(bar(page)).toHaveCount(0);
    await expect(page.locator("video, audio")).toHaveCount(0);
  });
});
