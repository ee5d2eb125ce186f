import { signIn, test } from "./journey.ts";
import { long, openRecording } from "./player.ts";

for (const { width, scheme } of [{ width: 390, scheme: "light" }, { width: 390, scheme: "dark" }, { width: 1440, scheme: "light" }, { width: 1440, scheme: "dark" }] as const)
  test(`look ${width} ${scheme}`, async ({ page, browser, baseURL }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 900 });
    await signIn(page, "patron-gold");
    await page.goto("/");
    await openRecording(page, long);
    await page.waitForTimeout(1500);
    await page.keyboard.press("Shift");
    await page.screenshot({ path: `/tmp/mo-shots/player-${width}-${scheme}.png` });
    await page.getByRole("button", { name: "Share a moment" }).click();
    const dialog = page.getByRole("dialog", { name: "Share a moment" });
    await dialog.getByRole("button", { name: "Create link" }).click();
    const link = await dialog.getByLabel("Link to the moment").inputValue();
    await dialog.getByRole("region", { name: "Your links" }).waitFor();
    await page.screenshot({ path: `/tmp/mo-shots/share-${width}-${scheme}.png` });
    await dialog.getByRole("button", { name: "Close" }).click();
    if (width === 390) {
      await page.getByRole("switch", { name: "Audio Only" }).click();
      await page.waitForTimeout(800);
      await page.screenshot({ path: `/tmp/mo-shots/audio-${width}-${scheme}.png` });
    }
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: scheme, ...(baseURL && { baseURL }) });
    const stranger = await context.newPage();
    await stranger.goto(link);
    await stranger.getByRole("heading", { level: 1, name: long }).waitFor();
    await stranger.waitForTimeout(800);
    await stranger.screenshot({ path: `/tmp/mo-shots/moment-${width}-${scheme}.png` });
    await stranger.getByRole("button", { name: /^Play the moment/ }).click();
    await stranger.waitForTimeout(2000);
    await stranger.screenshot({ path: `/tmp/mo-shots/playing-${width}-${scheme}.png` });
    await stranger.goto("/moment/" + "a".repeat(32));
    await stranger.waitForTimeout(1500);
    await stranger.screenshot({ path: `/tmp/mo-shots/over-${width}-${scheme}.png` });
    const owner = await (await browser.newContext({ viewport: { width, height: 900 }, colorScheme: scheme, ...(baseURL && { baseURL }) })).newPage();
    await signIn(owner, "patron-owner");
    await owner.goto("/studio/settings");
    const section = owner.getByRole("region", { name: "Shared moments" });
    await section.getByRole("button", { name: /^End the link/ }).first().waitFor();
    await section.scrollIntoViewIfNeeded();
    await section.screenshot({ path: `/tmp/mo-shots/studio-${width}-${scheme}.png` });
  });
