// Song times: an editor pastes a list, places and corrects it on the waveform by keyboard, and saves; members see it.
import type { Browser, Locator, Page } from "@playwright/test";
import { openHand, way } from "#server/testing/fingers.ts";
import { expectAccessible } from "./accessible.ts";
import { expect, signIn, test } from "./journey.ts";
import { addSound, addTones } from "./own-recordings.ts";
import { media, openRecording } from "./player.ts";
import { openEditor, openSongTimes } from "./editor.ts";
import { screens } from "./screens.ts";

const desk = (page: Page) => page.getByRole("region", { name: "Song times" });
const setList = (page: Page) => page.getByRole("region", { name: "Set list" });

async function paste(page: Page, text: string): Promise<void> {
  const dialog = await openEditor(page, "Set list");
  await dialog.getByRole("textbox", { name: "Set list as text" }).fill(text);
  await dialog.getByRole("button", { name: /^Save \d/ }).click();
  await expect(dialog).toHaveCount(0);
}

async function seek(page: Page, seconds: number): Promise<void> {
  await desk(page)
    .getByRole("group", { name: "Waveform with the song times" })
    .evaluate((wave, share) => {
      const { left, width, top, height } = wave.getBoundingClientRect();
      const at = { bubbles: true, pointerId: 1, button: 0, clientX: left + share * width, clientY: top + height / 2 };
      wave.setPointerCapture = () => undefined;
      wave.dispatchEvent(new PointerEvent("pointerdown", at));
      wave.dispatchEvent(new PointerEvent("pointerup", at));
    }, seconds / 60);
  await expect.poll(async () => Math.abs((await media(page)).time - seconds)).toBeLessThan(0.3);
}

/** On a phone: a finger on the handle moves the border and neither scrolls the page nor seeks; beside it, it moves the view. */
async function dragWithFinger(browser: Browser, url: string, { two, three }: { two: string; three: string }) {
  const viewport = { width: 390, height: 844 };
  await using context = await browser.newContext({
    viewport,
    hasTouch: true,
    isMobile: true,
    baseURL: new URL(url).origin,
  });
  const page = await context.newPage();
  await signIn(page, "patron-editor");
  await page.goto(url);
  await openSongTimes(page);
  const [second, third] = [two, three].map((one) => desk(page).getByRole("slider", { name: `Start of ${one}` }));
  if (!second || !third) throw new Error("two sliders");
  await expect(third).toBeVisible();
  if (!(await media(page)).isPaused) await page.keyboard.press("k");
  await second.scrollIntoViewIfNeeded();
  const wave = await boxOf(desk(page).getByRole("group", { name: "Waveform with the song times" }));
  const secondsOf = async (slider: Locator) => Number(await slider.getAttribute("aria-valuenow"));
  const [before, next] = [await secondsOf(second), await secondsOf(third)];
  const [time, scrolled] = [(await media(page)).time, await page.evaluate(() => window.scrollY)];
  const handle = await boxOf(second);
  expect(handle.width).toBeGreaterThanOrEqual(44);
  const from = { x: handle.x + handle.width / 2, y: handle.y + handle.height / 2 };
  const hand = await openHand(page);
  // down, too: a thumb never moves along a ruler
  await hand.drag([way(from, { x: from.x + 50, y: from.y + 40 })]);
  const moved = before + (50 / wave.width) * 60;
  await expect.poll(async () => Math.abs((await secondsOf(second)) - moved)).toBeLessThan(0.6);
  await hand.drag([way({ x: from.x + 50, y: from.y }, { x: 389, y: from.y }, 20)]);
  // no further than to the next song
  await expect.poll(() => secondsOf(second)).toBeGreaterThan(next - 1.2);
  expect(await secondsOf(second)).toBeLessThan(next);
  expect(await secondsOf(third)).toBe(next);
  expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);
  expect(Math.abs((await media(page)).time - time)).toBeLessThan(1);
  await desk(page).getByRole("button", { name: "Save 3 entries" }).click();
  await expect(page.getByText("Set list saved.").last()).toBeVisible();
}

async function boxOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error("it cannot be seen");
  return box;
}

for (const size of screens("desk"))
  test(`an editor places and corrects songs on the waveform, at ${size.width} px`, async ({ page, browser }) => {
    test.slow();
    await page.setViewportSize(size);
    const title = await addSound({ seconds: 60 });
    const [one, two, three] = [`One ${title}`, `Two ${title}`, `Three ${title}`];
    await signIn(page, "patron-editor");
    await openRecording(page, title);
    await expect.poll(async () => (await media(page)).isPaused).toBe(false);
    await page.keyboard.press("k");
    await paste(page, `0:00 ${one}\n${two}\n${three}`);

    await openSongTimes(page);
    await expect(desk(page).getByRole("slider")).toHaveCount(1);
    await seek(page, 20);
    await expect(desk(page).getByRole("button", { name: `“${two}” starts here` })).toBeVisible();
    await page.keyboard.press("m");
    const second = desk(page).getByRole("slider", { name: `Start of ${two}` });
    const at = Number(await second.getAttribute("aria-valuenow"));
    expect(Math.abs(at - 20)).toBeLessThan(0.4);
    await page.keyboard.press(".");
    await page.keyboard.press("-");
    await expect(second).toHaveAttribute("aria-valuenow", String(Math.round((at - 0.9) * 10) / 10));
    expect((await media(page)).isMuted).toBe(false);

    await seek(page, 40);
    await desk(page)
      .getByRole("button", { name: `“${three}” starts here` })
      .click();
    await seek(page, 50);
    await page.keyboard.press("e");
    await expect(desk(page).getByRole("slider", { name: `End of ${three}` })).toBeVisible();
    await page.keyboard.press("h");
    // it plays on to a second after the border, and stops there by itself
    await expect.poll(async () => (await media(page)).time).toBeGreaterThan(50.8);
    await expect.poll(async () => (await media(page)).isPaused).toBe(true);
    expect((await media(page)).time).toBeLessThan(53);
    await desk(page).getByRole("button", { name: "Zoom in" }).click();
    await desk(page).getByRole("button", { name: "Zoom in" }).click();
    await desk(page).scrollIntoViewIfNeeded();
    await expectAccessible(page, "song-borders");
    await desk(page).getByRole("button", { name: "Set missing end times" }).click();
    await desk(page).getByRole("button", { name: "Save 3 entries" }).click();
    await expect(page.getByText("Set list saved.").last()).toBeVisible();
    await expect(setList(page).getByRole("link", { name: two })).toHaveAttribute("href", /[?&]t=1[89]\b/);
    await desk(page).getByRole("button", { name: "Close", exact: true }).click();
    await expect(desk(page)).toHaveCount(0);

    await dragWithFinger(browser, page.url(), { two, three });

    const context = await browser.newContext({ viewport: size, baseURL: new URL(page.url()).origin });
    const member = await context.newPage();
    await signIn(member, "patron-gold");
    await member.goto(page.url());
    await expect(setList(member).getByRole("listitem")).toHaveCount(3);
    await expect(member.getByRole("button", { name: "Edit", exact: true })).toHaveCount(0);
    await context.close();
  });

test(
  "borders found in the audio place a pasted list, and two spellings of a song are merged",
  { tag: "@long" },
  async ({ page }) => {
    test.slow();
    const title = await addTones();
    const [one, two] = [`Tone ${title}`, `Tome ${title}`];
    await signIn(page, "patron-editor");
    await openRecording(page, title);
    await expect.poll(async () => (await media(page)).isPaused).toBe(false);
    await page.keyboard.press("k");
    await paste(page, `${one}\n${two}`);
    await openSongTimes(page);
    await desk(page).getByRole("button", { name: "Find song starts in the audio" }).click();
    await expect(desk(page).getByRole("heading", { name: "2 possible starts found" })).toBeVisible();
    await expectAccessible(page, "borders-found");
    await desk(page).getByRole("button", { name: "Accept all" }).click();
    const second = desk(page).getByRole("slider", { name: `Start of ${two}` });
    expect(Math.abs(Number(await second.getAttribute("aria-valuenow")) - 36)).toBeLessThan(1);
    await desk(page).getByRole("button", { name: "Save 2 entries" }).click();
    await expect(page.getByText("Set list saved.").last()).toBeVisible();

    await setList(page)
      .getByRole("button", { name: `More for ${two}` })
      .click();
    await page.getByRole("menuitem", { name: `All performances of ${two}` }).click();
    await page.getByRole("button", { name: `More for ${two}`, exact: true }).click();
    await page.getByRole("menuitem", { name: "Edit song" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Notes" }).fill("Played in the second half.");
    await expectAccessible(page, "edit-song");
    await dialog.getByRole("button", { name: "Save song" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole("paragraph").filter({ hasText: "Played in the second half." })).toBeVisible();
    await page.getByRole("button", { name: `More for ${two}`, exact: true }).click();
    await page.getByRole("menuitem", { name: "Merge with another song" }).click();
    await dialog.getByRole("searchbox", { name: "Find a song" }).fill(one);
    await dialog.getByRole("button", { name: one }).click();
    await expectAccessible(page, "merge-songs");
    await dialog.getByRole("button", { name: "Merge the songs" }).click();
    await expect(page.getByRole("heading", { level: 1, name: one })).toBeVisible();
    await expect(page.getByText("Played 2 times")).toBeVisible();
    await expect(page.getByText(`Also called ${two}`)).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).last().click();
    await expect(page.getByText("Played once")).toBeVisible();
    await page.goto("/studio/history");
    await expect(page.getByText(`Merged the song “${two}” into “${one}”.`)).toBeVisible();
  },
);
