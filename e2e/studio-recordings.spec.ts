// An editor's hour with the keyboard alone: uploads with set lists, one date for forty recordings, a level for five, two deleted
// and back again, a look at who is in, and another accent colour.
import type { Locator, Page } from "@playwright/test";
import { openDatabase } from "#server/database/open.ts";
import { createBrowser } from "#server/testing/browser.ts";
import { openClips } from "#server/testing/clips.ts";
import { addEditor, addPlayed } from "#server/testing/songs.ts";
import { expectAccessible } from "./accessible.ts";
import { expect, signIn, test as journey } from "./journey.ts";
import { expectReachable, press, reach, typeInto, watchFocus } from "./keyboard.ts";
import { makeSound } from "./own-recordings.ts";
import { openOwnServer, type OwnServer } from "./own-server.ts";
import { screens } from "./screens.ts";
import { openInStudio } from "./studio-pages.ts";
import { row as upload } from "./upload.ts";

const level = { id: "backstage", name: "Backstage", patreonTierIds: [], twitchTier: null };
const nights = Array.from({ length: 38 }, (_, index) => `Harbour ${String(index + 1).padStart(2, "0")}`);
const lamps = ["Harbour lamp one", "Harbour lamp two"];
const sets = ["Set one", "Set two", "Set three"];

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

// what is typed while the last byte of an upload arrives is refused there, and then said of its recording
test.use({ expectedErrors: /409 \(Conflict\)/ });

const row = (page: Page, title: string) => page.getByRole("row", { name: new RegExp(title) });
const box = (page: Page, title: string) => page.getByRole("checkbox", { name: `Choose ${title}` });
const undo = (page: Page) => press(page.getByRole("button", { name: "Undo" }).last());

/** There before: the files of forty would be prepared for longer than the journey takes. */
async function addNights({ environment, dataDir }: OwnServer): Promise<void> {
  const { DATABASE_URL: url } = environment;
  await using db = await openDatabase(url === undefined ? { file: `${dataDir}/stagedoor.db` } : { url });
  const editor = await addEditor(db);
  for (const title of [...nights, ...lamps]) await addPlayed(db, editor, { title, date: "2020-02-02T00:00:00Z" });
}

async function readList(server: OwnServer) {
  const browser = createBrowser(server.url);
  await browser.signIn("patron-editor");
  type List = { videos: { title: string; add_date: string; level?: string }[] };
  const { videos } = (await browser.ask<List>("GET /api/video/list?sort=title")).body;
  const count = (isOne: (video: List["videos"][number]) => boolean) => videos.filter(isOne).length;
  return {
    corrected: count(({ add_date }) => add_date.startsWith("2019-05-05")),
    backstage: count(({ level: needed }) => needed === level.id),
    lamps: count(({ title }) => lamps.includes(title)),
  };
}

async function find(page: Page, words: string): Promise<void> {
  await typeInto(page.getByRole("searchbox", { name: "Find in the table" }), words);
  await expect(page).toHaveURL(new RegExp(`q=${words.replaceAll(" ", "\\+")}`));
}

/** On a phone there are boxes only while one selects. */
async function choose(page: Page, first: Locator, more = 0): Promise<void> {
  const select = page.getByRole("button", { name: "Select", exact: true });
  if (await select.isVisible()) await press(select);
  await press(first, "Space");
  for (let n = 0; n < more; n += 1) await page.keyboard.press("Shift+ArrowDown");
  await expect(page.getByText(`${more + 1} chosen`)).toBeVisible();
}

for (const size of screens("phone"))
  test(`uploads, corrections, a look at who is in and another colour: an editor's hour at ${size.width} px`, async ({
    page,
    alone: server,
  }) => {
    test.slow();
    await page.setViewportSize(size);
    await addNights(server);
    await using clips = await openClips();
    const files = await Promise.all(sets.map((title) => makeSound(clips, title)));
    await watchFocus(page);
    await signIn(page, "patron-owner");

    await page.goto("/studio/upload");
    const choosing = page.waitForEvent("filechooser");
    await press(page.getByRole("button", { name: "Choose files" }));
    await (await choosing).setFiles(files);
    for (const title of sets) {
      const mine = upload(page, `${title}.m4a`);
      await press(mine.getByText("Description and set list"));
      await typeInto(mine.getByLabel("Set list"), `0:00 ${title} opens\n0:01 ${title} ends`);
    }
    for (const title of sets) await expect(upload(page, `${title}.m4a`)).toContainText("Added to the archive");

    await openInStudio(page, "Recordings", press);
    for (const title of sets) await expect(row(page, title)).toBeVisible();
    await expectAccessible(page, "studio-recordings");
    await find(page, "harbour");
    await expect(row(page, "Set one")).toHaveCount(0);
    await choose(page, box(page, lamps[1] ?? ""));
    await press(page.getByRole("button", { name: "Choose all 40" }));
    await expect(page.getByText("40 chosen")).toBeVisible();
    await press(page.getByRole("button", { name: "Edit fields…" }));
    const dialog = page.getByRole("dialog", { name: "Edit 40 recordings" });
    await reach(dialog.getByLabel("Date"));
    await page.keyboard.type("05052019");
    await press(dialog.getByRole("button", { name: "Show what changes" }));
    await expect(dialog.getByText("Date becomes 5 May 2019: 40 recordings.")).toBeVisible();
    await expectAccessible(page, "studio-recordings-preview");
    await press(dialog.getByRole("button", { name: "Change 40 recordings" }));
    await expect(page.getByText("40 recordings changed.")).toBeVisible();
    expect(await readList(server)).toMatchObject({ corrected: 40, backstage: 0 });

    await press(page.getByRole("button", { name: "Filter" }));
    await reach(page.getByRole("combobox", { name: "Sort by" }));
    await page.getByRole("combobox", { name: "Sort by" }).selectOption("Title, rising");
    await expect(page).toHaveURL(/sort=title&order=asc/);
    await choose(page, box(page, nights[0] ?? ""), 4);
    await press(page.getByRole("button", { name: "Edit fields…" }));
    const five = page.getByRole("dialog", { name: "Edit 5 recordings" });
    await reach(five.getByRole("combobox", { name: "Level" }));
    await page.keyboard.type("Backstage");
    await press(five.getByRole("button", { name: "Show what changes" }));
    await expect(five.getByText("Level becomes Backstage: 5 recordings.")).toBeVisible();
    await press(five.getByRole("button", { name: "Change 5 recordings" }));
    await expect(page.getByText("5 recordings changed.")).toBeVisible();
    expect(await readList(server)).toMatchObject({ corrected: 40, backstage: 5 });

    await find(page, "harbour lamp");
    await expect(row(page, "Harbour 01")).toHaveCount(0);
    await choose(page, box(page, lamps[0] ?? ""), 1);
    await expectReachable(page, "the table of recordings");
    await press(page.getByRole("button", { name: "Delete", exact: true }));
    await expect(page.getByText(/^2 recordings moved to the trash/)).toBeVisible();
    await expect(row(page, "Harbour lamp")).toHaveCount(0);
    expect(await readList(server)).toMatchObject({ lamps: 0 });
    await undo(page);
    await expect(row(page, "Harbour lamp one")).toBeVisible();
    expect(await readList(server)).toEqual({ corrected: 40, backstage: 5, lamps: 2 });

    await openInStudio(page, "Members", press);
    await expect(page.getByRole("list", { name: "Members" }).getByRole("listitem").first()).toBeVisible();
    await openInStudio(page, "Looks", press);
    await typeInto(page.getByRole("textbox", { name: "Colour code" }), "#2b6cb0");
    await press(page.getByRole("button", { name: "Save", exact: true }));
    await expect(page.getByText("Saved. Everybody sees it from now on.")).toBeVisible();
    await expectAccessible(page, "studio-other-accent");
  });
