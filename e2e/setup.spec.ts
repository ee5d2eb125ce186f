// From the set-up link to a member who watches, with the keyboard alone, at two widths.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { BrowserContext, Locator, Page } from "@playwright/test";
import { createBrowser } from "#server/testing/browser.ts";
import { openClips } from "#server/testing/clips.ts";
import { commandLine } from "#server/testing/process.ts";
import { expectAccessible } from "./accessible.ts";
import { expect, test } from "./journey.ts";
import { press, typeInto, watchFocus } from "./keyboard.ts";
import { makePictures, takeIn, untilState } from "./own-recordings.ts";
import { openOwnServer, type OwnServer } from "./own-server.ts";
import { untilPlaying } from "./player.ts";
import { screens } from "./screens.ts";

const run = promisify(execFile);

for (const { width } of screens("phone")) {
  test(`an owner sets the archive up with the keyboard alone, and a member watches, at ${width}`, async ({
    browser,
  }) => {
    await using server = await openNewServer();
    const context = await browser.newContext({ viewport: { width, height: 900 }, baseURL: server.url });
    const page = await beginSetUp(context, server);

    const patreon = page.getByRole("region", { name: "2. Patreon" });
    await expect(patreon.getByLabel("Redirect address")).toHaveValue(`${server.url}/api/auth/patreon/redirect`);
    await typeInto(patreon.getByLabel("Client id"), "stand-in-patreon-client-id");
    await typeInto(patreon.getByLabel("Client secret"), "wrong");
    await press(patreon.getByRole("button", { name: "Check with Patreon" }));
    await expect(patreon.getByRole("alert")).toHaveText(/does not accept this client id and secret/);
    await typeInto(patreon.getByLabel("Client secret"), "stand-in-patreon-client-secret");
    await press(patreon.getByRole("button", { name: "Check with Patreon" }));
    await press(patreon.getByRole("button", { name: "Connect as the creator" }));
    await consent(page, "patron-owner");

    await expect(patreon.getByText("Connected as Rosalind Achterberg")).toBeVisible();
    await press(patreon.getByRole("checkbox", { name: /^Gold/ }), "Space");
    await press(patreon.getByRole("button", { name: "Save the tiers" }));
    await expect(patreon.getByText("Done")).toBeVisible();
    await expectAccessible(page, "setup-patreon");
    // kept, so that there is something to watch
    await press(page.getByRole("checkbox", { name: "Move the demo recording to the trash" }), "Space");
    await press(page.getByRole("button", { name: "Open the archive" }));
    await expect(page.getByRole("heading", { name: "Your archive is open" })).toBeFocused();
    await context.close();

    const other = await browser.newContext({ viewport: { width, height: 900 }, baseURL: server.url });
    await watchAsMember(await other.newPage(), { login: "Login with Patreon", persona: "patron-gold" });
    await other.close();
  });

  test(
    `an owner sets the archive up with Twitch, with the keyboard alone, and a member watches, at ${width}`,
    { tag: "@long" },
    async ({ browser }) => {
      await using server = await openNewServer();
      const context = await browser.newContext({ viewport: { width, height: 900 }, baseURL: server.url });
      const page = await beginSetUp(context, server);
      const twitch = page.getByRole("region", { name: "3. Twitch" });
      await expect(twitch.getByLabel("Redirect address")).toHaveValue(`${server.url}/api/auth/twitch/redirect`);
      await enterTwitchClient(twitch, "wrong");
      await expect(twitch.getByRole("alert")).toHaveText(/does not accept this client id and secret/);
      await enterTwitchClient(twitch, twitchSecret);
      await press(twitch.getByRole("button", { name: "Connect as the broadcaster" }));
      await consent(page, "twitch-broadcaster");

      await expect(twitch.getByText("Connected as LampRoomLive")).toBeVisible();
      await press(twitch.getByRole("radio", { name: "Every subscriber" }), "ArrowDown");
      await expect(twitch.getByRole("radio", { name: "Tier 2 and tier 3" })).toBeChecked();
      await press(twitch.getByRole("button", { name: "Save the tiers" }));
      await expect(twitch.getByText("Done")).toBeVisible();
      await expectAccessible(page, "setup-twitch");
      await press(page.getByRole("checkbox", { name: "Move the demo recording to the trash" }), "Space");
      await press(page.getByRole("button", { name: "Open the archive" }));
      await expect(page.getByRole("heading", { name: "Your archive is open" })).toBeFocused();
      await context.close();

      const other = await browser.newContext({ viewport: { width, height: 900 }, baseURL: server.url });
      const member = await other.newPage();
      await watchAsMember(member, { login: "Login with Twitch", persona: "twitch-tier2" });
      await expect(member.getByRole("button", { name: "Login with Patreon" })).toHaveCount(0);
      await other.close();
    },
  );

  test(`an owner adds Twitch later, and connects Patreon again, at ${width}`, { tag: "@long" }, async ({ browser }) => {
    await using server = await openNewServer();
    await setUpWithPatreon(server);
    const context = await browser.newContext({ viewport: { width, height: 900 }, baseURL: server.url });
    const page = await context.newPage();
    await watchFocus(page);
    await page.goto("/");
    await press(page.getByRole("button", { name: "Login with Patreon" }).first());
    await consent(page, "patron-owner");
    await page.getByRole("button", { name: "Log out", exact: true }).waitFor();
    await page.goto("/studio/settings/access");
    const twitch = page.getByRole("group", { name: "Connection with Twitch" });
    await press(twitch.getByRole("button", { name: "Add Twitch" }));
    await enterTwitchClient(twitch, twitchSecret);
    await press(twitch.getByRole("button", { name: "Connect as the broadcaster" }));
    await consent(page, "twitch-broadcaster");
    await expect(page).toHaveURL(`${server.url}/studio/settings/access`);
    await expect(twitch.getByText("Connected as LampRoomLive")).toBeVisible();
    await expectAccessible(page, "settings-connect");
    await press(twitch.getByRole("button", { name: "Save the connection" }));
    await expect(twitch.getByRole("button", { name: "Connect as the broadcaster again" })).toBeVisible();

    const patreon = page.getByRole("group", { name: "Connection with Patreon" });
    await press(patreon.getByRole("button", { name: "Connect as the creator again" }));
    await consent(page, "patron-owner");
    await expect(patreon.getByText("Connected as Rosalind Achterberg")).toBeVisible();
    await expect(patreon.getByRole("checkbox", { name: /^Gold/ }).last()).toBeChecked();
    await press(patreon.getByRole("button", { name: "Save the connection" }));
    await expect(patreon.getByText("Connected as Rosalind Achterberg")).toBeHidden();
    await expectAccessible(page, "settings-connected");
    await context.close();
  });
}

const twitchSecret = "standintwitchclientsecret00000";

async function enterTwitchClient(twitch: Locator, secret: string): Promise<void> {
  await typeInto(twitch.getByLabel("Client id"), "standintwitchclientid000000000");
  await typeInto(twitch.getByLabel("Client secret"), secret);
  await press(twitch.getByRole("button", { name: "Check with Twitch" }));
}

/** As after an install: nothing but the demo, with one of its recordings. */
async function openNewServer(): Promise<OwnServer> {
  const server = await openOwnServer();
  const standIns = `http://localhost:${server.environment["EMULATOR_PORT"]}`;
  await server.start({
    PATREON_ORIGIN: `${standIns}/patreon`,
    TWITCH_ID_ORIGIN: `${standIns}/twitch-id`,
    TWITCH_API_ORIGIN: `${standIns}/twitch-api`,
  });
  await using clips = await openClips();
  // by its name it is one of the demo
  const file = await makePictures(clips, "demo-opening-night", 6);
  await untilState(server, await takeIn(server, file), "published");
  return server;
}

async function beginSetUp(context: BrowserContext, server: OwnServer): Promise<Page> {
  const page = await context.newPage();
  await watchFocus(page);
  await page.goto(await makeLink(server));
  // the key is not left in the address
  await expect(page).toHaveURL(`${server.url}/setup`);
  await expect(page.getByRole("heading", { name: "1. Name and address" })).toBeVisible();
  await expect(page.getByLabel("Time zone")).not.toHaveValue("");
  await expectAccessible(page, "setup-first");
  await typeInto(page.getByLabel("Name of the archive"), "Lamp Room");
  await press(page.getByRole("button", { name: "Save and continue" }));
  return page;
}

/** Without the page: another journey does it by hand. */
async function setUpWithPatreon(server: OwnServer): Promise<void> {
  const browser = createBrowser(server.url);
  await browser.ask("POST /api/setup/session", { key: new URL(await makeLink(server)).hash.slice(1) });
  const client = { client_id: "stand-in-patreon-client-id", client_secret: "stand-in-patreon-client-secret" };
  await browser.ask("PUT /api/setup/provider/patreon", client);
  const { body } = await browser.ask<{ authorize_url: string }>("POST /api/setup/provider/patreon/connect", {});
  const allowed = await fetch(`${body.authorize_url}&persona=patron-owner`, { redirect: "manual" });
  await browser.visit(allowed.headers.get("location") ?? "");
  await browser.ask("PUT /api/setup/tiers/patreon", { campaign_id: "4410221", tier_ids: ["20550102"] });
  expect((await browser.ask("POST /api/setup/open", { trash_demo: false })).status).toBe(200);
}

/** As a second terminal prints it, beside the running server. */
async function makeLink({ environment }: OwnServer): Promise<string> {
  const { stdout } = await run(process.execPath, [commandLine, "setup-link"], { env: environment });
  const link = /http\S+/.exec(stdout)?.[0];
  if (!link) throw new Error(`no link: ${stdout}`);
  return link;
}

async function consent(page: Page, persona: string): Promise<void> {
  await page.waitForURL(/\/oauth2\/authorize/);
  await press(page.getByRole("button", { name: new RegExp(`^${persona}\\b(?!-)`) }));
}

async function watchAsMember(page: Page, { login, persona }: { login: string; persona: string }): Promise<void> {
  await watchFocus(page);
  await page.goto("/");
  await expect(page).toHaveTitle(/Lamp Room/);
  await press(page.getByRole("button", { name: login }).first());
  await consent(page, persona);
  await press(page.getByRole("link", { name: /opening.night/i }).last());
  await expect(page.getByRole("region", { name: "Player" })).toBeVisible();
  // it begins by itself
  await untilPlaying(page);
}
