// What plays goes on while somebody looks around: a bar below every page but its own.
import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import { createBrowser } from "#server/testing/browser.ts";
import { withLong } from "#server/testing/proof.ts";
import { expect, signIn, test } from "./journey.ts";
import { addSound } from "./own-recordings.ts";
import { control, personLike } from "./people.ts";
import { standIns, url } from "./stage.ts";
import { percentile } from "./ear.ts";
import { screens } from "./screens.ts";
import { swipe } from "./touch.ts";
import {
  audioOnly,
  countPictures,
  idOf,
  long,
  media,
  openLine,
  openRecording,
  slowLine,
  untilAfter,
  untilPlaying,
} from "./player.ts";

const bar = (page: Page) => page.getByRole("region", { name: "Player" });
const place = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Places" }).getByRole("link", { name });
const entry = (page: Page, title: string) => page.getByRole("article").filter({ hasText: title }).last();

/** From here on: whether it is the same element, what has interrupted it, and how long it stood still, looked at in each frame. */
const watch = (page: Page) =>
  page.evaluate(() => {
    const video = document.querySelector("video");
    const interrupted: string[] = [];
    for (const event of ["pause", "seeking", "emptied", "ended", "error"])
      video?.addEventListener(event, () => interrupted.push(event));
    const watched = { video, interrupted, stillMs: 0 };
    let [time, since] = [-1, 0];
    const look = (now: number) => {
      if (video?.currentTime !== time) [time, since] = [video?.currentTime ?? -1, now];
      watched.stillMs = Math.max(watched.stillMs, now - since);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    Object.assign(window, { watched });
  });
const stoodStill = (page: Page) =>
  page.evaluate(() => (window as unknown as { watched: { stillMs: number } }).watched.stillMs);
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

/** A song that can be opened, and a playlist with a recording. */
async function makePages(page: Page): Promise<{ song: string; list: string }> {
  const { origin } = new URL(page.url());
  const title = await addSound();
  const { videos } = (await (await page.request.get("/api/video/list")).json()) as {
    videos: { id: string; title: string }[];
  };
  const id = videos.find((video) => video.title === title)?.id;
  const [song, list] = [`River ${title}`, `Walk ${title}`];
  const blank = { id: null, part: null, talk: null, guest: null, note: null, segue: false, debut: false };
  const songs = [{ id: null, title: song, is_cover: false, artist: null }];
  const data = { set_list: { revision: 0, entries: [{ ...blank, start: 0, end: 2, songs }] } };
  const saved = await page.request.put(`/api/video/v/${id}/set-list`, { headers: { origin }, data });
  expect(saved.ok(), await saved.text()).toBe(true);
  const entries = [{ video_id: id, performance_id: null }];
  const made = await page.request.post("/api/lists", { headers: { origin }, data: { title: list, entries } });
  expect(made.ok(), await made.text()).toBe(true);
  await page.reload();
  return { song, list };
}

for (const { width } of screens("phone"))
  test(`a recording goes on through home, songs and the library, and in its page again, at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await signIn(page, "patron-editor");
    const { song, list } = await makePages(page);
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
    await page.getByRole("link", { name: song }).click();
    await expect(page.getByRole("heading", { name: song, level: 1 })).toBeVisible();
    await goesOn(page);
    await place(page, "Studio").click();
    await expect(page).toHaveTitle(/Studio/);
    await goesOn(page);
    if (width === 390) await place(page, "Search").click();
    await page.getByRole("searchbox").fill("strings");
    await expect(page.getByRole("link", { name: /Strings alone/ }).first()).toBeVisible();
    await goesOn(page);
    await place(page, "Library").click();
    await page.getByRole("link", { name: list }).click();
    await expect(page.getByRole("heading", { name: list, level: 1 })).toBeVisible();
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
    const still = await stoodStill(page);
    console.log(`stood still for ${Math.round(still)} ms at most, at ${width} px`);
    // a machine that is busy with other journeys may keep it waiting
    if (withLong) expect(still).toBeLessThanOrEqual(50);

    // Back leads through the pages, and it still goes on
    await page.goBack();
    await expect(page.getByRole("heading", { level: 1, name: "Café at midnight" })).toBeVisible();
    await goesOn(page);
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await expect(page.getByRole("region", { name: "Player" })).toHaveCount(1);
    await expect.poll(async () => (await watched(page)).isSame).toBe(false);
    await untilPlaying(page);

    // a pause of 200 ms would have been seen
    await watch(page);
    await page.evaluate(async () => {
      const video = document.querySelector("video");
      video?.pause();
      const from = performance.now();
      while (performance.now() - from < 200) await new Promise((frame) => requestAnimationFrame(frame));
      await video?.play();
    });
    await expect.poll(() => stoodStill(page)).toBeGreaterThan(150);
    expect((await watched(page)).interrupted).toContain("pause");
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

  test("on a tablet a finger on the bar's waveform moves within the song, and skips to no other @long", async ({
    page,
  }) => {
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

  test("the picture stays in sight while the page below it is read @long", async ({ page }) => {
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

test("a list plays in the bar while something plays already; what plays is marked in it, and said @long", async ({
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

  test("what plays goes on, and a message says what to do @long", async ({ page }) => {
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
  test.use({ expectedErrors: /40[134] \(|Could not load/ });

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

  test("a membership that ends stops it, and the sentence is that of its own page @long", async ({ page }) => {
    await signIn(page, "twitch-tier2");
    await slowLine(page);
    await openRecording(page, long);
    await untilPlaying(page);
    await place(page, "Library").click();
    await expect(bar(page).getByRole("link", { name: long })).toBeVisible();
    await control(standIns, `POST personas/${personLike("twitch-tier2")}`, { subscribed: false });
    const { origin } = new URL(page.url());
    expect((await page.request.post("/api/user/check", { headers: { origin } })).ok()).toBe(true);
    await expect(page.getByText("Playback stopped: you no longer have access to the archive.")).toBeVisible();
    await expect(page.getByRole("alert", { name: "No access" })).toBeVisible();
    await expect(page.locator("video, audio")).toHaveCount(0);
  });

  test("a recording that is hidden meanwhile stops, and the bar says why @long", async ({ page }) => {
    const title = await addSound({ seconds: 60 });
    await signIn(page, "patron-gold");
    await slowLine(page);
    await openRecording(page, title);
    await expect.poll(async () => bar(page).getByRole("button", { name: "Pause" }).count()).toBe(1);
    const id = idOf(page);
    await place(page, "Library").click();
    await expect(bar(page).getByRole("link", { name: title })).toBeVisible();
    const editor = createBrowser(url);
    await editor.signIn("patron-editor");
    expect((await editor.ask(`PUT /api/video/v/${id}/hidden`, { hidden: true })).status).toBe(200);
    await expect(bar(page).getByText("This recording is no longer available")).toBeVisible();
  });
});

test.describe("when the line is lost", () => {
  test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED|Could not load/ });

  test("the bar says so on another page, and it goes on by itself @long", async ({ page }) => {
    await signIn(page, "patron-gold");
    const line = await openLine(page);
    await line.slow();
    await openRecording(page, long);
    await untilPlaying(page);
    await place(page, "Library").click();
    await expect(page.getByRole("heading", { name: "Library", level: 1 })).toBeVisible();
    await line.cut();
    // further than anything is buffered
    await page.keyboard.press("6");
    await expect(bar(page).getByText(/^Connection lost\. Playback continues/)).toBeVisible();
    await line.fast();
    await untilAfter(page, 36.2);
    await expect(page.getByText(/^Connection lost/)).toHaveCount(0);
    expect((await media(page)).isPaused).toBe(false);
  });
});

test("what is added while nothing plays waits in the bar, with the queue", async ({ page }) => {
  await signIn(page, "patron-gold");
  await queueUp(page, "Café at midnight", "Add to queue");
  await expect(bar(page).getByRole("link", { name: "Café at midnight" })).toBeVisible();
  await expect(bar(page).getByRole("button", { name: "Play", exact: true })).toBeVisible();
  await expect(page).toHaveURL("/");
  await queueUp(page, "Strings alone", "Add to queue");
  await bar(page).getByRole("button", { name: "Queue", exact: true }).click();
  const queue = page.getByRole("region", { name: "Queue", exact: true });
  await expect(queue.getByRole("listitem")).toHaveCount(1);
  await expect(queue.getByRole("listitem")).toContainText("Strings alone");
  // at its end it goes on, where that is wanted
  await queue.getByRole("switch", { name: "Then go on with more like it" }).check();
  await queue.getByRole("button", { name: "Close the queue" }).click();
  await bar(page).getByRole("button", { name: "Play", exact: true }).click();
  await expect(bar(page).getByRole("button", { name: "Pause" })).toBeVisible();
  await expect(bar(page).getByRole("link", { name: "Strings alone" })).toBeVisible();
  await bar(page).getByRole("button", { name: "Queue", exact: true }).click();
  await expect(queue.getByRole("listitem").first()).toBeVisible();
  await expect(queue.getByRole("listitem").filter({ hasText: "Café at midnight" })).toHaveCount(0);
});
