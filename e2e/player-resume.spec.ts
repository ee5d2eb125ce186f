import type { Page } from "@playwright/test";
import { expect, signIn, test } from "./journey.ts";
import { idOf, long, media, openRecording, position, stored, untilAfter, untilPlaying } from "./player.ts";

test("playing resumes where it stopped, after a reload and in another browser, but not after the end", async ({
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
  await expect(page.getByText(/^Continues at 0:[345]\d$/)).toBeVisible();
  await expect.poll(async () => (await media(page)).time).toBeGreaterThan(30);
  expect((await media(page)).isPaused).toBe(true);

  const elsewhere = await (await browser.newContext()).newPage();
  await signIn(elsewhere, "twitch-tier1");
  // "Start over" is pressed before anything is there to seek in
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await elsewhere.route("**/*.mp4*", async (route) => {
    await held;
    await route.continue();
  });
  await elsewhere.goto(page.url());
  await expect(elsewhere.getByText(/^Continues at 0:[345]\d$/)).toBeVisible();
  await elsewhere.getByRole("button", { name: "Start over" }).click();
  release();
  await expect.poll(async () => (await media(elsewhere)).time).toBeLessThan(10);
  await elsewhere.context().close();

  await page.keyboard.press("k");
  await position(page).press("End");
  await expect(page.getByRole("button", { name: "Play again" })).toBeVisible();
  const id = page.url().split("/").at(-1) ?? "";
  expect((await stored(page))?.positions[id]).toBeUndefined();
});

test("volume, mute and speed are remembered, also 0 and 100 %, and invalid data in the storage is ignored @long", async ({
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
  // media elements report a change a moment later, and only reported values are remembered
  await expect.poll(() => page.evaluate(() => localStorage.getItem("stagedoor-player"))).toContain('"isMuted":true');
  await page.reload();
  await expect.poll(async () => (await media(page)).isMuted).toBe(true);
  expect((await media(page)).rate).toBe(1.25);
  await page.evaluate(() => {
    for (const key of ["stagedoor", "stagedoor-player", "stagedoor-positions", "stagedoor-untold"])
      localStorage.setItem(key, "{[nonsense");
  });
  await page.reload();
  await expect.poll(async () => (await media(page)).volume).toBe(0.5);
});

test("a page that is hidden saves its position at the server at once, and keeps playing", async ({ page }) => {
  await signIn(page, "patron-gold");
  await openRecording(page, long);
  await untilAfter(page, 3);
  const told: number[] = [];
  page.on("request", (request) => {
    if (request.method() === "PUT" && request.url().includes("/position"))
      told.push((request.postDataJSON() as { seconds: number }).seconds);
  });
  await hide(page);
  const { time } = await media(page);
  await expect.poll(() => told.map((seconds) => Math.abs(seconds - time) < 0.5)).toContain(true);
  await untilAfter(page, time + 1);
});

test("what plays on one device is offered on another, and continues there", async ({ page, browser }) => {
  await signIn(page, "patron-gold");
  await openRecording(page, long);
  await untilPlaying(page);
  await page.keyboard.press("2");
  await untilAfter(page, 13);
  const elsewhere = await (await browser.newContext()).newPage();
  await signIn(elsewhere, "patron-gold");
  // it is told every 15 seconds while it plays, and at once when another tab comes to the front
  const told = page.waitForResponse((answer) => answer.request().postData()?.includes('"playing":true') ?? false);
  await hide(page);
  await told;
  await elsewhere.reload();
  await elsewhere.getByRole("link", { name: /^Continue on this device at [\d:]+$/ }).click();
  await untilAfter(elsewhere, 12);
  await elsewhere.context().close();
});

test("a tab that crashes loses at most a few seconds", { tag: "@long" }, async ({ page, context }) => {
  await signIn(page, "patron-trial");
  await openRecording(page, long);
  await untilPlaying(page);
  await page.keyboard.press("4");
  const [id, address] = [idOf(page), page.url()];
  await expect.poll(async () => (await stored(page))?.positions[id] ?? 0).toBeGreaterThan(24);
  // the browser takes a moment to hear from its tab what it stored; then another one sees it
  const peek = await context.newPage();
  await peek.goto("/404");
  await expect.poll(async () => (await stored(peek))?.positions[id] ?? 0).toBeGreaterThan(24);
  await peek.close();
  const crashed = page.waitForEvent("crash");
  const session = await context.newCDPSession(page);
  // the answer never comes, because the tab has crashed
  void session.send("Page.crash").catch(() => undefined);
  await crashed;
  const next = await context.newPage();
  await next.goto(address);
  await expect(next.getByText(/^Continues at 0:(2[4-9]|[345]\d)$/)).toBeVisible();
  await untilAfter(next, 23.9);
});

test(
  "two tabs remember their positions without overwriting each other's",
  { tag: "@long" },
  async ({ page, context }) => {
    await signIn(page, "patron-cancelled-paid");
    const other = await context.newPage();
    await other.goto("/");
    await openRecording(page, long);
    await untilPlaying(page);
    await page.keyboard.press("k");
    await openRecording(other, "Harbour lights, first set");
    await untilPlaying(other);
    await other.keyboard.press("k");
    const ids = [idOf(page), idOf(other)];
    for (const tab of [page, other, page, other]) {
      await tab.bringToFront();
      await expect.poll(async () => (await media(tab)).isPaused).toBe(true);
      const { time } = await media(tab);
      await tab.keyboard.press("k");
      await untilAfter(tab, time + 2);
      await tab.keyboard.press("k");
    }
    await expect
      .poll(async () => Object.keys((await stored(page))?.positions ?? {}).toSorted())
      .toEqual(ids.toSorted());
    const savedAt = await page.evaluate(() => localStorage.getItem("stagedoor-positions") ?? "");
    for (const id of ids) expect(savedAt).toContain(id);
  },
);

for (const [name, spoil] of [
  ["forbidden", forbidStorage],
  ["full", fillStorage],
] as const) {
  test.describe(() => {
    // refused on purpose, so that the position cannot come from the server
    test.use({ expectedErrors: /ERR_FAILED/ });
    test(`with a ${name} storage it plays, and remembers until the page is closed${name === "forbidden" ? "" : " @long"}`, async ({
      page,
    }) => {
      await page.addInitScript(spoil);
      await page.route("**/api/user/positions/*", (route) => route.abort());
      await signIn(page, "patron-declined-retrying");
      await openRecording(page, long);
      await untilPlaying(page);
      await page.keyboard.press("5");
      await untilAfter(page, 30.5);
      await page.keyboard.press("m");
      await expect.poll(async () => (await media(page)).isMuted).toBe(true);
      await page.getByRole("link", { name: "Back to the archive" }).first().click();
      await page.getByRole("button", { name: "Stop, and close the player" }).click();
      await openRecording(page, long);
      await expect(page.getByText(/^Continues at 0:[345]\d$/)).toBeVisible();
      await untilAfter(page, 30);
      expect((await media(page)).isMuted).toBe(true);
    });
  });
}

/** As a browser says it when another tab comes to the front. */
async function hide(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  });
}

/** Like a browser that is set to store nothing. */
function forbidStorage(): void {
  Object.defineProperty(window, "localStorage", {
    get() {
      throw new DOMException("The operation is insecure.", "SecurityError");
    },
  });
}
/** Really fills the storage, until not one more character fits. */
function fillStorage(): void {
  let size = 2 ** 22;
  for (let n = 0; size >= 1; n += 1) {
    try {
      localStorage.setItem(`filling-${n}`, "x".repeat(size));
    } catch {
      size = Math.floor(size / 2);
    }
  }
}
