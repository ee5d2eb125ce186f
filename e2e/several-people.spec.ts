// Several people use one browser: each finds what it remembers of them, and nothing of the others.
import type { Page } from "@playwright/test";
import { expect, signIn, test } from "./journey.ts";
import { idOf, long, media, openRecording, stored, untilAfter, untilPlaying } from "./player.ts";

const continued = (page: Page) => page.getByRole("region", { name: "Continue watching" });

async function logOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Log out", exact: true }).click();
  await expect(page.getByRole("alert", { name: "Info" })).toBeVisible();
}

// what is in the bar may be loading while its listener logs out
test.describe("one after the other", () => {
  test.use({ expectedErrors: /401 \(Unauthorized\)/ });

  test("the next account sees nothing of the one before, which finds everything again", async ({ page }) => {
    await signIn(page, "patron-gold");
    await openRecording(page, long);
    await untilPlaying(page);
    await page.keyboard.press("5");
    await untilAfter(page, 31);
    await page.keyboard.press("k");
    const [id, address] = [idOf(page), page.url()];
    await page.goto("/");
    await expect(continued(page)).toContainText(long);
    await logOut(page);
    await expect(continued(page)).toHaveCount(0);

    await signIn(page, "twitch-tier1");
    await expect(page.getByRole("article").first()).toBeVisible();
    await expect(continued(page)).toHaveCount(0);
    expect((await stored(page))?.positions).toEqual({});
    await page.goto(address);
    await expect.poll(async () => (await media(page)).width).toBeGreaterThan(0);
    expect((await media(page)).time).toBeLessThan(1);
    await expect(page.getByText(/^Continues at/)).toHaveCount(0);
    await page.goto("/");
    await logOut(page);

    // without the server's copy: this browser has kept it
    await page.route("**/api/user/positions", (route) => route.fulfill({ json: { positions: [] } }));
    await signIn(page, "patron-gold");
    await expect(continued(page)).toContainText(long);
    expect((await stored(page))?.positions[id]).toBeGreaterThan(30);
    await page.goto(address);
    await expect(page.getByText(/^Continues at 0:[345]\d$/)).toBeVisible();
  });
});

// in this journey no error in the console is expected: a refused position would be one
test("logging out while a recording plays sends its position before that, and none after", async ({
  page,
  browser,
}) => {
  await signIn(page, "patron-annual");
  await openRecording(page, long);
  await untilPlaying(page);
  await page.keyboard.press("4");
  await untilAfter(page, 26);
  const told: number[] = [];
  page.on("response", (response) => {
    if (response.request().method() === "PUT" && response.url().includes("/positions/")) told.push(response.status());
  });
  const { time } = await media(page);
  await logOut(page);
  await expect.poll(() => told.length).toBeGreaterThan(0);
  await expect(page.locator("video, audio")).toHaveCount(0);
  // a page that is left sends what it has not sent yet
  await page.goto("/404");
  expect(new Set(told.map((status) => Math.floor(status / 100)))).toEqual(new Set([2]));
  const elsewhere = await (await browser.newContext()).newPage();
  await signIn(elsewhere, "patron-annual");
  const saved = await elsewhere.evaluate(async () => {
    const { positions } = (await (await fetch("/api/user/positions")).json()) as { positions: { seconds: number }[] };
    return positions[0]?.seconds ?? 0;
  });
  expect(saved).toBeGreaterThan(time - 0.5);
  await elsewhere.context().close();
});

test.describe("in two tabs", () => {
  // between the two logins
  test.use({ expectedErrors: /401 \(Unauthorized\)|Could not load/ });

  test(
    "an open page starts again when somebody else logs in in another tab",
    { tag: "@long" },
    async ({ page, context }) => {
      await signIn(page, "patron-gold");
      await openRecording(page, long);
      await untilAfter(page, 3);
      await page.keyboard.press("k");
      const other = await context.newPage();
      await other.goto("/");
      await logOut(other);
      await signIn(other, "twitch-tier1");
      await expect.poll(async () => (await media(page)).time).toBeLessThan(1);
      await expect(page.getByRole("button", { name: "Log out", exact: true })).toBeVisible();
      expect((await stored(page))?.positions).toEqual({});
    },
  );
});
