// The page a person meets at the authorize address, and the checks before it.

import { afterAll, beforeAll, expect, test } from "vitest";
import { startEmulator, type Emulator } from "#emulator/emulator.ts";
import { archiveUrl, authorize, authorizeAddress, control, type Json } from "#emulator/judges/testing.ts";

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(() => emulator.close());

const providers = ["patreon", "twitch"] as const;

test.each(providers)(
  "the %s page says that it is simulated and has a button per persona, named by its id first",
  async (provider) => {
    const answer = await fetch(authorizeAddress(emulator, provider));
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    const html = await answer.text();
    const real = provider === "patreon" ? "Patreon" : "Twitch";
    expect(html).toContain(`This is not ${real}. Patreon and Twitch are simulated on this computer.`);
    const personas: { id: string; about: string }[] = (await control(emulator, "GET /personas"))[provider];
    const buttons = [...html.matchAll(/<button[^>]*name="persona"[^>]*>(.*?)<\/button>/gs)].map(([, inner = ""]) =>
      inner.replace(/<[^>]+>/g, ""),
    );
    expect(buttons).toHaveLength(personas.length);
    personas.forEach(({ id, about }, index) => {
      expect(buttons[index]).toMatch(new RegExp(`^${id} `));
      expect(buttons[index]).toContain(about.slice(0, 12));
    });
    expect(html).toMatch(/<button[^>]*name="deny"[^>]*>Deny<\/button>/);
    expect(html).not.toContain("<script");
  },
);

test.each(providers)("the %s form carries the request's parameters to the redirect", async (provider) => {
  const html = await (await fetch(authorizeAddress(emulator, provider))).text();
  const fields = [...html.matchAll(/type="hidden" name="([^"]*)" value="([^"]*)"/g)];
  const persona = provider === "patreon" ? "patron-gold" : "twitch-tier1";
  const decode = (text = "") => text.replace(/&#(\d+);/g, (_all, code: string) => String.fromCharCode(Number(code)));
  const query = new URLSearchParams([
    ...fields.map(([, name, value]) => [decode(name), decode(value)] as [string, string]),
    ["persona", persona],
  ]);
  const action = /action="([^"]*)"/.exec(html)?.[1] ?? "";
  const answer = await fetch(`${emulator.origin}${action}?${query.toString()}`, { redirect: "manual" });
  const location = new URL(answer.headers.get("location") ?? "");
  expect(location.origin + location.pathname).toBe(`${archiveUrl}/api/auth/${provider}/redirect`);
  expect(location.searchParams.get("state")).toBe("a-state");
  expect(location.searchParams.get("code")).toBeTruthy();
});

test("what the request carries cannot break out of the page", async () => {
  const html = await (
    await fetch(authorizeAddress(emulator, "patreon", { state: `"><script>alert(1)</script>` }))
  ).text();
  expect(html).not.toContain("<script");
});

test.each(providers)("at %s a foreign redirect address or client is refused without a redirect", async (provider) => {
  for (const wrong of [
    { redirect_uri: `${archiveUrl}/api/auth/${provider}/redirect/` },
    { redirect_uri: "https://evil.example/" },
    { client_id: "other" },
  ]) {
    const address = authorizeAddress(emulator, provider, {
      persona: provider === "patreon" ? "patron-gold" : "twitch-tier1",
      ...wrong,
    });
    const answer = await fetch(address, { redirect: "manual" });
    expect([answer.status, answer.headers.get("location")]).toEqual([400, null]);
  }
});

test("denial and unknown scopes come back as errors with the state", async () => {
  const denied = await authorize(emulator, "patreon", { deny: "1" });
  expect(denied.search).toBe("?error=access_denied&state=a-state");
  const invalid = await authorize(emulator, "patreon", { scope: "identity everything", persona: "patron-gold" });
  expect(invalid.searchParams.get("error")).toBe("invalid_scope");
  const implicit = await authorize(emulator, "twitch", { response_type: "token", persona: "twitch-tier1" });
  expect(implicit.searchParams.get("error")).toBe("unsupported_response_type");
});

test("Twitch's errors at the authorize address are its own", async () => {
  const answer = await fetch(authorizeAddress(emulator, "twitch", { redirect_uri: "https://evil.example/" }));
  expect(await answer.json()).toEqual({ status: 400, message: "Parameter redirect_uri does not match registered URI" });
});

test("every persona has a picture under the emulator's origin", async () => {
  const { patreon, twitch } = await control(emulator, "GET /personas");
  const pictures = await Promise.all(
    [...patreon, ...twitch].map(({ id }: Json) => fetch(`${emulator.origin}/avatars/${id}.png`)),
  );
  expect(
    pictures.every(({ status, headers }) => status === 200 && headers.get("content-type")?.startsWith("image/png")),
  ).toBe(true);
  expect((await fetch(`${emulator.origin}/avatars/nobody.png`)).status).toBe(404);
});
