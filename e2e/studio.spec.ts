// The studio: trash, cleanup rule, members, history.
import { type Page } from "@playwright/test";
import { createBrowser } from "#server/testing/browser.ts";
import { openClips } from "#server/testing/clips.ts";
import { openEditor } from "./editor.ts";
import { expect, signIn, test as journey } from "./journey.ts";
import { press } from "./keyboard.ts";
import { makeSound, takeInReady } from "./own-recordings.ts";
import { openOwnServer, type OwnServer } from "./own-server.ts";
import { personLike } from "./people.ts";
import { openInStudio } from "./studio-pages.ts";

const test = journey.extend<{ title: string }, { server: OwnServer }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the wanted fixtures from this pattern
    async ({}, provide) => {
      await using server = await openOwnServer();
      await server.start();
      await takeIn(server, ["Soundcheck", "Last song"]);
      await provide(server);
    },
    { scope: "worker", timeout: 300_000 },
  ],
  baseURL: async ({ server }, provide) => provide(server.url),
  /** Of a recording that no other journey has. */
  title: async ({ server }, provide) => {
    const title = `Encore ${crypto.randomUUID().slice(0, 8)}`;
    await takeIn(server, [title]);
    await provide(title);
  },
});

/** With an archive that no other journey has: there the whole of it is judged. */
const alone = journey.extend<{ own: OwnServer }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads here what is asked for
  own: async ({}, provide) => {
    await using server = await openOwnServer();
    await server.start();
    await provide(server);
  },
  baseURL: async ({ own }, provide) => provide(own.url),
});

async function takeIn(server: OwnServer, titles: readonly string[]): Promise<void> {
  await using clips = await openClips();
  for (const title of titles) await takeInReady(server, await makeSound(clips, title));
}

const entry = (page: Page, title: string) => page.getByRole("article").filter({ hasText: title });
const row = (page: Page, list: string, text: string) =>
  page.getByRole("list", { name: list }).getByRole("listitem").filter({ hasText: text });

test("a deleted recording is in the trash and can be restored, and the history can undo that again", async ({
  page,
  title,
}) => {
  await signIn(page, "patron-editor");
  const encore = entry(page, title);
  await encore.getByRole("button", { name: `More for ${title}` }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(page.getByText(`“${title}” is in the trash.`)).toBeVisible();
  await expect(encore).toHaveCount(0);
  await page.getByRole("link", { name: "Studio" }).click();
  await openInStudio(page, "Trash");
  await expect(page).toHaveTitle("Trash · Studio · Stagedoor");
  await expect(page.getByRole("button", { name: /for good/ })).toHaveCount(0);
  await page.getByRole("button", { name: `Restore ${title}` }).click();
  await expect(row(page, "Recordings in the trash", title)).toHaveCount(0);
  await openInStudio(page, "History");
  await page.getByRole("combobox", { name: "Kind" }).selectOption("Restored");
  await row(page, "History", title).getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Change undone.")).toBeVisible();
  await openInStudio(page, "Trash");
  await expect(row(page, "Recordings in the trash", title)).toBeVisible();
});

test("the editor of a recording has Delete too, and Undo restores the recording @long", async ({ page, title }) => {
  await signIn(page, "patron-editor");
  await entry(page, title).getByRole("link", { name: title }).last().click();
  await (await openEditor(page, "Details")).getByRole("button", { name: "Delete" }).click();
  await expect(page).toHaveURL("/");
  await expect(entry(page, title)).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(entry(page, title)).toBeVisible();
});

alone.describe(() => {
  alone.use({ expectedErrors: /401/ });
  alone(
    "a rule is changed after its preview says how many recordings it deletes; a fresh login returns to it",
    async ({ page, own }) => {
      await takeIn(own, ["Soundcheck", "Last song"]);
      await signIn(page, "patron-owner");
      await page.goto("/studio/cleanup");
      await expect(page.getByText("Recordings are kept forever.").first()).toBeVisible();
      await page.getByRole("textbox", { name: "Days" }).fill("30");
      await page.getByRole("button", { name: "Show what would be deleted" }).click();
      const confirm = page.getByRole("button", { name: "Change the rule: 2 recordings will be deleted" });
      await expect(row(page, "Recordings that would be deleted", "Soundcheck")).toBeVisible();
      // as for somebody who came in yesterday
      await page.route("**/api/retention", (route) => {
        const problem = { type: "about:blank", title: "", status: 401, request_id: "r", code: "sign-in-again" };
        const detail = "Please log in again: this is only done shortly after a login.";
        return route.request().method() === "PUT"
          ? route.fulfill({ status: 401, json: { ...problem, detail } })
          : route.continue();
      });
      await confirm.click();
      await page.getByRole("button", { name: "Log in again" }).click();
      await page.unroute("**/api/retention");
      await page.getByRole("button", { name: /^patron-owner\b/ }).click();
      await expect(page).toHaveURL(/\/studio\/cleanup\?days=30/);
      await confirm.click();
      await expect(
        page.getByText("Recordings are deleted 30 days after they were added to the archive.").first(),
      ).toBeVisible();
      await expect(page.getByRole("alert", { name: "Cleanup is paused" })).toBeVisible();
      await expect(page).toHaveURL("/studio/cleanup");
    },
  );
});

test("a role that the owner gives to a member applies at the member's next click, and can be undone", async ({
  page,
  browser,
  baseURL,
  title,
}) => {
  const context = await browser.newContext({ locale: "en-GB", baseURL: baseURL ?? "" });
  const member = await context.newPage();
  await signIn(member, "patron-gold");
  await expect(member.getByRole("link", { name: "Studio" })).toHaveCount(0);
  await signIn(page, "patron-owner");
  await page.goto("/studio/members");
  await page.getByRole("searchbox", { name: "Search members" }).fill(personLike("patron-gold").split("-").at(-1) ?? "");
  await expect(page.getByText("1 member", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: /^Make editor/ }).click();
  await expect(page.getByText(/can edit now/)).toBeVisible();
  await member.goto("/studio/upload");
  await expect(member.getByRole("list", { name: "Recently finished" })).toContainText(title);
  await expect(member.getByRole("link", { name: "People" })).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("button", { name: /^Make editor/ })).toBeVisible();
  await member.goto("/studio/upload");
  await expect(member).toHaveURL("/404");
  await context.close();
});

test(
  "with the keyboard alone, a recording in the trash is deleted for good after a confirmation",
  { tag: "@long" },
  async ({ page, server, title }) => {
    const editor = createBrowser(server.url);
    await editor.signIn("patron-editor");
    const { body } = await editor.ask<{ videos: { id: string; title: string }[] }>("GET /api/video/list");
    const id = body.videos.find((video) => video.title === title)?.id;
    expect((await editor.ask(`POST /api/video/v/${id}/trash`)).status).toBe(200);
    await signIn(page, "patron-owner");
    await press(page.getByRole("link", { name: "Studio" }));
    await openInStudio(page, "Trash", press);
    await expect(page.getByRole("main")).toBeFocused();
    const deletion = page.getByRole("button", { name: `Delete for good: ${title}` });
    await press(deletion);
    const dialog = page.getByRole("alertdialog", { name: "Delete this recording for good?" });
    await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(deletion).toBeFocused();
    await page.keyboard.press("Enter");
    await press(dialog.getByRole("button", { name: "Delete 1 recording for good" }));
    await expect(page.getByText(`“${title}” was deleted for good.`)).toBeVisible();
    await expect(row(page, "Recordings in the trash", title)).toHaveCount(0);
  },
);
