// Collections: an editor makes one, fills it and puts it into order; a member finds it on the home page and plays it.
import { expectAccessible } from "./accessible.ts";
import { expect, signIn, test } from "./journey.ts";
import { openOwnServer } from "./own-server.ts";
import { screens } from "./screens.ts";

for (const { width } of screens("phone")) {
  test(`an editor curates a collection, and a member plays it, at ${width}`, async ({ page, browser }) => {
    test.setTimeout(180_000);
    await using server = await openOwnServer({ DEMO_CONTENT: "on", SMALLER_SIZES: "never" });
    await server.start();
    const open = async (persona: string) => {
      const context = await browser.newContext({ viewport: { width, height: 900 }, baseURL: server.url });
      const own = await context.newPage();
      await signIn(own, persona);
      await own.goto("/");
      return own;
    };
    await page.close();
    const member = await open("patron-gold");
    await expect(member.getByRole("article").first()).toBeVisible();
    // without collections nothing of them is loaded
    const loaded = await member.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
    expect(loaded.filter((name) => /collections|shelf-/.test(name))).toEqual([]);

    const editor = await open("patron-editor");
    await editor.goto("/studio/collections");
    await expect(editor.getByText("There are no collections yet")).toBeVisible();
    await expectAccessible(editor, "collections-none");
    await editor.getByLabel("New collection").fill("2024 tour");
    await editor.getByRole("button", { name: "Create collection" }).click();
    await expect(editor.getByRole("heading", { name: "2024 tour", level: 1 })).toBeVisible();
    await editor.getByRole("button", { name: "Add recordings" }).click();
    const dialog = editor.getByRole("dialog", { name: "Recordings in this collection" });
    const boxes = dialog.getByRole("checkbox");
    await expect(boxes.first()).toBeVisible();
    for (const at of [0, 1, 2]) {
      await boxes.nth(at).click();
      await expect(boxes.nth(at)).toBeChecked();
    }
    await expectAccessible(editor, "collections-add");
    await dialog.getByRole("button", { name: "Done" }).click();

    const rows = (of: typeof editor) =>
      of
        .getByRole("main")
        .getByRole("button", { name: /^Play from/ })
        .evaluateAll((all) => all.map((one) => one.querySelector("bdi")?.textContent ?? ""));
    await expect.poll(async () => (await rows(editor)).length).toBe(3);
    const [first = "", second = "", third = ""] = await rows(editor);
    // with the keyboard, twice and quickly: each save is on top of the one before
    const grip = editor.getByRole("button", { name: `Move ${first}`, exact: true });
    let saves = 0;
    editor.on("response", (answer) => {
      if (answer.request().method() === "PUT" && answer.url().includes("/api/collections/")) saves += 1;
    });
    await grip.focus();
    await editor.keyboard.press("ArrowDown");
    await editor.keyboard.press("ArrowDown");
    await expect(editor.getByText(`${first} is now number 3 of 3.`)).toBeAttached();
    await expect.poll(() => saves).toBe(2);
    await editor.reload();
    await expect.poll(() => rows(editor)).toEqual([second, third, first]);
    // by dragging the last one to the top; at the end of the page nothing scrolls meanwhile
    await expect(editor.getByRole("button", { name: "Add recordings" })).toBeVisible();
    await editor.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await editor.getByRole("button", { name: `Move ${first}`, exact: true }).hover();
    await editor.mouse.down();
    const to = await editor.getByRole("button", { name: `Move ${second}`, exact: true }).boundingBox();
    if (!to) throw new Error("no grip");
    await editor.mouse.move(to.x + to.width / 2, to.y - 4, { steps: 8 });
    await editor.mouse.up();
    await expect.poll(() => rows(editor)).toEqual([first, second, third]);
    await expectAccessible(editor, "collection-editor");

    await member.reload();
    const backend = member.getByRole("region", { name: "Collections" });
    await expect(backend.getByRole("link", { name: /2024 tour/ })).toBeVisible();
    await expect(backend.getByText("3 recordings")).toBeVisible();
    await expectAccessible(member, "collections-home");
    await backend.getByRole("link", { name: /2024 tour/ }).click();
    await expect(member.getByRole("heading", { name: "2024 tour", level: 1 })).toBeVisible();
    await expect(member.getByRole("button", { name: /^Move / })).toHaveCount(0);
    await expect(member.getByRole("button", { name: "Add recordings" })).toHaveCount(0);
    expect(await rows(member)).toEqual([first, second, third]);
    await expectAccessible(member, "collection-member");
    await member.getByRole("button", { name: "More for 2024 tour" }).click();
    await member.getByRole("menuitem", { name: "Play Audio Only" }).click();
    await expect(member).toHaveURL(/\/video\/[a-z2-7]{26}\?queue=0/);
    await expect(member.getByRole("navigation", { name: "Up next" }).getByText("1 of 3")).toBeVisible();
    await expect(member.getByRole("switch", { name: "Audio Only" })).toBeChecked();
    await member.getByRole("navigation", { name: "Up next" }).getByRole("link", { name: "2024 tour" }).click();
    await expect(member).toHaveURL(/\/collection\//);

    // removed with Undo, then deleted
    await editor.getByRole("button", { name: `More for ${second}`, exact: true }).click();
    await editor.getByRole("menuitem", { name: "Remove from this list" }).click();
    await expect.poll(() => rows(editor)).toEqual([first, third]);
    await editor.getByRole("button", { name: "Undo" }).first().click();
    await expect.poll(() => rows(editor)).toEqual([first, second, third]);
    await editor.getByRole("button", { name: "More for 2024 tour" }).click();
    await editor.getByRole("menuitem", { name: "Delete collection" }).click();
    await expect(editor.getByText("There are no collections yet")).toBeVisible();
    await member.goto("/collections");
    await expect(member.getByText("There are no collections that you can see at the moment.")).toBeVisible();
  });
}
