import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import { expect, signIn, test } from "./journey.ts";
import { audioOnly, long, media, openRecording, untilPlaying } from "./player.ts";
import { screens } from "./screens.ts";

test("the keys do what the list of keys says, and nothing while typing", async ({ page }) => {
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
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(sheet).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  await page.keyboard.press("/");
  await page.keyboard.type("k 5?");
  await expect.poll(async () => Math.round((await media(page)).time)).toBe(29);
  expect((await media(page)).isPaused).toBe(true);
});

for (const mode of ["video", "audio"] as const) {
  test(`the whole ${mode} page works with the keyboard alone${mode === "video" ? "" : " @long"}`, async ({ page }) => {
    await signIn(page, mode === "video" ? "patron-gold" : "patron-annual");
    if (mode === "audio") {
      await tabTo(page, "Audio Only");
      await page.keyboard.press("Space");
      await expect(audioOnly(page)).toBeChecked();
    }
    await tabTo(page, long);
    await page.keyboard.press("Enter");
    await untilPlaying(page);

    await tabTo(page, "Pause");
    await page.keyboard.press("Space");
    await expect.poll(async () => (await media(page)).isPaused).toBe(true);
    await tabTo(page, "Position");
    await page.keyboard.press("Home");
    await page.keyboard.press("PageUp");
    await expect.poll(async () => (await media(page)).time).toBeGreaterThan(2);
    await tabTo(page, "Volume");
    await page.keyboard.press("End");
    await expect.poll(async () => (await media(page)).volume).toBe(1);
    await tabTo(page, "Speed and quality");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("group", { name: "Speed and quality" })).toBeVisible();
    await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowRight");
    await expect.poll(async () => (await media(page)).rate).toBe(1.25);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("group", { name: "Speed and quality" })).toBeHidden();
    await tabTo(page, "Full screen");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
    await page.keyboard.press("f");
    await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(false);

    // every control can be reached and shows its focus
    const { reached, invisible } = await tabThrough(page);
    const missed = (await listControls(page)).filter((name) => !reached.has(name));
    expect(missed).toEqual([]);
    expect(invisible).toEqual([]);

    await tabTo(page, "Back to the archive");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/");
  });
}

const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    const labels = element instanceof HTMLInputElement ? element.labels : null;
    const name = element?.getAttribute("aria-label") ?? labels?.[0]?.textContent ?? element?.textContent ?? "";
    const shown = element ? [element, ...element.querySelectorAll("*"), element.parentElement ?? element] : [];
    const isSeen = shown.some((one) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
      return (outlineStyle !== "none" && outlineWidth !== "0px") || boxShadow !== "none";
    });
    return { name: name.trim(), isSeen, isInMain: element?.closest("main") != null };
  });

async function tabTo(page: Page, name: string): Promise<void> {
  for (let step = 0; step < 80; step += 1) {
    await page.keyboard.press("Tab");
    if ((await focused(page)).name === name) return;
  }
  throw new Error(`Tab never reached ${name}: ${[...(await tabThrough(page)).reached].join(" | ")}`);
}

/** Goes once around the page: the names of all elements that had the focus, and of those that did not show it. */
async function tabThrough(page: Page): Promise<{ reached: Set<string>; invisible: string[] }> {
  const reached = new Set<string>();
  const invisible: string[] = [];
  for (let step = 0; step < 60; step += 1) {
    await page.keyboard.press("Tab");
    const { name, isSeen, isInMain } = await focused(page);
    if (isInMain && !isSeen) invisible.push(name);
    if (isInMain) reached.add(name);
  }
  return { reached, invisible };
}

const listControls = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("main :is(button, a[href], input, [role=slider])")]
      .filter((element) => element.tabIndex >= 0 && !element.matches(":disabled") && element.checkVisibility())
      .map((element) => (element.getAttribute("aria-label") ?? element.textContent).trim()),
  );

for (const mode of ["video", "audio"] as const) {
  for (const { width } of screens("phone")) {
    test(`the page is accessible: ${mode} at ${width}, in light and dark${mode === "video" ? "" : " @long"}`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ reducedMotion: "reduce" });
      await signIn(page, "patron-gold");
      if (mode === "audio") await audioOnly(page).click();
      await openRecording(page, "Harbour lights, first set");
      await untilPlaying(page);
      await page.keyboard.press("k");
      await expectAccessible(page, mode);
    });
  }
}
