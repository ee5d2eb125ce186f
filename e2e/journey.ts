// What every journey shares: a page that fails the test when the browser complains, and people of its own.
import { test as plain, expect } from "@playwright/test";
import { createBrowser } from "#server/testing/browser.ts";
import { recordings } from "./recordings.ts";
import { url } from "./stage.ts";

export { expect };

/**
 * Beside this journey another one may have hidden or deleted a recording of its own, after this page had listed it and before it
 * asked for its picture.
 */
async function isAboutAnother(complaint: string): Promise<boolean> {
  const [, id] = /\b404\b.* \S+\/api\/media\/(\w+)\/thumbnail/.exec(complaint) ?? [];
  if (id === undefined || !complaint.includes(url)) return false;
  const editor = createBrowser(url);
  await editor.signIn("patron-editor");
  const { body } = await editor.ask<{ video?: { title: string } }>(`GET /api/video/v/${id}`);
  return !recordings.some(({ title }) => title === body.video?.title);
}
export { buttonOf, signIn, signInByClicking } from "./people.ts";

interface Journey {
  /** Whether hidden controls of the player are shown before something is done with them, as a moving mouse does it. */
  wakesControls: boolean;
  /** Errors that the console may show in this test; any other error fails it. */
  expectedErrors: RegExp | null;
}

export const test = plain.extend<Journey>({
  wakesControls: [true, { option: true }],
  expectedErrors: [null, { option: true }],
  page: async ({ page, expectedErrors, wakesControls }, provide) => {
    const complaints: string[] = [];
    page.on("console", (message) => {
      const text = message.text();
      // a violation of the page's Content Security Policy is never expected
      const isExpected = expectedErrors?.test(text) && !/content security policy/i.test(text);
      // a feature that the browser does not know is only a warning
      const isBad = message.type() === "error" || /permissions-policy/i.test(text);
      if (isBad && !isExpected) complaints.push(`${text} ${message.location().url}`);
    });
    page.on("pageerror", (error) => complaints.push(String(error)));
    if (wakesControls) {
      const hidden = page.getByRole("button", { name: "Show controls" });
      await page.addLocatorHandler(hidden, () => page.keyboard.press("Shift"));
    }
    await provide(page);
    const areOthers = await Promise.all(complaints.map(isAboutAnother));
    const own = complaints.filter((_, index) => !areOthers[index]);
    expect(own, "the browser reported errors").toEqual([]);
  },
});
