// What a member hears is in their listening history, and in the editors' figures; the member removes it, and turns it off.
import { createBrowser } from "#server/testing/browser.ts";
import { expectAccessible } from "./accessible.ts";
import { expect, signIn, test } from "./journey.ts";
import { idOf, long, openRecording, untilAfter } from "./player.ts";
import { screens } from "./screens.ts";
import { url } from "./stage.ts";

for (const size of screens("phone"))
  test(`what was heard is found in the library, and removed there, at ${size.width} px`, async ({ page }) => {
    test.slow();
    await page.setViewportSize(size);
    await signIn(page, "patron-gold");
    await openRecording(page, long);
    const id = idOf(page);
    const editor = createBrowser(url);
    await editor.signIn("patron-editor");
    const figures = async () => {
      const { body } = await editor.ask<{ recordings: { id: string; plays: number; seconds: number }[] }>(
        "GET /api/studio/heard?days=28",
      );
      return body.recordings.find((one) => one.id === id) ?? { plays: 0, seconds: 0 };
    };
    const before = await figures();
    await untilAfter(page, 12);
    const told = page.waitForResponse((answer) => answer.request().postData()?.includes('"heard"') === true);
    await page.keyboard.press("k");
    await told;
    // somebody else may hear it meanwhile
    const after = await figures();
    expect(after.plays).toBeGreaterThanOrEqual(before.plays + 1);
    expect(after.seconds - before.seconds).toBeGreaterThan(10);

    await page.getByRole("link", { name: "Library" }).click();
    await page.getByRole("link", { name: "Listening history" }).click();
    const today = page.getByRole("region", { name: "Today" });
    await expect(today.getByRole("listitem")).toHaveCount(1);
    await expect(today).toContainText(/Heard \d+ (sec|min)/);
    await expectAccessible(page, "listening-history");
    await today.getByRole("button", { name: `More for ${long}` }).click();
    await page.getByRole("menuitem", { name: "Remove from history" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove from history" }).click();
    await expect(page.getByRole("heading", { name: "Nothing heard yet" })).toBeVisible();

    await page.goto("/account/privacy");
    await page.getByRole("switch", { name: "Keep my listening history" }).click();
    await expect(page.getByText("Your listening history is not kept any more.", { exact: false })).toBeVisible();
    await page.goto("/library/history");
    await expect(page.getByRole("heading", { name: "Your listening history is off" })).toBeVisible();
  });

test("an editor reads what is heard @long", async ({ page }) => {
  await signIn(page, "patron-editor");
  await page.goto("/studio/heard");
  await expect(page.getByRole("group", { name: "Time" })).toBeVisible();
  await expectAccessible(page, "studio-heard");
  await page.getByRole("button", { name: "A year" }).click();
  await expect(page.getByRole("button", { name: "A year" })).toHaveAttribute("aria-pressed", "true");
});
