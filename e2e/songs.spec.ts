// Set lists and songs: an editor pastes a list, a member finds a song and starts it at its moment; a hidden one is gone.
import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import { expect, signIn, test } from "./journey.ts";
import { addSound } from "./own-recordings.ts";
import { control } from "./people.ts";
import { media, openRecording, position } from "./player.ts";
import { editor as dialog, openEditor } from "./editor.ts";
import { screens } from "./screens.ts";
import { standIns } from "./stage.ts";

const setList = (page: Page) => page.getByRole("region", { name: "Set list" });

async function pasteList(page: Page, text: string): Promise<void> {
  await openEditor(page, "Set list");
  await dialog(page).getByRole("textbox", { name: "Set list as text" }).fill(text);
}

/** Shows the markers of the stream, and saves nothing. */
async function readMarkers(page: Page): Promise<void> {
  const stream = { id: "70000001", title: "New year", created_at: "2019-03-01T20:00:05Z", duration_seconds: 58 };
  const markers = [{ position_seconds: 20, description: "River" }, { position_seconds: 40 }];
  await control(standIns, "POST videos", { ...stream, markers });
  await openEditor(page, "Set list");
  await dialog(page).getByRole("button", { name: "Read markers from Twitch" }).click();
  await expect(dialog(page).getByText("2 markers of the Twitch video “New year”, 1 March 2019, 0:58.")).toBeVisible();
  await expect(dialog(page).getByText("2 entries understood.")).toBeVisible();
  await dialog(page).getByRole("button", { name: "Choose another Twitch video" }).click();
  await expectAccessible(page, "set-list-twitch");
  await dialog(page)
    .getByRole("textbox", { name: "Address or number of the video" })
    .fill("twitch.tv/videos/335921245");
  await dialog(page).getByRole("button", { name: "Read its markers" }).click();
  await expect(dialog(page).getByText("3 markers of the Twitch video “An evening at the lamp room”")).toBeVisible();
  await expect(dialog(page).getByText("are not equally long: please check the times")).toBeVisible();
  await dialog(page).getByRole("textbox", { name: "Set list as text" }).fill("");
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await expect(dialog(page)).toHaveCount(0);
}

for (const size of screens("desk"))
  test(`an editor pastes a set list, a member finds the song and plays it at its moment, at ${size.width} px`, async ({
    page,
    browser,
  }) => {
    test.slow();
    await page.setViewportSize(size);
    const title = await addSound({ seconds: 60 });
    const song = `River ${title}`;
    await signIn(page, "patron-editor");
    await openRecording(page, title);
    await readMarkers(page);
    await pasteList(
      page,
      `Set 1:\n0:00 Opening ${title}\n0:20 ${song} (The Sailors cover) >\nEncore:\n0:40 Banter\n9:00 Late ${title}`,
    );
    await expect(dialog(page).getByText("4 entries understood, 1 without a time.")).toBeVisible();
    await expect(dialog(page).getByText("This time is after the end of the recording.")).toBeVisible();
    await expectAccessible(page, "set-list-dialog");
    await dialog(page).getByRole("button", { name: "Save 4 entries" }).click();
    await expect(dialog(page)).toHaveCount(0);
    await expect(setList(page).getByRole("listitem")).toHaveCount(4);
    await expect(page.getByText("Set list saved.")).toBeVisible();

    const context = await browser.newContext({ viewport: size, baseURL: new URL(page.url()).origin });
    const member = await context.newPage();
    await signIn(member, "patron-gold");
    await member.goto(`/search?q=${encodeURIComponent(song)}`);
    const found = member.getByRole("region", { name: "Recordings" });
    await expect(member.getByRole("region", { name: "Best match" }).getByRole("link", { name: song })).toHaveCount(1);
    await expectAccessible(member, "found-songs");
    await found.getByRole("link", { name: `${song} at 0:20` }).click();
    await expect.poll(async () => (await media(member)).time).toBeGreaterThan(19.9);
    const current = setList(member).locator("[aria-current=true]");
    await expect(current).toContainText(song);
    await member.keyboard.press("p");
    await expect.poll(async () => (await media(member)).time).toBeLessThan(19);
    await expect(current).toContainText(`Opening ${title}`);
    await member.keyboard.press("n");
    await expect(current).toContainText(song);
    await member.getByRole("button", { name: "Previous song" }).click();
    await expect(current).toContainText(`Opening ${title}`);
    await member.getByRole("button", { name: "Next song" }).click();
    await expect(current).toContainText(song);
    expect(await member.evaluate(() => navigator.mediaSession.metadata?.title)).toBe(song);
    await member.keyboard.press("r");
    await expect(member).toHaveURL(/[?&]a=20&b=40/);
    await expect(position(member)).toBeVisible();
    await expectAccessible(member, "set-list");

    await setList(member)
      .getByRole("button", { name: `More for ${song}` })
      .click();
    await member.getByRole("menuitem", { name: `All performances of ${song}` }).click();
    await expect(member.getByRole("heading", { level: 1, name: song })).toBeVisible();
    await expect(member.getByText("Played once")).toBeVisible();
    await expect(member.getByText("The Sailors cover")).toBeVisible();
    await expectAccessible(member, "song");
    await member
      .getByRole("listitem")
      .getByRole("button", { name: /^More for / })
      .click();
    await member.getByRole("menuitem", { name: "Go to recording" }).click();
    await expect(member).toHaveURL(/\/video\//);
    await member.getByRole("link", { name: "Back to the archive" }).click();
    await expect(member.getByRole("heading", { level: 1, name: song })).toBeVisible();
    await member.getByRole("link", { name: "Songs", exact: true }).click();
    await member.getByRole("searchbox", { name: "Find a song" }).fill(title);
    await expect(member.getByRole("listitem").filter({ hasText: title })).toHaveCount(3);
    await expectAccessible(member, "songs");

    await page.getByRole("button", { name: "Hide", exact: true }).click();
    await expect(page.getByRole("button", { name: "Unhide" })).toBeVisible();
    await member.reload();
    await expect(member.getByText(`No song matches “${title}”`)).toBeVisible();
    await context.close();
  });

test.describe("two editors", () => {
  // the refused save
  test.use({ expectedErrors: /409 \(Conflict\)/ });

  test(
    "save the same set list: the later one sees both and loses nothing",
    { tag: "@long" },
    async ({ page, browser }) => {
      test.slow();
      const title = await addSound({ seconds: 30 });
      await signIn(page, "patron-editor");
      await openRecording(page, title);
      const context = await browser.newContext({ baseURL: new URL(page.url()).origin });
      const other = await context.newPage();
      await signIn(other, "twitch-editor");
      await other.goto(page.url());
      await pasteList(page, `0:00 Mine ${title}`);
      await pasteList(other, `0:00 Theirs ${title}`);
      await dialog(other).getByRole("button", { name: "Save 1 entry" }).click();
      await expect(dialog(other)).toHaveCount(0);
      await dialog(page).getByRole("button", { name: "Save 1 entry" }).click();
      const conflict = dialog(page).getByRole("alert");
      await expect(conflict).toContainText(`Theirs ${title}`);
      await expect(conflict).toContainText(`Mine ${title}`);
      await conflict.getByRole("button", { name: "Save mine, replace theirs" }).click();
      await expect(setList(page)).toContainText(`Mine ${title}`);
      await page.getByRole("button", { name: "Undo" }).click();
      await expect(setList(page)).toContainText(`Theirs ${title}`);
      await context.close();
    },
  );
});
