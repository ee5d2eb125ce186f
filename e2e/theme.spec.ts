// The theme from the first paint on: the chosen one is applied before the page's own script runs, and stays.
import { expect, test } from "./journey.ts";

const colours = { light: "rgb(251, 250, 248)", dark: "rgb(14, 13, 16)" };

for (const [chosen, system] of [
  ["dark", "light"],
  ["light", "dark"],
] as const) {
  test(`a chosen ${chosen} theme is applied before the page's script runs${chosen === "dark" ? "" : " @long"}`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: system });
    await page.addInitScript((theme) => localStorage.setItem("stagedoor-theme", theme), chosen);
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route(/\/assets\/index-.*\.js$/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto("/", { waitUntil: "commit" });
    await expect(page.locator("html")).toHaveCSS("background-color", colours[chosen]);
    await expect(page.locator("#root")).toBeEmpty();
    release();
    await page.getByRole("alert", { name: "Info" }).waitFor();
    await expect(page.locator("html")).toHaveCSS("background-color", colours[chosen]);
  });
}

test("a choice survives a reload, and System follows the system again", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await page.goto("/");
  const html = page.locator("html");
  await page.getByText("Dark", { exact: true }).click();
  await expect(html).toHaveCSS("background-color", colours.dark);
  await page.reload();
  await expect(page.getByRole("radio", { name: "Dark" })).toBeChecked();
  await expect(html).toHaveCSS("background-color", colours.dark);
  await page.getByText("System", { exact: true }).click();
  await expect(html).toHaveCSS("background-color", colours.light);
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(html).toHaveCSS("background-color", colours.dark);
});
