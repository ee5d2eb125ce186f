import { openEditor } from "./editor.ts";
import { expect, signIn, test } from "./journey.ts";
import { addSound } from "./own-recordings.ts";
import { audioOnly, long, media, openRecording, position, untilAfter, untilPlaying } from "./player.ts";

test("a click in the list plays the recording: time passes, video is decoded, and audio can be heard", async ({
  page,
}) => {
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
    for (let n = 0; n < 2000 && most <= 0.01; n += 1) {
      await new Promise((resolve) => setTimeout(resolve, 25));
      analyser.getFloatTimeDomainData(samples);
      most = Math.max(most, ...samples.map(Math.abs));
    }
    return most;
  });
  expect(loudest).toBeGreaterThan(0.01);
  await untilAfter(page, first.time + 0.5);
  await expect.poll(async () => (await media(page)).frames).toBeGreaterThan(first.frames);
  await expect(page.getByRole("heading", { level: 1, name: long })).toBeVisible();
});

test("the waveform is a slider: with pointer, keyboard, a preview, and text for screen readers", async ({ page }) => {
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
  await expect(position(page)).toHaveAttribute("aria-valuetext", /^5 seconds of 1 minute( 1 second)?$/);

  // the preview shows another small picture for another moment, and its time
  const tiles = new Set<string>();
  for (const [share, time] of [
    [0.25, "0:15"],
    [0.75, "0:45"],
  ] as const) {
    await page.mouse.move(box.x + box.width * share, box.y + box.height / 2);
    await expect(page.getByText(time, { exact: true })).toBeVisible();
    tiles.add(await page.locator("[style*=storyboard]").evaluate((tile) => tile.style.backgroundPosition));
  }
  expect(tiles.size).toBe(2);
  const sheet = await page.locator("[style*=storyboard]").evaluate(async ({ style }) => {
    const image = new Image();
    image.src = style.backgroundImage.slice(5, -2);
    await image.decode();
    return image.naturalWidth;
  });
  expect(sheet).toBe(1600);
});

test("a loop can be set, is kept in the address, and repeats @long", async ({ page }) => {
  await signIn(page, "patron-gold");
  await openRecording(page, long);
  await untilPlaying(page);
  const address = page.url();
  await page.goto(`${address}?a=10&b=11`);
  await expect(page.getByRole("slider", { name: "Loop start" })).toBeVisible();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  // each time around is a jump to its beginning
  const jumps = await page.evaluate(() => {
    const { promise, resolve } = Promise.withResolvers<number[]>();
    const video = document.querySelector("video");
    const seen: number[] = [];
    video?.addEventListener("seeking", () => {
      seen.push(video.currentTime);
      if (seen.length === 2) resolve(seen);
    });
    return promise;
  });
  // read when the page gets to it, while the loop plays
  for (const place of jumps) expect(Math.floor(place + 0.1)).toBe(10);
  // while it plays, the controls may be hidden at any moment, and a key would reach nothing
  await page.keyboard.press("k");
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  await page.getByRole("slider", { name: "Loop end" }).press("Shift+ArrowRight");
  await expect(page).toHaveURL(/\?a=10&b=12$/);
  await page.getByRole("button", { name: "Stop looping" }).click();
  await expect(page).toHaveURL(address);
});

test("the system's media controls show the recording, and work", async ({ page }) => {
  await page.addInitScript(() => {
    // keeps what the page registers with the browser, because a test has no headphone buttons to press
    const { mediaSession } = navigator;
    const actions = new Map<string, MediaSessionActionHandler | null>();
    const setActionHandler = mediaSession.setActionHandler.bind(mediaSession);
    mediaSession.setActionHandler = (action, handler) => {
      setActionHandler(action, handler);
      actions.set(action, handler);
    };
    const setPositionState = mediaSession.setPositionState.bind(mediaSession);
    mediaSession.setPositionState = (state) => {
      setPositionState(state);
      Object.assign(window, { positionState: state });
    };
    Object.assign(window, { mediaActions: actions });
  });
  await signIn(page, "patron-gold");
  await openRecording(page, "Harbour lights, first set");
  await untilPlaying(page);
  /** Presses as soon as a handler is registered: the page of another recording has to load first. */
  const press = (action: string, details: object = {}) =>
    expect
      .poll(() =>
        page.evaluate(
          ([name, given]) => {
            const { mediaActions } = window as unknown as {
              mediaActions: Map<string, ((details: object) => void) | null>;
            };
            const handler = mediaActions.get(name);
            handler?.({ action: name, ...given });
            return typeof handler;
          },
          [action, details] as const,
        ),
      )
      .toBe("function");
  const shown = await page.evaluate(() => {
    const { metadata, playbackState } = navigator.mediaSession;
    return { title: metadata?.title, artist: metadata?.artist, artwork: metadata?.artwork[0]?.src, playbackState };
  });
  expect(shown).toEqual({
    title: "Harbour lights, first set",
    artist: "Stagedoor",
    artwork: expect.stringMatching(/^http.*\/api\/media\//),
    playbackState: "playing",
  });
  expect((await page.request.get(shown.artwork ?? "")).headers()["content-type"]).toMatch(/^image\//);
  await press("pause");
  await expect.poll(async () => (await media(page)).isPaused).toBe(true);
  await press("seekto", { seekTime: 8 });
  await press("seekforward", { seekOffset: 4 });
  await press("seekbackward", { seekOffset: 2 });
  await expect.poll(async () => (await media(page)).time).toBeCloseTo(10, 0);
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { positionState: object }).positionState))
    .toMatchObject({ position: expect.closeTo(10, 0), duration: expect.closeTo(24, 0), playbackRate: 1 });
  await press("play");
  await untilAfter(page, 10.2);
  await press("nexttrack");
  await expect(page).not.toHaveTitle("Harbour lights, first set · Stagedoor");
  await press("previoustrack");
  await expect(page).toHaveTitle("Harbour lights, first set · Stagedoor");
});

test("theatre, full screen and picture in picture can be turned on and off", { tag: "@long" }, async ({ page }) => {
  await signIn(page, "patron-gold");
  await openRecording(page, long);
  await untilPlaying(page);
  const player = page.getByRole("region", { name: "Player" });
  const widthOf = async () => (await player.boundingBox())?.width ?? 0;
  const before = await widthOf();
  await page.keyboard.press("t");
  await expect.poll(widthOf).toBeGreaterThan(before);
  await page.reload();
  await expect.poll(widthOf, "theatre is remembered").toBeGreaterThan(before);
  await page.getByRole("button", { name: "Theatre mode" }).click();
  await expect.poll(widthOf).toBe(before);

  await page.getByRole("button", { name: "Full screen", exact: true }).click();
  await expect.poll(() => page.evaluate(() => document.fullscreenElement?.getAttribute("aria-label"))).toBe("Player");
  await page.getByRole("button", { name: "Exit full screen" }).click();
  await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBeNull();

  await page.getByRole("button", { name: "Play", exact: true }).click();
  await untilPlaying(page);
  await page.getByRole("button", { name: "Picture in picture" }).click();
  await expect.poll(() => page.evaluate(() => document.pictureInPictureElement?.tagName)).toBe("VIDEO");
  // without video there is no picture-in-picture window
  await audioOnly(page).click();
  await expect.poll(() => page.evaluate(() => document.pictureInPictureElement)).toBeNull();
  await expect(page.getByRole("button", { name: "Picture in picture" })).toHaveCount(0);
});

test("the link to a moment opens the recording at that moment @long", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signIn(page, "patron-gold");
  await openRecording(page, long);
  await untilPlaying(page);
  await page.keyboard.press("k");
  await page.keyboard.press("3");
  await expect.poll(async () => Math.round((await media(page)).time)).toBe(18);
  await page.getByRole("button", { name: "Copy link to this time" }).click();
  await expect(page.getByText("Link to this time copied.")).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/\/video\/[a-z2-7]{26}\?t=18(\.\d+)?$/);
  const other = await context.newPage();
  await other.goto(link);
  await expect.poll(async () => Math.round((await media(other)).time)).toBe(18);
});

test("a time in the description is a link that plays from that moment @long", async ({ page }) => {
  const title = await addSound({ seconds: 50 });
  await signIn(page, "patron-editor");
  await openRecording(page, title);
  await untilPlaying(page);
  await openEditor(page, "Details");
  await page.getByLabel("Description").fill("0:05 Overture\n0:20 Night drive\n19:30 was when the doors opened");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("k");
  await page.getByRole("link", { name: "0:20, play from 20 seconds" }).click();
  await expect(page).toHaveURL(/\?t=20$/);
  await untilAfter(page, 20.5);
  expect((await media(page)).isPaused).toBe(false);
  await page.getByRole("link", { name: "0:05, play from 5 seconds" }).click();
  await expect.poll(async () => (await media(page)).time).toBeLessThan(20);
  await expect(page.getByRole("link", { name: "Back to the archive" }).first()).toBeVisible();
  await expect(page.getByText("19:30 was when the doors opened")).toBeVisible();
});

test("choosing another quality changes the video, and playing goes on", async ({ page }) => {
  await signIn(page, "patron-gold");
  await openRecording(page, "Harbour lights, first set");
  await untilPlaying(page);
  await page.getByRole("button", { name: "Speed and quality" }).click();
  const height = () => page.evaluate(() => document.querySelector("video")?.videoHeight);
  for (const [name, lines] of [
    ["480p", 480],
    ["484p", 484],
  ] as const) {
    // so that it does not end meanwhile
    await page.locator("video").evaluate((video: HTMLVideoElement) => void (video.currentTime = 0));
    await expect.poll(async () => (await media(page)).time).toBeLessThan(5);
    const { time } = await media(page);
    await page.getByRole("radio", { name, exact: true }).check();
    await expect.poll(height).toBe(lines);
    await untilAfter(page, time + 0.3);
    expect((await media(page)).isPaused).toBe(false);
  }
});

test("previous and next go through the list, and Back returns to the list as it was", async ({ page }) => {
  await signIn(page, "patron-gold");
  // two of them are of this year
  await page.goto("/?sort=longest&year=2025");
  await openRecording(page, "Café at midnight");
  const address = page.url();
  await page.getByRole("button", { name: "Previous recording" }).click();
  await expect(page).toHaveTitle("Strings alone · Stagedoor");
  await expect(page.getByRole("button", { name: "Previous recording" })).toBeDisabled();
  await page.getByRole("button", { name: "Next recording" }).click();
  await expect(page).toHaveURL(address);
  await page.getByRole("link", { name: "Back to the archive" }).first().click();
  await expect(page).toHaveURL("/?sort=longest&year=2025");
});

test("on a phone, Back returns to the same place in the list @long", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 400 });
  await signIn(page, "patron-gold");
  // by its place in the list and not by the list's name: that is a year once there are many recordings
  const link = page.locator("li[data-video]").filter({ hasText: "Café at midnight" }).getByRole("link").last();
  // what is far below is not rendered before somebody scrolls there
  await expect(async () => {
    await page.mouse.wheel(0, 500);
    await expect(link).toBeVisible({ timeout: 500 });
  }).toPass();
  await link.evaluate((element) => element.scrollIntoView({ block: "center" }));
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100);
  const { y = 0 } = (await link.boundingBox()) ?? {};
  await link.click();
  await expect(page.getByRole("region", { name: "Player" })).toBeVisible();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.getByRole("link", { name: "Back to the archive" }).first().click();
  await expect(link).toBeInViewport();
  // what can be continued may have come above it
  expect((await link.boundingBox())?.y).toBeCloseTo(y, -1);
});

test("an editor has the same tools on the video page as in the list @long", async ({ page }) => {
  await signIn(page, "patron-editor");
  await openRecording(page, "Rehearsal nobody should see");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("[HIDDEN] Rehearsal nobody should see");
  // other tests need it hidden, so the request is checked but not sent
  let asked: unknown;
  await page.route("**/api/video/v/*/hidden", (route) => {
    asked = route.request().postDataJSON();
    return route.fulfill({ json: { video: {} } });
  });
  await page.getByRole("button", { name: "Unhide" }).click();
  await expect.poll(() => asked).toEqual({ hidden: false });
  const editor = await openEditor(page, "Details");
  await expect(editor.getByRole("textbox", { name: "Title" })).toHaveValue("Rehearsal nobody should see");
});

test.describe(() => {
  test.use({ expectedErrors: /404 \(Not Found\)|Could not load video/ });
  test("a recording that does not exist, or that this person may not see, is not found", async ({ page }) => {
    await signIn(page, "patron-gold");
    await page.goto("/video/aaaaaaaaaaaaaaaaaaaaaaaaaa");
    await expect(page).toHaveURL("/404");
  });
});
