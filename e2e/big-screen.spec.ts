// Playing on a television. A browser without a window finds none, so a script stands in for the browser's Remote Playback: the page,
// the server and what is played are real. No real television was tried.
import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import { expect, signIn, test } from "./journey.ts";
import { idOf, long, media, openRecording, untilAfter } from "./player.ts";
import { screens } from "./screens.ts";

// an address that does not play, or has ended, is logged
test.use({ expectedErrors: /Failed to load resource|net::ERR/ });

declare global {
  /** What a person and a television do. */
  var television: { isAskedFor: boolean; connect(): void; disconnect(): void; cancel(): void };
}

const addTelevision = () => {
  let answer: PromiseWithResolvers<void> | undefined;
  let asked: EventTarget | undefined;
  const makeRemote = () => {
    const remote = new EventTarget();
    return Object.assign(remote, {
      async watchAvailability(tell: (isAvailable: boolean) => void) {
        setTimeout(() => tell(true), 100);
        return 1;
      },
      prompt() {
        asked = remote;
        television.isAskedFor = true;
        answer = Promise.withResolvers<void>();
        return answer.promise;
      },
    });
  };
  const remotes = new WeakMap<object, EventTarget>();
  Object.defineProperty(HTMLMediaElement.prototype, "remote", {
    get(this: object) {
      if (!remotes.has(this)) remotes.set(this, makeRemote());
      return remotes.get(this);
    },
  });
  globalThis.television = {
    isAskedFor: false,
    connect() {
      television.isAskedFor = false;
      answer?.resolve();
      asked?.dispatchEvent(new Event("connect"));
    },
    disconnect: () => asked?.dispatchEvent(new Event("disconnect")),
    cancel() {
      television.isAskedFor = false;
      answer?.reject(new DOMException("closed", "NotAllowedError"));
    },
  };
};

const sourceOf = (page: Page) =>
  page.evaluate(() => (document.querySelector("video")?.src ?? "").replace(/screen\/[\w-]+/, "screen/…"));
/** The plain file is made of the plain audio, which is prepared later than what is needed to watch. */
const untilWhole = (page: Page) => expect(page.getByRole("button", { name: "Save on this device" })).toBeVisible();
/** The browser's dialog is open. */
const untilAsked = (page: Page) => expect.poll(() => page.evaluate(() => television.isAskedFor)).toBe(true);
const button = (page: Page) => page.getByRole("button", { name: "Play on another screen" });

for (const size of screens("desk")) {
  test(`a recording goes to another screen and comes back at the same position, at ${size.width} @long`, async ({
    page,
  }) => {
    await page.setViewportSize(size);
    await page.addInitScript(addTelevision);
    await signIn(page, "patron-gold");
    await openRecording(page, long);
    await untilWhole(page);
    await untilAfter(page, 1);
    await page.keyboard.press("3");
    await untilAfter(page, 18);
    expect(await sourceOf(page)).toMatch(/^blob:/);

    // the dialog is closed again: nothing has changed
    await button(page).click();
    await untilAsked(page);
    expect(await sourceOf(page)).toMatch(/screen\/…\/recording\.mp4$/);
    await page.evaluate(() => television.cancel());
    await expect.poll(() => sourceOf(page)).toMatch(/^blob:/);
    await untilAfter(page, 18);
    await expect(page.getByText("other screen")).toHaveCount(0);

    await page.keyboard.press("b");
    await untilAsked(page);
    expect(await sourceOf(page)).toMatch(/screen\/…\/recording\.mp4$/);
    await page.evaluate(() => television.connect());
    await expect(page.getByText("Playing on another screen", { exact: true })).toBeVisible();
    await expectAccessible(page, "big-screen");
    const there = (await media(page)).time;
    expect(there).toBeGreaterThan(18);
    expect(there).toBeLessThan(40);
    // the bar is there on another page, and its buttons work
    const bar = page.getByRole("region", { name: "Player" });
    await page.getByRole("navigation", { name: "Places" }).getByRole("link", { name: "Library" }).click();
    await expect(bar.getByRole("link", { name: long })).toBeVisible();
    await untilAfter(page, there + 0.3);
    expect(await sourceOf(page)).toMatch(/screen\/…\/recording\.mp4$/);
    await bar.getByRole("button", { name: "Pause" }).click();
    await expect.poll(async () => (await media(page)).isPaused).toBe(true);
    await bar.getByRole("button", { name: "Play", exact: true }).click();
    await expect.poll(async () => (await media(page)).isPaused).toBe(false);
    if (size.width > 700) {
      await bar.getByRole("button", { name: `Add ${long} to favourites` }).click();
      await expect(bar.getByRole("button", { name: `Remove ${long} from favourites` })).toBeVisible();
    }
    await bar.getByRole("button", { name: "Queue", exact: true }).click();
    await expect(page.getByRole("region", { name: "Queue", exact: true })).toBeVisible();
    await page.keyboard.press("Escape");
    await bar.getByRole("link", { name: long }).click();
    await expect(page.getByText("Playing on another screen", { exact: true })).toBeVisible();
    expect(await sourceOf(page)).toMatch(/screen\/…\/recording\.mp4$/);
    // it is controlled from here, and its position is kept
    await page.keyboard.press("5");
    await untilAfter(page, 30);
    const address = await page.evaluate(() => document.querySelector("video")?.src ?? "");
    const id = idOf(page);
    await page.keyboard.press("k");
    await expect.poll(() => readPosition(page, id)).toBeGreaterThan(29);
    await page.keyboard.press("k");

    await page.getByRole("button", { name: "Play here" }).click();
    await expect.poll(() => sourceOf(page)).toMatch(/^blob:/);
    await untilAfter(page, 30);
    expect((await media(page)).isPaused).toBe(false);
    await expect(page.getByText("Playing on another screen", { exact: true })).toHaveCount(0);
    // the address has ended
    await expect.poll(async () => (await fetch(address)).status).toBe(404);
  });
}

test("a screen that does not take one address is given the other, and without any it plays here again @long", async ({
  page,
}) => {
  await page.addInitScript(addTelevision);
  await signIn(page, "patron-gold");
  await openRecording(page, long);
  await untilWhole(page);
  await untilAfter(page, 1);
  await page.route("**/api/screen/*/recording.mp4", (route) => route.abort());
  await page.keyboard.press("4");
  await untilAfter(page, 24);
  await button(page).click();
  await untilAsked(page);
  expect(await sourceOf(page)).toMatch(/recording\.mp4$/);
  await page.evaluate(() => television.connect());
  await expect(page.getByText("Playing on another screen", { exact: true })).toBeVisible();
  expect(await sourceOf(page)).toMatch(/master\.m3u8$/);
  expect((await media(page)).time).toBeGreaterThan(23);

  await page.evaluate(() => television.disconnect());
  await expect.poll(() => sourceOf(page)).toMatch(/^blob:/);
  await untilAfter(page, 24);
  await page.route("**/api/screen/*/master.m3u8", (route) => route.abort());
  await button(page).click();
  await untilAsked(page);
  expect(await sourceOf(page)).toMatch(/recording\.mp4$/);
  await page.evaluate(() => television.connect());
  await expect(page.getByText("That screen can’t play this recording. It plays here again.")).toBeVisible();
  await expect.poll(() => sourceOf(page)).toMatch(/^blob:/);
  await untilAfter(page, 24);
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await expect(page.getByText("That screen can’t play")).toHaveCount(0);
});

async function readPosition(page: Page, id: string): Promise<number> {
  const answer = await page.request.get("/api/user/positions");
  const { positions } = (await answer.json()) as { positions: { id: string; seconds: number }[] };
  return positions.find((one) => one.id === id)?.seconds ?? 0;
}
