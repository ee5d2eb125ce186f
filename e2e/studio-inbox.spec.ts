// Studio > Inbox with the keyboard alone: a column of titles is pasted, dates are filled by a pattern, undone, saved, published.
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "@playwright/test";
import { createBrowser } from "#server/testing/browser.ts";
import { makeWave } from "#server/testing/clips.ts";
import { expectAccessible } from "./accessible.ts";
import { buttonOf, expect } from "./journey.ts";
import { expectReachable, press, reach, typeInto, watchFocus } from "./keyboard.ts";
import { takeIn, test as journey } from "./own-recordings.ts";
import { openOwnServer, type OwnServer } from "./own-server.ts";
import { screens } from "./screens.ts";
import { openInStudio } from "./studio-pages.ts";

/** Its inbox and its list have nothing of other journeys. */
const test = journey.extend<{ alone: OwnServer }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the wanted fixtures from this pattern
  alone: async ({}, provide) => {
    await using server = await openOwnServer();
    await server.start();
    await provide(server);
  },
  baseURL: async ({ alone }, provide) => provide(alone.url),
});
test.use({ permissions: ["clipboard-read", "clipboard-write"] });

async function enter(page: Page): Promise<void> {
  await watchFocus(page);
  await page.goto("/");
  await press(page.getByRole("button", { name: "Login with Patreon" }));
  await press(await buttonOf(page, "patron-editor"));
  await press(page.getByRole("link", { name: "Studio" }));
  await expect(page.getByRole("main")).toBeFocused();
  await openInStudio(page, "Inbox", press);
  await expect(page).toHaveTitle("Inbox · Studio · Stagedoor");
}

/** What an owner's old disk has: device names without dates. */
async function addThree(server: OwnServer, folder: string): Promise<void> {
  for (const n of [1, 2, 3]) {
    const file = path.join(folder, `VID_000${n}.wav`);
    await writeFile(file, makeWave(Buffer.from(`${folder} ${n}`)));
    await takeIn({ ...server, environment: { ...server.environment, NEW_RECORDINGS: "hidden" } }, file);
  }
}

async function listTitles(server: OwnServer, persona: string): Promise<string[]> {
  const browser = createBrowser(server.url);
  await browser.signIn(persona);
  type List = { videos: { title: string; add_date: string }[] };
  const { body } = await browser.ask<List>("GET /api/video/list");
  return body.videos.map(({ title, add_date }) => `${add_date.slice(0, 10)} ${title}`);
}

for (const size of screens("desk"))
  test(`what came in is named, dated and published with the keyboard, at ${size.width} px`, async ({
    page,
    alone: server,
    clips,
    name,
  }) => {
    test.slow();
    const folder = path.join(clips.folder, name);
    await mkdir(folder, { recursive: true });
    await addThree(server, folder);
    await page.setViewportSize(size);
    await enter(page);
    const titles = page.getByRole("textbox", { name: /^Title of VID_000/ });
    const dates = page.getByRole("textbox", { name: /^Date of VID_000/ });
    const told = (text: string | RegExp) => page.getByRole("status").filter({ hasText: text });
    const undo = (text: string | RegExp) => press(told(text).getByRole("button", { name: "Undo" }));
    const all = async (cells: typeof titles) =>
      cells.evaluateAll((list) => list.map((cell) => (cell as HTMLInputElement).value));
    await expect(titles).toHaveCount(3);
    await expect(page.getByText("Guessed", { exact: true })).toHaveCount(3);
    await expectAccessible(page, "inbox");
    await expectReachable(page, "the inbox");

    // a column from a spreadsheet
    const before = await all(titles);
    const nights = [1, 2, 3].map((n) => `${name}, night ${n}`);
    await page.evaluate((text) => navigator.clipboard.writeText(text), nights.join("\n"));
    await reach(titles.first());
    await page.keyboard.press("ControlOrMeta+v");
    expect(await all(titles)).toEqual(nights);
    await undo("3 fields were filled in");
    expect(await all(titles)).toEqual(before);
    await reach(titles.first());
    await page.keyboard.press("ControlOrMeta+v");
    await page.keyboard.press("Enter");
    await expect(titles.nth(1)).toBeFocused();
    await page.keyboard.press("ArrowUp");
    await expect(titles.first()).toBeFocused();

    // dates by a pattern
    await press(page.getByText("Change many at once"));
    await reach(page.getByLabel("Column"));
    await page.keyboard.press("ArrowDown");
    await typeInto(page.getByLabel("Pattern"), "2023-06-{nn}");
    await page.keyboard.press("Enter");
    expect(await all(dates)).toEqual(["2023-06-01", "2023-06-02", "2023-06-03"]);
    await expectAccessible(page, "inbox-changed");
    await press(page.getByRole("button", { name: "Save 3 changed recordings" }));
    await expect(told("3 recordings were changed.")).toBeVisible();
    await expect(page.getByRole("button", { name: /^Save/ })).toHaveCount(0);

    // one undo for all of it
    await undo("3 recordings were changed.");
    await expect.poll(() => all(titles)).toEqual(before);
    await reach(titles.first());
    await page.keyboard.press("ControlOrMeta+v");
    await typeInto(dates.first(), "2023-06-31");
    await page.keyboard.press("ControlOrMeta+s");
    await expect(page.getByRole("alert").filter({ hasText: "Nothing was saved. VID_0001.wav" })).toBeVisible();
    await typeInto(page.getByLabel("Pattern"), "2023-07-{nn}");
    await page.keyboard.press("Enter");

    expect(await listTitles(server, "patron-gold")).toEqual([]);
    await press(page.getByRole("button", { name: "Publish all 3 recordings" }));
    // a message with the focus stays
    await reach(told("3 recordings are published.").getByRole("button", { name: "Undo" }));
    await expect(page.getByText("The inbox is empty")).toBeVisible();
    await expect
      .poll(() => listTitles(server, "patron-gold"))
      .toEqual(nights.map((night, n) => `2023-07-0${n + 1} ${night}`).toReversed());
    await page.keyboard.press("Enter");
    await expect(titles).toHaveCount(3);
    expect(await listTitles(server, "patron-gold")).toEqual([]);
    await press(page.getByRole("button", { name: "Remove from the inbox, keep hidden" }));
    await expect(page.getByText("The inbox is empty")).toBeVisible();
  });
