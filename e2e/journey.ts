// Shared by all browser tests: a page that fails the test when the browser reports an error, and ways to sign in.
import { test as plain, expect, type Page } from "@playwright/test";
import { emulatorPort } from "./stage.ts";

export { expect };
const emulator = `http://localhost:${emulatorPort}`;

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

/** Signs in by clicking, like a person. */
export async function signIn(page: Page, persona: string): Promise<void> {
  const provider = persona.startsWith("patron-") ? "Patreon" : "Twitch";
  await page.goto("/");
  await page.getByRole("button", { name: `Login with ${provider}` }).click();
  await page.getByRole("button", { name: new RegExp(`^${persona}\\b(?!-)`) }).click();
  await page.getByRole("button", { name: "Log out" }).waitFor();
}

export async function control(call: string, body?: unknown): Promise<void> {
  const [method = "GET", route = ""] = call.split(" ");
  const response = await fetch(`${emulator}/__emulator/${route}`, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
  });
  expect(response.ok, call).toBe(true);
}
