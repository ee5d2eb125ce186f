// What every journey shares: a page that fails the test when the browser complains, and people of its own.
import { test as plain, expect } from "@playwright/test";

export { expect };
export { buttonOf, signIn } from "./people.ts";

interface Journey {
  /** Errors that the console may show in this test; any other error fails it. */
  expectedErrors: RegExp | null;
}

export const test = plain.extend<Journey>({
  expectedErrors: [null, { option: true }],
  page: async ({ page, expectedErrors }, provide) => {
    const complaints: string[] = [];
    page.on("console", (message) => {
      const text = message.text();
      // a violation of the page's Content Security Policy is never expected
      const isExpected = expectedErrors?.test(text) && !/content security policy/i.test(text);
      if (message.type() === "error" && !isExpected) complaints.push(text);
    });
    page.on("pageerror", (error) => complaints.push(String(error)));
    await provide(page);
    expect(complaints, "the browser reported errors").toEqual([]);
  },
});
