import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import { expect, signIn, test } from "./journey.ts";
import { addSound } from "./own-recordings.ts";
import { position } from "./player.ts";
import { recordings } from "./recordings.ts";

const entry = (page: Page, title: string) => page.getByRole("article").filter({ hasText: title });

test("a viewer sees one entry per recording that is not hidden, newest first, as specified", async ({ page }) => {
  await signIn(page, "patron-gold");
  await expect(page.getByRole("article").first()).toContainText("Harbour lights, first set");
  await expect(page).toHaveTitle("Home · Stagedoor");
  // beside them there may be those of other journeys
  const all = recordings.map(({ title }) => title);
  const listed = await page
    .getByRole("article")
    .evaluateAll(
      (entries, titles) => entries.flatMap((one) => titles.filter((title) => one.textContent.includes(title))),
      all,
    );
  expect(listed).toEqual(recordings.filter(({ hidden }) => !hidden).map(({ title }) => title));
  await expect(entry(page, "Rehearsal nobody should see")).toHaveCount(0);
  const timed = entry(page, "Harbour lights, first set");
  await expect(timed).toContainText("24");
  await expect(timed).toContainText("01/05/2026, 21:30");
  await expect(timed.getByRole("link", { name: "Harbour lights, first set" }).first()).toHaveAttribute(
    "href",
    /^\/video\/[a-z2-7]{26}$/,
  );
  await expect(entry(page, "Café at midnight")).toContainText("20 November 2025");
  await expect(page.getByRole("button", { name: "Hide" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Edit metadata" })).toHaveCount(0);
});

test("an editor sees which recordings are hidden, and can hide, unhide and undo", async ({ page }) => {
  const title = await addSound();
  await signIn(page, "patron-editor");
  await expect(entry(page, "Rehearsal nobody should see")).toContainText("[HIDDEN]");
  const mine = entry(page, title);
  const reloaded = page.waitForResponse((response) => response.url().endsWith("/api/video/list"));
  await mine.getByRole("button", { name: "Hide", exact: true }).click();
  await reloaded;
  await expect(mine).toContainText("[HIDDEN]");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(mine).not.toContainText("[HIDDEN]");
});

test("an editor changes a title and the upload time, and the list shows it", async ({ page }) => {
  const before = await addSound();
  await signIn(page, "twitch-editor");
  const evening = entry(page, before);
  await evening.getByRole("button", { name: "Edit metadata" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit metadata" });
  await expect(dialog.getByRole("switch", { name: "Prevent automatic deletion" })).toBeVisible();
  await expect(dialog.getByText("Upload time (in your local timezone)")).toBeVisible();
  const title = dialog.getByRole("textbox", { name: "Title" });
  await title.fill(`${before}, with encore`);
  await page.mouse.click(5, 5);
  await expect(dialog).toBeVisible();
  const saved = page.waitForRequest((request) => request.method() === "PUT");
  await dialog.getByRole("button", { name: "Save" }).click();
  const { video } = (await saved).postDataJSON() as { video: Record<string, unknown> };
  expect(video).toMatchObject({ title: `${before}, with encore`, prevent_autodelete: false });
  expect(video["add_date"]).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
  await expect(dialog).toBeHidden();
  await expect(entry(page, `${before}, with encore`)).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(entry(page, `${before}, with encore`)).toHaveCount(0);
  await expect(evening).toBeVisible();
});

test("Cancel closes the dialog and changes nothing @long", async ({ page }) => {
  await signIn(page, "patron-editor");
  const first = entry(page, "The first evening");
  await first.getByRole("button", { name: "Edit metadata" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit metadata" });
  await expect(dialog.getByRole("switch", { name: "Prevent automatic deletion" })).toBeChecked();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
});

test.describe(() => {
  test.use({ expectedErrors: /409 \(Conflict\)/ });
  test("when two editors edit one recording, the second is shown what changed and loses nothing typed", async ({
    page,
    browser,
  }) => {
    const title = await addSound();
    await signIn(page, "patron-editor");
    const other = await (await browser.newContext({ locale: "en-GB" })).newPage();
    await signIn(other, "patron-owner");
    for (const editor of [page, other]) {
      const mine = entry(editor, title);
      await mine.getByRole("button", { name: "Edit metadata" }).click();
      await editor.getByRole("dialog", { name: "Edit metadata" }).waitFor();
    }
    await other.getByRole("textbox", { name: "Title" }).fill(`${title}, theirs`);
    await other.getByRole("button", { name: "Save" }).click();
    await expect(other.getByRole("dialog", { name: "Edit metadata" })).toBeHidden();
    await page.getByRole("textbox", { name: "Title" }).fill(`${title}, mine`);
    await page.getByRole("button", { name: "Save" }).click();
    const dialog = page.getByRole("dialog", { name: "Edit metadata" });
    await expect(dialog).toContainText(`${title}, theirs`);
    await expect(dialog.getByRole("textbox", { name: "Title" })).toHaveValue(`${title}, mine`);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toBeHidden();
    await expect(entry(page, `${title}, mine`)).toBeVisible();
  });
});

test("search ignores accents and case, and the address contains it @long", async ({ page }) => {
  await signIn(page, "patron-gold");
  await page.keyboard.press("/");
  await page.keyboard.type("CAFE");
  const found = page.getByRole("region", { name: "Recordings" });
  await expect(page).toHaveURL(/\/search\?q=CAFE/);
  await expect(found.getByRole("link", { name: "Café at midnight", exact: true })).toBeVisible();
  await page.reload();
  await expect(found.getByRole("link", { name: "Café at midnight", exact: true })).toBeVisible();
  // from before there was a page for it
  await page.goto("/?q=cafe");
  await expect(found.getByRole("link", { name: "Café at midnight", exact: true })).toBeVisible();
});

test("search finds what is said and what the description says, and starts at that moment", async ({ page }) => {
  const line = `The ${crypto.randomUUID().slice(0, 8)} river sings`;
  const title = await addSound({ seconds: 12, captions: `1\n00:00:06,000 --> 00:00:11,000\n${line}\n` });
  await signIn(page, "patron-gold");
  await page.getByRole("searchbox", { name: "Search recordings and songs" }).fill(line.slice(4).toUpperCase());
  const found = page.getByRole("region", { name: "In what is said or written" });
  await expect(found.getByText(title)).toBeVisible();
  await expect(found.locator("mark")).toHaveText(line.slice(4).split(" "));
  await expectAccessible(page, "found-texts");
  await found.getByRole("link", { name: line }).click();
  await expect(page).toHaveURL(/[?&]t=6/);
  await expect.poll(async () => Number(await position(page).getAttribute("aria-valuenow"))).toBeGreaterThanOrEqual(6);
});

test.describe("when calls fail", () => {
  test.use({ expectedErrors: /./ });

  test("each failure shows the specified sentence, and the dialog stays open", async ({ page }) => {
    await signIn(page, "patron-editor");
    const first = entry(page, "The first evening");
    await first.hover();
    await page.route("**/hidden", (route) => route.abort());
    await first.getByRole("button", { name: "Hide", exact: true }).click();
    await expect(page.getByText(/^Error occured: /)).toBeVisible();
    await page.route("**/api/video/v/*", (route) =>
      route.request().method() === "GET" ? route.abort() : route.continue(),
    );
    await first.getByRole("button", { name: "Edit metadata" }).click();
    await expect(page.getByText(/^Error occured while fetching metadata: /)).toBeVisible();
    await expect(page.getByRole("dialog", { name: "Edit metadata" })).toHaveCount(0);
    await page.unroute("**/api/video/v/*");
    await first.getByRole("button", { name: "Edit metadata" }).click();
    const dialog = page.getByRole("dialog", { name: "Edit metadata" });
    await page.route("**/api/video/v/*", (route) => route.abort());
    await dialog.getByRole("textbox", { name: "Title" }).fill("Typed and not lost");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText(/^Error occured while saving metadata: /)).toBeVisible();
    await expect(dialog.getByRole("textbox", { name: "Title" })).toHaveValue("Typed and not lost");
  });

  test("a list that fails to load is logged to the console, and the page says what to do", async ({ page }) => {
    const logged: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error") logged.push(message.text());
    });
    await page.route("**/api/video/list", (route) => route.abort());
    await signIn(page, "patron-gold");
    await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
    // the browser's own line about the request is not enough
    await expect.poll(() => logged.filter((line) => line.startsWith("Could not load videos: "))).not.toEqual([]);
  });
});
