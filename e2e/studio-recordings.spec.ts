// Studio > Recordings with the keyboard alone: an editor finds recordings, corrects the date of three, gives them a level, takes it
// back, deletes two, takes that back, and edits one.
import type { Page } from "@playwright/test";
import { createBrowser } from "#server/testing/browser.ts";
import { openClips } from "#server/testing/clips.ts";
import { expectAccessible } from "./accessible.ts";
import { expect, signIn, test as journey } from "./journey.ts";
import { expectReachable, press, reach, typeInto } from "./keyboard.ts";
import { makeSound, takeInReady } from "./own-recordings.ts";
import { openOwnServer, type OwnServer } from "./own-server.ts";
import { screens } from "./screens.ts";

const level = { id: "backstage", name: "Backstage", patreonTierIds: [], twitchTier: null };

/** Its table has nothing of other journeys. */
const test = journey.extend<{ alone: OwnServer }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the wanted fixtures from this pattern
  alone: async ({}, provide) => {
    await using server = await openOwnServer({ LEVELS: JSON.stringify([level]) });
    await server.start();
    await provide(server);
  },
  baseURL: async ({ alone }, provide) => provide(alone.url),
});

const titles = ["Harbour one", "Harbour two", "Harbour three", "Lamp room"];
const row = (page: Page, title: string) => page.getByRole("row", { name: new RegExp(title) });
const box = (page: Page, title: string) => page.getByRole("checkbox", { name: `Choose ${title}` });
const undo = (page: Page) => press(page.getByRole("button", { name: "Undo" }).last());

async function listTitles(server: OwnServer): Promise<string[]> {
  const browser = createBrowser(server.url);
  await browser.signIn("patron-owner");
  type List = { videos: { title: string; add_date: string; level?: string }[] };
  const { body } = await browser.ask<List>("GET /api/video/list?sort=title");
  return body.videos.map(({ title, add_date, level: needed }) =>
    [add_date.slice(0, 10), title, needed ?? ""].join(" ").trim(),
  );
}

for (const size of screens("desk"))
  test(`the date and the level of three are corrected, and two deleted, with undo, at ${size.width} px`, async ({
    page,
    alone: server,
  }) => {
    test.slow();
    await page.setViewportSize(size);
    await using clips = await openClips();
    for (const title of titles) await takeInReady(server, await makeSound(clips, title));
    const before = await listTitles(server);
    await signIn(page, "patron-editor");
    await page.goto("/studio/recordings");
    await expect(row(page, "Lamp room")).toBeVisible();
    await expectAccessible(page, "studio-recordings");
    await expectReachable(page, "the table of recordings");

    await typeInto(page.getByRole("searchbox", { name: "Find in the table" }), "harbour");
    await expect(row(page, "Lamp room")).toHaveCount(0);
    await expect(page).toHaveURL(/q=harbour/);
    await press(page.getByRole("button", { name: "Filter" }));
    await reach(page.getByRole("combobox", { name: "Sort by" }));
    await page.getByRole("combobox", { name: "Sort by" }).selectOption("Title, rising");
    await expect(page).toHaveURL(/sort=title&order=asc/);
    if (size.width < 700) await press(page.getByRole("button", { name: "Select" }));
    await press(box(page, "Harbour one"), "Space");
    await page.keyboard.press("Shift+ArrowDown");
    await page.keyboard.press("Shift+ArrowDown");
    await expect(page.getByText("3 chosen")).toBeVisible();
    await expectAccessible(page, "studio-recordings-chosen");

    await press(page.getByRole("button", { name: "Edit fields…" }));
    const dialog = page.getByRole("dialog", { name: "Edit 3 recordings" });
    await dialog.getByLabel("Date").fill("2019-05-12");
    await reach(dialog.getByRole("combobox", { name: "Level" }));
    await dialog.getByRole("combobox", { name: "Level" }).selectOption("Backstage");
    await press(dialog.getByRole("button", { name: "Show what changes" }));
    await expect(dialog.getByText("Date becomes 12 May 2019: 3 recordings.")).toBeVisible();
    await expect(dialog.getByText("Level becomes Backstage: 3 recordings.")).toBeVisible();
    await expectAccessible(page, "studio-recordings-preview");
    await press(dialog.getByRole("button", { name: "Change 3 recordings" }));
    await expect(page.getByText("3 recordings changed.")).toBeVisible();
    const corrected = titles.slice(0, 3).map((title) => `2019-05-12 ${title} backstage`);
    expect(await listTitles(server)).toEqual(expect.arrayContaining(corrected));
    await undo(page);
    await expect(page.getByText("3 changes undone.")).toBeVisible();
    expect(await listTitles(server)).toEqual(before);

    if (size.width < 700) await press(page.getByRole("button", { name: "Select" }));
    await press(box(page, "Harbour one"), "Space");
    await page.keyboard.press("Shift+ArrowDown");
    await press(page.getByRole("button", { name: "Delete", exact: true }));
    await expect(page.getByText(/^2 recordings moved to the trash/)).toBeVisible();
    await expect(row(page, "Harbour one")).toHaveCount(0);
    await undo(page);
    await expect(row(page, "Harbour one")).toBeVisible();
    expect(await listTitles(server)).toEqual(before);

    await press(page.getByRole("button", { name: "Edit Harbour two" }));
    const editor = page.getByRole("dialog", { name: "Edit Harbour two" });
    await typeInto(editor.getByRole("textbox", { name: "Title" }), "Harbour at night");
    await expectAccessible(page, "studio-recordings-editor");
    await press(editor.getByRole("button", { name: "Save" }));
    await expect(editor).toHaveCount(0);
    await expect(row(page, "Harbour at night")).toBeVisible();
  });
