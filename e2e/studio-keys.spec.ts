// The whole studio with the keyboard alone: after the first page is opened, the tests neither click nor set the focus.
import type { Page } from "@playwright/test";
import { createBrowser } from "#server/testing/browser.ts";
import { expectAccessible } from "./accessible.ts";
import { buttonOf, expect } from "./journey.ts";
import { expectReachable, press, reach, typeInto, watchFocus } from "./keyboard.ts";
import { damageOriginal, makeSound, removeOriginal, takeIn, takeInReady, test, untilState } from "./own-recordings.ts";
import { makePerson } from "./people.ts";
import { row as upload, setNetwork } from "./upload.ts";
import { screens } from "./screens.ts";
import { openInStudio } from "./studio-pages.ts";
import { withLong } from "#server/testing/proof.ts";

const pages = ["Upload", "Storage", "Cleanup", "Trash", "Members", "History"] as const;

/** To the studio's first page. */
async function enter(page: Page, persona: string): Promise<void> {
  await watchFocus(page);
  await page.goto("/");
  await press(page.getByRole("button", { name: "Login with Patreon" }));
  await press(await buttonOf(page, persona));
  await press(page.getByRole("link", { name: "Studio" }));
  await expect(page.getByRole("main")).toBeFocused();
}

async function open(page: Page, part: (typeof pages)[number]): Promise<void> {
  await openInStudio(page, part, press);
  await expect(page).toHaveTitle(`${part} · Studio · Stagedoor`);
  await expect(page.getByRole("main")).toBeFocused();
}

const row = (page: Page, list: string, text: string) =>
  page.getByRole("list", { name: list, exact: true }).getByRole("listitem").filter({ hasText: text });
const undo = (page: Page, words: string) =>
  page.getByRole("status").filter({ hasText: words }).getByRole("button", { name: "Undo" });

test.describe("an upload", () => {
  // what was typed meets an upload that has just arrived, and is then saved to the recording
  test.use({ expectedErrors: /409 \(Conflict\)/ });

  test("can be chosen, named, dated, cancelled, restored and cleared", async ({ page, server, clips, name }) => {
    const file = await clips.make(`${name}.wav`, "-f lavfi -i anoisesrc=d=5:r=48000 -c:a pcm_s16le");
    await enter(page, "patron-editor");
    await open(page, "Upload");
    const session = await page.context().newCDPSession(page);
    await session.send("Network.enable");
    // so slow that it is cancelled before it arrives
    await setNetwork(session, { upload: 4000 });
    const choosing = page.waitForEvent("filechooser");
    await press(page.getByRole("button", { name: "Choose files" }));
    await (await choosing).setFiles(file);
    const mine = upload(page, `${name}.wav`);
    await typeInto(mine.getByLabel("Title"), `${name}, by hand`);
    const date = mine.getByLabel("Date");
    await reach(date);
    await page.keyboard.type("01012024");
    await expect(date).toHaveValue("2024-01-01");
    await expectReachable(page, "an upload on its way");
    await press(mine.getByRole("button", { name: /^Cancel/ }));
    await expect(mine).toHaveCount(0);
    await press(undo(page, "was cancelled"));
    await expect(mine.getByLabel("Title")).toHaveValue(`${name}, by hand`);
    await setNetwork(session, {});
    await expect(mine).toContainText("Added to the archive");
    const editor = createBrowser(server.url);
    await editor.signIn("patron-editor");
    const find = async () => {
      const { body } = await editor.ask<{ videos: { title: string; add_date: string }[] }>("GET /api/video/list");
      return body.videos.find(({ title }) => title === `${name}, by hand`)?.add_date.slice(0, 10);
    };
    await expect.poll(find).toBe("2024-01-01");
    await press(mine.getByRole("button", { name: /^Remove from this list/ }));
    await expect(mine).toHaveCount(0);
    await reach(page.getByRole("button", { name: "Choose files" }));
  });
});

test(
  "waiting work can be cancelled, failed work shows its log, and both can be tried again",
  { tag: "@long" },
  async ({ page, server, clips, name }) => {
    await server.kill();
    const damaged = await takeIn(server, await makeSound(clips, `${name}, damaged`));
    const lost = await takeIn(server, await makeSound(clips, `${name}, lost`));
    const repair = await damageOriginal(server, damaged);
    const bringBack = await removeOriginal(server, lost);
    await server.start();
    await enter(page, "patron-editor");
    await open(page, "Upload");

    await press(row(page, "Waiting", `${name}, lost`).getByRole("button", { name: /^Cancel/ }));
    const cancelled = row(page, "Recently finished", `${name}, lost`);
    await expect(cancelled).toContainText("cancelled");

    await untilState(server, damaged, "failed");
    const failed = row(page, "Failed", `${name}, damaged`);
    await expect(failed).toContainText("Nothing in this file can be played.");
    await press(failed.locator("summary"));
    const log = failed.getByRole("region", { name: `Log of ${name}, damaged` });
    await reach(log);
    await expect(log).toBeVisible();
    // what is prepared for other journeys would leave the list on the way
    await expect(page.getByRole("list", { name: /^(Running|Waiting)$/ })).toHaveCount(0);
    await expectReachable(page, "work");
    await repair();
    await press(failed.getByRole("button", { name: /^Try again/ }));
    await expect(row(page, "Recently finished", `${name}, damaged`)).toContainText("Ready");

    await bringBack();
    await press(cancelled.getByRole("button", { name: /^Try again/ }));
    await expect(cancelled).toContainText("Ready");
    await press(cancelled.getByRole("link"));
    await expect(page.getByRole("heading", { level: 1, name: `${name}, lost` })).toBeVisible();
  },
);

test(
  "storage links to a recording; the cleanup rule is changed after a preview, a recording is protected, and all is undone",
  { tag: "@long" },
  async ({ page, server, clips, name }) => {
    await takeInReady(server, await makeSound(clips, name));
    await enter(page, "patron-owner");
    await open(page, "Storage");
    await press(row(page, "Biggest recordings", name).getByRole("link"));
    await expect(page).toHaveTitle(`${name} · Stagedoor`);
    await page.goBack();

    await open(page, "Cleanup");
    await press(page.getByRole("radio", { name: "Forever" }), "ArrowDown");
    await expect(page.getByRole("radio", { name: "For a number of days" })).toBeChecked();
    await typeInto(page.getByRole("textbox", { name: "Days" }), "8");
    const audio = page.getByRole("switch", { name: "Keep the audio" });
    await press(audio, "Space");
    await expect(audio).toBeChecked();
    await press(audio, "Space");
    await press(page.getByRole("button", { name: "Show what would be deleted" }));
    await expect(row(page, "Recordings that would be deleted", name)).toBeVisible();
    await press(page.getByRole("button", { name: /^Change the rule: \d+ recordings? will be deleted/ }));
    await expect(
      page.getByText("Recordings are deleted 8 days after they were added to the archive.").first(),
    ).toBeVisible();
    await expect(page.getByRole("heading", { name: "Change the rule" })).toBeFocused();

    const leaving = row(page, "Next to be deleted", name);
    await press(leaving.getByRole("button", { name: `Protect ${name}` }));
    await expect(leaving).toHaveCount(0);
    await press(undo(page, "is protected from cleanup"));
    await expect(leaving).toBeVisible();

    await press(page.getByRole("radio", { name: "For a number of days" }), "ArrowUp");
    await press(page.getByRole("button", { name: "Show what would be deleted" }));
    await press(page.getByRole("button", { name: "Change the rule: no recordings will be deleted" }));
    await expect(page.getByText("Recordings are kept forever.").first()).toBeVisible();
  },
);

test(
  "a recording is restored from the trash and put back; the history is filtered, and undoes it",
  { tag: "@long" },
  async ({ page, server, clips, name }) => {
    const id = await takeInReady(server, await makeSound(clips, name));
    const editor = createBrowser(server.url);
    await editor.signIn("patron-editor");
    await editor.ask(`POST /api/video/v/${id}/trash`);
    await enter(page, "patron-owner");
    await open(page, "Trash");
    const trashed = row(page, "Recordings in the trash", name);
    await press(trashed.getByRole("button", { name: `Restore ${name}` }));
    await expect(trashed).toHaveCount(0);
    await press(undo(page, "is back in the archive"));
    await expect(trashed).toBeVisible();
    await press(trashed.getByRole("button", { name: /^Delete for good/ }));
    const question = page.getByRole("alertdialog", { name: "Delete this recording for good?" });
    await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(trashed.getByRole("button", { name: /^Delete for good/ })).toBeFocused();

    await open(page, "History");
    const kind = page.getByRole("combobox", { name: "Kind" });
    await reach(kind);
    await page.keyboard.type("Moved to");
    await expect(page).toHaveURL(/kind=trashed/);
    const entries = page.getByRole("list", { name: "History" }).locator("> li");
    const first = entries.filter({ hasText: name }).first();
    await press(first.getByRole("button", { name: `Only this recording: ${name}` }));
    await expect(entries).toHaveCount(2);
    await press(page.getByRole("button", { name: "Showing one recording only. Show all" }));
    await expect(kind).toBeFocused();
    await press(first.getByTitle(/^Show only entries by /));
    await expect(page).toHaveURL(/member=/);
    await press(page.getByRole("button", { name: "Showing one person only. Show all" }));
    await expect(kind).toBeFocused();
    await press(first.getByRole("button", { name: /^Undo/ }));
    await expect(page.getByText("Change undone.").last()).toBeVisible();
    await expect(first.getByRole("button", { name: /^Undo/ })).toHaveCount(0);
    await untilState(server, id, "published");
  },
);

test("a member is made an editor and a member again, and is logged out everywhere after a confirmation @long", async ({
  page,
  server,
}) => {
  const member = createBrowser(server.url);
  const standIns = `http://localhost:${server.environment["EMULATOR_PORT"]}`;
  await member.signIn(await makePerson({ archive: server.url, standIns }, "patron-annual"));
  const who = (await member.whoAmI())?.name ?? "";
  await enter(page, "patron-owner");
  await open(page, "Members");
  await typeInto(page.getByRole("searchbox", { name: "Search members" }), who);
  await expect(page.getByText("1 member", { exact: true })).toBeVisible();
  await press(page.getByRole("button", { name: `Make editor: ${who}` }));
  await expect(page.getByRole("button", { name: `Remove as editor: ${who}` })).toBeFocused();
  expect((await member.whoAmI())?.can_edit).toBe(true);
  await press(undo(page, "can edit now"));
  await expect(page.getByRole("button", { name: `Make editor: ${who}` })).toBeFocused();
  expect((await member.whoAmI())?.can_edit).toBe(false);

  const end = page.getByRole("button", { name: `Log out ${who}` });
  await press(end);
  await expect(page.getByRole("alertdialog").getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(end).toBeFocused();
  await page.keyboard.press("Enter");
  await press(page.getByRole("button", { name: /^End \d+ sessions?$/ }));
  await expect(end).toHaveCount(0);
  await expect(row(page, "Members", who)).toBeFocused();
  expect(await member.whoAmI()).toBeNull();
});

for (const { width } of screens("phone")) {
  test(`${withLong ? "on every page" : "on some pages"} at ${width}, every control can be reached, shows its focus, and has a name, in light and dark`, async ({
    page,
    server,
    clips,
    name,
  }) => {
    const id = await takeInReady(server, await makeSound(clips, `${name}, in the trash`));
    await takeInReady(server, await makeSound(clips, name));
    const editor = createBrowser(server.url);
    await editor.signIn("patron-editor");
    await editor.ask(`POST /api/video/v/${id}/trash`);
    await page.setViewportSize({ width, height: 900 });
    await enter(page, "patron-owner");
    await page.getByText("Nothing is being prepared right now.").waitFor();
    await expectReachable(page, "Overview");
    await expectAccessible(page, "studio-overview");
    for (const part of withLong ? pages : (["Upload", "Cleanup", "Members"] as const)) {
      await open(page, part);
      await expect(page.getByText(/^Loading/)).toHaveCount(0);
      if (part === "Cleanup") {
        await typeInto(page.getByRole("textbox", { name: "Days" }), "8");
        await press(page.getByRole("button", { name: "Show what would be deleted" }));
        await expect(row(page, "Recordings that would be deleted", name)).toBeVisible();
      }
      await expectReachable(page, part);
      await expectAccessible(page, `studio-${part.toLowerCase()}`);
    }
  });
}
