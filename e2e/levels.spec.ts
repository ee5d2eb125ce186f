// Levels: the owner names one, gives it to recordings, and a member sees a locked card, then the recording.
import { expectAccessible } from "./accessible.ts";
import { expect, signIn, test } from "./journey.ts";
import { openOwnServer } from "./own-server.ts";
import { screens } from "./screens.ts";

test.use({ expectedErrors: /the server responded with a status of 40[134]/ });

for (const { width } of screens("phone")) {
  test(`the owner makes a level, and a member sees what it locks, at ${width}`, async ({ page, browser }) => {
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
    const owner = await open("patron-owner");

    await owner.goto("/studio/levels");
    const levels = owner.getByRole("region", { name: "Names and tiers" });
    await levels.getByRole("button", { name: "Add a higher level" }).click();
    const one = levels.getByRole("group", { name: /^Level:/ });
    await one.getByLabel("Name").fill("Backstage");
    await one.getByRole("checkbox", { name: /^Bronze/ }).check();
    await owner.getByLabel("What members see of recordings of a higher level").selectOption("card");
    await owner.getByLabel("Link to higher levels").fill("https://patreon.example/join");
    await expectAccessible(owner, "levels-settings");
    await owner.getByRole("button", { name: "Save" }).click();
    await expect(owner.getByText("The settings are saved and take effect now.")).toBeVisible();

    // one recording, in its dialog
    await owner.goto("/");
    const title = "Waltz for an Empty Room";
    const card = owner.getByRole("article").filter({ hasText: title }).first();
    await card.getByRole("link", { name: title }).first().waitFor();
    // members do not see it before
    await expect(card.getByText("Preparing…")).toHaveCount(0);
    const recording = (await card.getByRole("heading", { level: 3 }).innerText()).trim();
    await card.getByRole("button", { name: "Edit metadata" }).click();
    const dialog = owner.getByRole("dialog", { name: "Edit metadata" });
    await dialog.getByLabel("Level", { exact: true }).selectOption("Backstage");
    await expect(dialog.getByLabel("Early access ends (in your time zone)")).toBeVisible();
    await expectAccessible(owner, "levels-dialog");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toBeHidden();

    const member = await open("patron-gold");
    const locked = member.getByRole("article").filter({ hasText: recording });
    await expect(locked.getByText("Locked: Backstage")).toBeVisible();
    await expect(locked.getByRole("link", { name: `Get Backstage to watch ${recording}` })).toHaveAttribute(
      "href",
      "https://patreon.example/join",
    );
    await expectAccessible(member, "levels-locked-card");
    await locked.getByRole("heading", { level: 3 }).getByRole("link").click();
    await expect(member.getByText("This recording is for the level Backstage.")).toBeVisible();
    await expect(member.getByText("Your level is Member.")).toBeVisible();
    await expect(member.getByRole("link", { name: "Get Backstage" })).toBeVisible();
    await expectAccessible(member, "levels-locked-page");
    await member.getByRole("link", { name: "Account", exact: true }).click();
    await expect(member.getByText("Your level: Member")).toBeVisible();
    await member.goBack();

    // undone in the history, because the message with Undo does not stay; then it plays
    await owner.goto("/studio/history");
    const changes = owner
      .getByRole("listitem")
      .filter({ hasText: recording })
      .filter({ hasText: "Changed the level." });
    await changes.getByRole("button", { name: /^Undo/ }).click();
    await expect(changes).toHaveCount(2);
    await member.reload();
    await expect(member.getByText("This recording is for the level Backstage.")).toBeHidden();
    await expect(member.getByRole("region", { name: "Player" }).or(member.locator("video")).first()).toBeVisible();
  });
}
