// Every state of the page, at every width and theme.
import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import { expect, signIn, test } from "./journey.ts";
import { screens } from "./screens.ts";

const states: Record<string, (page: Page) => Promise<void>> = {
  anonymous: async (page) => {
    await page.goto("/");
    await page.getByRole("alert", { name: "Info" }).waitFor();
  },
  problem: async (page) => {
    await page.goto("/?problem=no-code");
    await page.getByRole("alert", { name: "Login problem" }).waitFor();
  },
  "no-access": async (page) => {
    await signIn(page, "patron-bronze");
    await page.getByRole("alert", { name: "No access" }).waitFor();
  },
  viewer: async (page) => {
    await signIn(page, "patron-gold");
    await page.getByRole("article").first().waitFor();
  },
  editor: async (page) => {
    await signIn(page, "patron-editor");
    await page.getByRole("article").first().waitFor();
  },
  "edit-dialog": async (page) => {
    await signIn(page, "patron-editor");
    const first = page.getByRole("article").first();
    await first.getByRole("button", { name: "Edit metadata" }).click();
    await page.getByRole("dialog", { name: "Edit metadata" }).waitFor();
  },
  account: async (page) => {
    await signIn(page, "patron-owner");
    await page.getByRole("link", { name: "Account", exact: true }).click();
    await page.getByRole("heading", { name: "Account", exact: true }).waitFor();
  },
  "account-section": async (page) => {
    await signIn(page, "patron-owner");
    await page.goto("/account/membership");
    await page.getByRole("heading", { name: "Membership" }).waitFor();
  },
  "not-found": async (page) => {
    await page.goto("/nowhere/at/all");
    await expect(page).toHaveURL("/404");
    await expect(page.getByText("Oh no, this page was not found!")).toBeVisible();
  },
};

/** The others have a component test that looks at them, or are a part of these. */
const usual = ["anonymous", "editor", "edit-dialog", "account"];

for (const [state, open] of Object.entries(states)) {
  for (const { width } of screens("phone")) {
    test(`${state} at ${width}, in light and dark${usual.includes(state) ? "" : " @long"}`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ reducedMotion: "reduce" });
      await open(page);
      await expectAccessible(page, state);
    });
  }
}
