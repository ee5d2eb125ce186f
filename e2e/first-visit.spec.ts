// Which code is loaded for whom: a visitor does not load the library, and a member's list does not wait for its code.
import { expect, signIn, test } from "./journey.ts";

const library = /\/assets\/home-[^/]+\.js$/;

test("a visitor who is not signed in does not load the code of the library", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto("/");
  await page.getByRole("alert", { name: "Info" }).waitFor();
  await page.waitForLoadState("networkidle");
  expect(asked.some((address) => address.includes("/assets/"))).toBe(true);
  expect(asked.filter((address) => library.test(address) || address.includes("/api/video"))).toEqual([]);
});

test("for a member, the list is requested while the code of the library is still loading", async ({ page }) => {
  await signIn(page, "patron-gold");
  await page.getByRole("article").first().waitFor();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(library, async (route) => {
    await held;
    await route.continue();
  });
  const list = page.waitForResponse(/\/api\/video\/list/);
  await page.reload();
  expect((await list).ok()).toBe(true);
  await expect(page.getByText("Loading the recordings…")).toBeVisible();
  await expect(page.getByRole("article")).toHaveCount(0);
  release();
  await page.getByRole("article").first().waitFor();
});
