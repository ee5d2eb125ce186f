// What every journey shares: a page that fails the test when the browser complains, and people of its own.
import { test as plain, expect } from "@playwright/test";

export { expect };
export { buttonOf, signIn } from "./people.ts";

interface Journey {
  /** What the console may say in this journey; any other error fails the test. */
  expectedErrors: RegExp | null;
}

export const test = plain.extend<Journey>({
  expectedErrors: [null, { option: true }],
  page: async ({ page, expectedErrors }, provide) => {
    const complaints: string[] = [];
    page.on("console", (message) => {
      const text = message.text();
      // what the page's own policy blocks is expected nowhere
      const isExpected = expectedErrors?.test(text) && !/content security policy/i.test(text);
      if (message.type() === "error" && !isExpected) complaints.push(text);
    });
    page.on("pageerror", (error) => complaints.push(String(error)));
    await provide(page);
    expect(complaints, "the browser complained").toEqual([]);
  },
});
