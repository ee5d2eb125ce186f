// What every journey shares: a page that fails the test when the browser complains, and ways to sign in.
import { test as plain, expect, type Page } from "@playwright/test";
import { emulatorPort } from "./stage.ts";

export { expect };
export const emulator = `http://localhost:${emulatorPort}`;

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

/** By clicking, as a person does. */
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
