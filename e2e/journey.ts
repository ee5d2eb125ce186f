// What every journey shares: a page that fails the test when the browser complains, and people of its own.
import { test as plain, expect } from "@playwright/test";

export { expect };
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
    expect(complaints, "the browser reported errors").toEqual([]);
  },
});
