// The archive is the owner's: logo, colour, texts and links, from Studio > Settings > Looks to what a visitor sees first.
import type { Page } from "@playwright/test";
import { openClips, type Clips } from "#server/testing/clips.ts";
import { expectAccessible } from "./accessible.ts";
import { expect, signIn, test as journey } from "./journey.ts";
import { openOwnServer, type OwnServer } from "./own-server.ts";
import { screens } from "./screens.ts";

const test = journey.extend<{ server: OwnServer; clips: Clips }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the wanted fixtures from this pattern
  server: async ({}, provide) => {
    await using server = await openOwnServer();
    await server.start();
    await provide(server);
  },
  // oxlint-disable-next-line no-empty-pattern -- as above
  clips: async ({}, provide) => {
    await using clips = await openClips();
    await provide(clips);
  },
  baseURL: async ({ server }, provide) => provide(server.url),
});

const lamp = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--lamp"));

for (const { width } of screens("desk")) {
  test(`an owner gives the archive its logo, colour, picture and texts, and a visitor sees them, at ${width}`, async ({
    page,
    clips,
    browser,
    server,
  }) => {
    const logo = await clips.make(
      "logo.png",
      "-f lavfi -i color=c=0x101418:s=420x120,format=rgba,pad=480:160:30:20:color=black@0 -frames:v 1",
    );
    const photo = await clips.make(
      "photo.jpg",
      "-f lavfi -i gradients=s=1800x1200:c0=0x14213d:c1=0x2a9d8f -frames:v 1",
    );
    await page.setViewportSize({ width, height: 900 });
    await signIn(page, "patron-owner");
    await page.goto("/studio/settings/looks");
    await page.getByLabel("Upload a logo").setInputFiles(logo);
    await expect(page.getByRole("img", { name: "Logo" })).toBeVisible();
    await page.getByLabel("Upload a picture").setInputFiles(photo);
    await expect(page.getByRole("img", { name: "Picture on the front page" })).toBeVisible();
    await page.getByLabel("Colour code").fill("#2a9d8f");
    await expect(page.getByText("Text in this colour would be hard to read")).toBeVisible();
    const before = await lamp(page);
    await page.getByRole("button", { name: "Save" }).click();
    await expect.poll(() => lamp(page)).not.toBe(before);
    await page.getByLabel("Text on the front page").fill("Twelve years of live shows.\nThank you for being here.");
    await page.getByLabel("Your page at Patreon").fill("https://patreon.example/lamproom");
    await page.getByLabel("Invitation to your Discord server").fill("https://discord.example/lamproom");
    await page.getByLabel("Contact").fill("band@archive.example");
    await page.getByRole("button", { name: "Start with a suggestion" }).click();
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("link", { name: "Privacy" })).toBeVisible();
    await expectAccessible(page, "own-look-settings");
    await page
      .getByRole("region", { name: "How it looks" })
      .screenshot({ path: `.cache/e2e/pictures/own-look-form-${width}.png` });
    await page
      .getByRole("region", { name: "Texts and links" })
      .screenshot({ path: `.cache/e2e/pictures/own-look-texts-${width}.png` });

    const context = await browser.newContext({ viewport: { width, height: 900 }, baseURL: server.url });
    const visitor = await context.newPage();
    await visitor.goto("/");
    await expect(visitor.getByText("Twelve years of live shows.")).toBeVisible();
    await expect(visitor.getByRole("link", { name: "Discord" })).toHaveAttribute(
      "href",
      "https://discord.example/lamproom",
    );
    await expect(visitor.getByRole("link", { name: "Contact" })).toHaveAttribute("href", "mailto:band@archive.example");
    // the label of the header stays
    await expect(visitor.getByRole("link", { name: "Archive", exact: true })).toBeVisible();
    await expect
      .poll(() => visitor.evaluate(() => [...document.images].every(({ naturalWidth }) => naturalWidth > 0)))
      .toBe(true);
    await expectAccessible(visitor, "own-look-visitor");
    await visitor.getByRole("link", { name: "Privacy" }).click();
    await expect(visitor.getByRole("heading", { name: "Privacy" })).toBeVisible();
    await expect(visitor.getByText(/is a private archive\./)).toBeVisible();
    await expectAccessible(visitor, "own-look-privacy");
    await context.close();
  });
}

test("the owner's colour and theme are there at the first paint, before the page's script runs", async ({
  page,
  server,
}) => {
  await server.kill();
  await server.start({ ACCENT_COLOR: "#2a9d8f", DEFAULT_THEME: "dark" });
  await page.emulateMedia({ colorScheme: "light" });
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/assets\/index-.*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/", { waitUntil: "commit" });
  await expect(page.locator("html")).toHaveCSS("background-color", "rgb(14, 13, 16)");
  expect(await lamp(page)).toContain("#2a9d8f");
  await expect(page.locator("#root")).toBeEmpty();
  release();
  await page.getByRole("alert", { name: "Info" }).waitFor();
  await expect(page.locator("html")).toHaveCSS("background-color", "rgb(14, 13, 16)");
  // a person's own choice counts more
  await page.getByText("System", { exact: true }).click();
  await expect(page.locator("html")).toHaveCSS("background-color", "rgb(251, 250, 248)");
  await page.reload();
  await expect(page.locator("html")).toHaveCSS("background-color", "rgb(251, 250, 248)");
});

test("a change is undone with one click, in the page, too", { tag: "@long" }, async ({ page }) => {
  await signIn(page, "patron-owner");
  await page.goto("/studio/settings/looks");
  const before = await lamp(page);
  await page.getByLabel("Colour code").fill("#7c3aed");
  await page.getByRole("button", { name: "Save" }).click();
  await expect.poll(() => lamp(page)).toContain("#7c3aed");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => lamp(page)).toBe(before);
  await expect(page.getByRole("button", { name: "Use the standard colour" })).toBeHidden();
});
