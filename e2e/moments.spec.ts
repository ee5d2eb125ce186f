// A moment for a friend: a member shares it, a stranger without a login plays it, and the owner ends it.
import { expectAccessible } from "./accessible.ts";
import { expect, signIn, test } from "./journey.ts";
import { long, openRecording } from "./player.ts";
import { screens } from "./screens.ts";

for (const { width } of screens("phone")) {
  test.describe(`at ${width}`, () => {
    test.use({ permissions: ["clipboard-read", "clipboard-write"], expectedErrors: /status of 404/ });

    test("a member shares a moment, a stranger plays it, and the owner ends it", async ({ page, browser, baseURL }) => {
      await page.setViewportSize({ width, height: 900 });
      await signIn(page, "patron-gold");
      await page.goto("/");
      await openRecording(page, long);
      const share = page.getByRole("button", { name: "Share a moment" });
      // the audio may still be in preparation
      await expect(async () => {
        await page.reload();
        await expect(share).toBeVisible({ timeout: 5000 });
      }).toPass();
      await share.click();
      const dialog = page.getByRole("dialog", { name: "Share a moment" });
      await dialog.getByRole("slider", { name: /^Start/ }).fill("5");
      await dialog.getByRole("button", { name: "Start 1 second later" }).click();
      await dialog.getByRole("slider", { name: /^End/ }).fill("15");
      await dialog.getByRole("slider", { name: /^End/ }).press("ArrowRight");
      await expect(dialog.getByText("Length: 10 seconds")).toBeVisible();
      await dialog.getByRole("button", { name: "Create link" }).click();
      const link = await dialog.getByLabel("Link to the shared moment").inputValue();
      expect(link).toMatch(/\/moment\/[\w-]{32}$/);
      await expect(dialog.getByText("Link copied.")).toBeVisible();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
      await expect(dialog.getByRole("region", { name: "Your links" })).toContainText("0:06 – 0:16");
      await expectAccessible(page, "share-moment");
      await dialog.getByRole("button", { name: "Close" }).click();

      const context = await browser.newContext({
        viewport: { width, height: 900 },
        ...(baseURL !== undefined && { baseURL }),
      });
      const stranger = await context.newPage();
      const refused: string[] = [];
      stranger.on("response", (response) => {
        if (response.status() === 401 || response.status() === 403) refused.push(response.url());
      });
      const answer = await stranger.goto(link);
      expect(answer?.headers()["referrer-policy"]).toBe("no-referrer");
      expect(await answer?.text()).not.toContain(long);
      await expect(stranger.getByRole("heading", { level: 1, name: long })).toBeVisible();
      await expectAccessible(stranger, "moment");
      await stranger.getByRole("button", { name: /^Play this part/ }).click();
      const time = () => stranger.evaluate(() => document.querySelector("video")?.currentTime ?? 0);
      await expect.poll(time).toBeGreaterThan(0.5);
      const length = await stranger.evaluate(() => document.querySelector("video")?.duration ?? 0);
      // from the key frame before
      expect(length).toBeGreaterThan(9.9);
      expect(length).toBeLessThan(12.1);
      await expectAccessible(stranger, "moment-playing");
      expect(refused).toEqual([]);

      const play = () => stranger.request.post(`${link.replace("/moment/", "/api/moment/")}/play`);
      for (let n = 2; n <= 20; n += 1) expect((await play()).status()).toBe(200);
      expect((await play()).status()).toBe(404);
      await stranger.reload();
      await expect(stranger.getByRole("heading", { level: 1, name: "This link no longer works" })).toBeVisible();
      await expectAccessible(stranger, "moment-over");

      // another one, which the owner ends
      await share.click();
      await dialog.getByRole("button", { name: "Create link" }).click();
      const second = await dialog.getByLabel("Link to the shared moment").inputValue();
      await stranger.goto(second);
      await expect(stranger.getByRole("heading", { level: 1, name: long })).toBeVisible();
      const name = await page.evaluate(async () => {
        const info = (await (await fetch("/api/user/info")).json()) as { user: { name: string } };
        return info.user.name;
      });
      const owner = await (await browser.newContext({ ...(baseURL !== undefined && { baseURL }) })).newPage();
      await owner.setViewportSize({ width, height: 900 });
      await signIn(owner, "patron-owner");
      await owner.goto("/studio/settings/sharing");
      const section = owner.getByRole("region", { name: "Shared moments" });
      const end = section.getByRole("button", { name: `Turn off the link of ${name} to “${long}”` });
      await end.scrollIntoViewIfNeeded();
      await expectAccessible(owner, "moments-studio");
      await end.click();
      await expect(end).toHaveCount(0);
      await stranger.reload();
      await expect(stranger.getByRole("heading", { level: 1, name: "This link no longer works" })).toBeVisible();
      await context.close();
    });
  });
}
