// Settings as pages with one Save, and the first page of the studio in an archive that is still empty.
import { expectAccessible } from "./accessible.ts";
import { expect, signIn, test as journey } from "./journey.ts";
import { openOwnServer, type OwnServer } from "./own-server.ts";
import { screens } from "./screens.ts";

const test = journey.extend<{ server: OwnServer }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the wanted fixtures from this pattern
  server: async ({}, provide) => {
    await using server = await openOwnServer();
    await server.start();
    await provide(server);
  },
  baseURL: async ({ server }, provide) => provide(server.url),
});

for (const size of screens("phone"))
  test(`an owner begins with three steps, and changes settings with one Save that stays in sight, at ${size.width}`, async ({
    page,
  }) => {
    await page.setViewportSize(size);
    await signIn(page, "patron-owner");
    await page.goto("/studio");
    const first = page.getByRole("region", { name: "Three first steps" });
    await expect(first).toBeVisible();
    await expectAccessible(page, "studio-first-steps");
    await first.getByRole("link", { name: "Open Access" }).click();
    await expect(page).toHaveTitle("Access · Studio · Stagedoor");

    const days = page.getByLabel("How many days a login lasts");
    await days.fill("60");
    await page.getByRole("checkbox", { name: "Editors may invite guests, too" }).click();
    const save = page.getByRole("button", { name: "Save", exact: true });
    await expect(page.getByText("2 changes not saved")).toBeVisible();
    for (const to of ["top", "bottom"] as const) {
      await page.evaluate((where) => scrollTo(0, where === "top" ? 0 : document.documentElement.scrollHeight), to);
      await expect(save).toBeInViewport({ ratio: 1 });
    }
    await expectAccessible(page, "settings-not-saved");
    // what is typed is still there after a look at another page
    await page.goBack();
    await expect(first).toBeVisible();
    await page.goForward();
    await expect(days).toHaveValue("60");
    await save.click();
    await expect(page.getByText("The settings are saved and take effect now.")).toBeVisible();
    await expect(save).toHaveCount(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(days).toHaveValue("90");
    await page.reload();
    await expect(days).toHaveValue("90");
  });
