// My data: a member downloads what the archive knows, and deletes the account. Owners are made and removed in the studio.
import { readFile } from "node:fs/promises";
import { expectAccessible } from "./accessible.ts";
import { expect, signIn, test } from "./journey.ts";
import { personLike } from "./people.ts";
import { screens } from "./screens.ts";

for (const { width } of screens("phone")) {
  test(`a member downloads their data and deletes the account, at ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await signIn(page, "patron-gold");
    await page.getByRole("link", { name: "Account", exact: true }).click();
    await page.getByRole("link", { name: /^Privacy Download/ }).click();
    const section = page.getByRole("region", { name: "Privacy" });
    const downloading = page.waitForEvent("download");
    await section.getByRole("link", { name: "Download my data" }).click();
    const file = JSON.parse(await readFile(await (await downloading).path(), "utf8")) as { logins: unknown[] };
    expect(file).toMatchObject({ logins: [{ provider: "patreon" }], hearts: [] });
    await section.getByRole("button", { name: "Delete my account" }).click();
    await expect(section.getByRole("button", { name: "Keep my account" })).toBeFocused();
    await section.getByRole("heading", { name: "Privacy" }).scrollIntoViewIfNeeded();
    await expectAccessible(page, "my-data");
    await section.getByRole("button", { name: "Yes, delete my account" }).click();
    await expect(page.getByRole("button", { name: "Login with Patreon" })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("button", { name: "Login with Patreon" })).toBeVisible();
  });

  test(`an owner makes another owner, removes them, and deletes an account, at ${width}`, async ({ page, browser }) => {
    const context = await browser.newContext({ viewport: { width, height: 900 } });
    const other = await context.newPage();
    await signIn(other, "patron-annual");
    await page.setViewportSize({ width, height: 900 });
    await signIn(page, "patron-owner");
    const mark = personLike("patron-annual").replace("patron-annual-", "");
    await page.goto(`/studio/members?q=${mark}`);
    const row = page.getByRole("list", { name: "Members" }).getByRole("listitem").filter({ hasText: mark }).first();
    await row.getByText(/^More/).click();
    await row.getByRole("button", { name: /^Make owner/ }).click();
    await expectAccessible(page, "make-owner");
    await page.getByRole("alertdialog").getByRole("button", { name: "Make owner" }).click();
    await expect(row).toContainText("Owns this archive.");
    await other.goto("/studio/members");
    await expect(other.getByRole("list", { name: "Members" })).toBeVisible();
    await row.getByRole("button", { name: /^Remove as owner/ }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove as owner" }).click();
    await expect(row).not.toContainText("Owns this archive.");
    await other.goto("/studio/members");
    await expect(other).toHaveURL(/\/404$/);
    await expectAccessible(page, "members-more");
    await row.getByRole("button", { name: /^Delete account of/ }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete the account" }).click();
    await expect(page.getByText("The account was deleted.")).toBeVisible();
    await other.goto("/");
    await expect(other.getByRole("button", { name: "Login with Patreon" })).toBeVisible();
    await page.goto("/studio/history?kind=permission");
    const told = page.getByRole("list", { name: "History" });
    await expect(told).toContainText(/Deleted the account of former member \d+\./);
    await expect(told).toContainText("Made a former member an owner.");
    await context.close();
  });
}
