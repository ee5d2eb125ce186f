// The people of a journey: each is like a persona of the stand-ins, but no other journey has them. So nobody else's
// watching, sessions or uploads are in their lists.
import { createHash } from "node:crypto";
import { expect, test, type Locator, type Page } from "@playwright/test";
import type { Site as PublicSite } from "#contract/site.ts";
import { createBrowser } from "#server/testing/browser.ts";

/** Their permission is a setting of the server, by account: there is one of each. */
const owners = ["patron-owner", "twitch-broadcaster"];
const editors = ["patron-editor", "twitch-editor"];

/** Where a server and its stand-ins are. */
interface Site {
  archive: string;
  standIns: string;
}

/** What the stand-ins call the one of this journey who is like that persona. */
export function personLike(persona: string): string {
  if (owners.includes(persona)) return persona;
  const { testId, repeatEachIndex } = test.info();
  const mark = createHash("sha256").update(`${testId} ${repeatEachIndex}`).digest("hex").slice(0, 8);
  return `${persona}-${mark}`;
}

/** There from then on; asked again, it is the same person. An editor becomes one by the owner's hand. */
export async function makePerson(site: Site, persona: string): Promise<string> {
  const person = personLike(persona);
  if (person === persona) return person;
  await control(site.standIns, `PUT personas/${person}`, { like: persona });
  if (editors.includes(persona)) await makeEditor(site.archive, person);
  return person;
}

async function makeEditor(archive: string, person: string): Promise<void> {
  const [them, owner] = [createBrowser(archive), createBrowser(archive)];
  await them.signIn(person);
  const user = await them.whoAmI();
  if (!user?.can_edit) {
    await owner.signIn("patron-owner");
    const found = await owner.ask<{ members: { id: string }[] }>(
      `GET /api/members?q=${encodeURIComponent(user?.name ?? "")}`,
    );
    expect(found.body.members).toHaveLength(1);
    const changed = await owner.ask(`PUT /api/members/${found.body.members[0]?.id}`, { role: "editor" });
    expect(changed.status).toBe(200);
    await owner.ask("POST /api/user/logout");
  }
  await them.ask("POST /api/user/logout");
}

/** On the stand-in's page: the button of that persona, which now signs in the one of this journey who is like it. */
export async function buttonOf(page: Page, persona: string): Promise<Locator> {
  await page.waitForURL(/\/oauth2\/authorize/, { waitUntil: "commit" });
  const { origin, searchParams } = new URL(page.url());
  const archive = new URL(searchParams.get("redirect_uri") ?? "").origin;
  const person = await makePerson({ archive, standIns: origin }, persona);
  const button = page.getByRole("button", { name: new RegExp(`^${persona}\\b(?!-)`) });
  await button.evaluate((element, id) => element.setAttribute("value", id), person);
  return button;
}

/** Without clicking, which takes two pages more: for journeys that are about something else. */
export async function signIn(page: Page, persona: string): Promise<void> {
  const answer = await page.request.get("/api/site");
  const site = (await answer.json()) as PublicSite;
  const provider = persona.startsWith("patron-") ? site.patreon : site.twitch;
  const [archive, standIns] = [new URL(answer.url()).origin, new URL(provider?.authorize_url ?? "").origin];
  const browser = createBrowser(archive);
  expect(await browser.signIn(await makePerson({ archive, standIns }, persona))).toBe("/");
  const cookies = [...browser.cookies].map(([name, value]) => ({ name, value, url: archive }));
  await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, httpOnly: true, sameSite: "Lax" as const })));
  await page.goto("/");
  await page.getByRole("button", { name: "Log out", exact: true }).waitFor();
}

/** As a person does. */
export async function signInByClicking(page: Page, persona: string): Promise<void> {
  const provider = persona.startsWith("patron-") ? "Patreon" : "Twitch";
  await page.goto("/");
  await page.getByRole("button", { name: `Login with ${provider}` }).click();
  await (await buttonOf(page, persona)).click();
  await page.getByRole("button", { name: "Log out", exact: true }).waitFor();
}

export async function control(standIns: string, call: string, body: unknown): Promise<void> {
  const [method = "GET", route = ""] = call.split(" ");
  const response = await fetch(`${standIns}/__emulator/${route}`, {
    method,
    body: JSON.stringify(body),
    headers: { "content-type": "application/json" },
  });
  expect(response.ok, `${call}: ${await response.text()}`).toBe(true);
}
