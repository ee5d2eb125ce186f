import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { Look } from "#contract/look.ts";
import type { Settings } from "#contract/setup.ts";
import type { User } from "#contract/member.ts";
import { viewer } from "#web/testing/people.ts";
import { expectAccessible, show } from "#web/testing/render.tsx";
import { standIn } from "#web/testing/studio-stand-in.ts";
import { AccessPage } from "./access.tsx";
import { GeneralPage } from "./general.tsx";
import { LevelsPage } from "./levels/levels.tsx";
import { LooksPage } from "./looks/looks.tsx";
import { SharingPage } from "./sharing/sharing.tsx";

const of = <T,>(value: T, is_fixed = false) => ({ value, is_fixed });
const settings: Settings = {
  ...{ name: of("Night Sessions"), address: of("https://archive.example", true), time_zone: of("Europe/Berlin") },
  ...{ smaller_sizes: of("12"), hides_new: of(false), sign_in_days: of(90), editors_invite: of(false) },
  ...{ downloads: of<"off">("off"), offline_days: of(30), offline_video: of(false, true) },
  ...{ moments: of(true), moment_previews: of(false), heard_days: of(730) },
  levels: {
    ...{ standard: of("Member"), above: of([]), locked: of<"hidden">("hidden") },
    ...{ upgrade_link: of<string | null>(null), new_level: of<string | null>(null) },
  },
  patreon: {
    tier_ids: of(["2"]),
    campaign: {
      ...{ id: "1", name: "Tin Meridian", currency: "EUR" },
      tiers: [
        { id: "1", title: "Free", amount_cents: 0, patrons: 1, is_free: true },
        { id: "2", title: "Bronze", amount_cents: 300, patrons: 48, is_free: false },
        { id: "3", title: "Gold", amount_cents: 1000, patrons: 132, is_free: false },
      ],
    },
    ...{ problem: null, can_resume: false, heard_at: null },
  },
  twitch: { min_tier: of<"1000">("1000"), heard_at: null },
};
const look: Look = {
  ...{ accent_color: of(""), default_theme: of("auto"), welcome_text: of("Hello"), link_patreon: of("") },
  ...{ link_twitch: of(""), link_discord: of("", true), contact: of(""), privacy_text: of("") },
  ...{ logo: { url: null, is_fixed: false }, welcome: { url: null, is_fixed: false } },
};

let person = 0;
/** Somebody else each time: what is typed is kept for whoever typed it. */
const makeOwner = (): User => ({ ...viewer, id: `owner-${(person += 1)}`, can_edit: true, is_owner: true });

beforeEach(() => page.viewport(390, 800));
afterEach(() => {
  vi.restoreAllMocks();
  for (const button of document.querySelectorAll<HTMLElement>("[aria-label='Close message']")) button.click();
});

interface Circumstances {
  user?: User;
  given?: Partial<Settings>;
}

async function open(shown: ReactNode, { user = makeOwner(), given = {} }: Circumstances = {}) {
  const known = { ...settings, ...given };
  const server = standIn({
    getSettings: known,
    getLook: look,
    listMoments: { moments: [] },
    changeSettings: ({ body }) => ({
      settings: {
        ...known,
        ...Object.fromEntries(
          Object.entries(body as Record<string, never>)
            .filter(([name]) => name !== "levels")
            .map(([name, value]) => [name, of(value)]),
        ),
      },
      change: "c1",
    }),
    changeLook: ({ body }) => ({
      look: {
        ...look,
        ...Object.fromEntries(Object.entries(body as Record<string, never>).map(([name, value]) => [name, of(value)])),
      },
      change: "c2",
    }),
  });
  server.refused.getConnections = { status: 503, code: "busy", detail: "The archive is busy." };
  vi.spyOn(globalThis, "fetch").mockImplementation(server.fetch);
  const sent = (name: "changeSettings" | "changeLook") =>
    server.asked.filter((one) => one.name === name).map(({ body }) => body);
  return { server, sent, user, screen: await show(shown, { user, path: "/studio/settings/general" }) };
}

const leave = () => window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

test("one Save sends all that was changed, and nothing else; Undo is offered", async () => {
  const { screen, sent } = await open(<GeneralPage />);
  expect(screen.getByRole("button", { name: "Save" }).query()).toBeNull();
  await screen.getByRole("textbox", { name: "Name" }).fill("Day Sessions");
  await screen.getByRole("checkbox", { name: /^Hide new recordings/ }).click();
  await expect.element(screen.getByText("2 changes not saved")).toBeVisible();
  await expectAccessible();
  await screen.getByRole("button", { name: "Save" }).click();
  await expect.element(screen.getByText("The settings are saved and take effect now.")).toBeVisible();
  expect(sent("changeSettings")).toEqual([{ name: "Day Sessions", hides_new: true }]);
  await expect.element(screen.getByRole("button", { name: "Save" })).not.toBeInTheDocument();
  await expect.element(screen.getByRole("textbox", { name: "Name" })).toHaveValue("Day Sessions");
  await expect.element(screen.getByRole("button", { name: "Undo" })).toBeVisible();
});

test("what is typed back, or discarded, is no change", async () => {
  const { screen } = await open(<GeneralPage />);
  const name = screen.getByRole("textbox", { name: "Name" });
  await name.fill("Other");
  expect(leave()).toBe(false);
  await name.fill("Night Sessions");
  expect(screen.getByRole("button", { name: "Save" }).query()).toBeNull();
  expect(leave()).toBe(true);
  await name.fill("Other");
  await screen.getByRole("button", { name: "Discard" }).click();
  await expect.element(name).toHaveValue("Night Sessions");
});

test("what is not saved is kept while another page is looked at, and only for whoever typed it", async () => {
  const first = await open(<GeneralPage />);
  await first.screen.getByRole("textbox", { name: "Name" }).fill("Kept");
  await first.screen.unmount();
  const other = await open(<GeneralPage />);
  await expect.element(other.screen.getByRole("textbox", { name: "Name" })).toHaveValue("Night Sessions");
  await other.screen.unmount();
  const again = await open(<GeneralPage />, { user: first.user });
  await expect.element(again.screen.getByRole("textbox", { name: "Name" })).toHaveValue("Kept");
  await again.screen.getByRole("button", { name: "Discard" }).click();
});

test("a save that is refused says why, and loses nothing", async () => {
  const { screen, server } = await open(<GeneralPage />);
  server.refused.changeSettings = { status: 400, code: "bad-input", detail: "The name is taken." };
  await screen.getByRole("textbox", { name: "Name" }).fill("Taken");
  await screen.getByRole("button", { name: "Save" }).click();
  await expect.element(screen.getByText("The name is taken.")).toBeVisible();
  await expect.element(screen.getByRole("textbox", { name: "Name" })).toHaveValue("Taken");
  await screen.getByRole("button", { name: "Discard" }).click();
});

test("what the environment sets is shown, says so, and cannot be changed", async () => {
  const given = { name: of("Fixed", true), smaller_sizes: of("always", true) };
  const { screen } = await open(<GeneralPage />, { given });
  await expect.element(screen.getByRole("textbox", { name: "Name" })).toHaveAttribute("readonly");
  await expect.element(screen.getByRole("combobox", { name: /^Lower qualities/ })).toBeDisabled();
  expect(screen.getByText("Set in the server's settings file. Change it there.").elements()).toHaveLength(2);
});

test("tiers, login and guests are saved together", async () => {
  const { screen, sent } = await open(<AccessPage />);
  await screen.getByRole("checkbox", { name: /^Gold/ }).click();
  await screen.getByRole("radio", { name: /Tier 3/ }).click();
  const days = screen.getByRole("spinbutton", { name: "How many days a login lasts" });
  await days.fill("");
  await screen.getByRole("button", { name: "Save" }).click();
  // the browser asks for a number first
  expect(sent("changeSettings")).toEqual([]);
  await days.fill("60");
  await expectAccessible();
  await screen.getByRole("button", { name: "Save" }).click();
  await expect.poll(() => sent("changeSettings")).toHaveLength(1);
  expect(sent("changeSettings")).toEqual([{ sign_in_days: 60, min_tier: "3000", tier_ids: ["2", "3"] }]);
});

test("what depends on another setting appears with it", async () => {
  const { screen, sent } = await open(<SharingPage />);
  const previews = screen.getByRole("checkbox", { name: /^Previews of these links/ });
  await expect.element(previews).toBeVisible();
  await screen.getByRole("checkbox", { name: /^Members may share moments/ }).click();
  await expect.element(previews).not.toBeInTheDocument();
  await expect.element(screen.getByText("No link works at the moment.")).toBeVisible();
  await screen.getByRole("combobox", { name: "What members may download" }).selectOptions("audio");
  await expectAccessible();
  await screen.getByRole("button", { name: "Save" }).click();
  await expect.poll(() => sent("changeSettings")).toEqual([{ moments: false, downloads: "audio" }]);
});

test("a level is added, named and given a tier", async () => {
  const { screen, sent } = await open(<LevelsPage />);
  await screen.getByRole("button", { name: "Add a higher level" }).click();
  const level = screen.getByRole("group", { name: "Level: new level" });
  await level.getByRole("textbox", { name: "Name" }).fill("Backstage");
  await screen.getByRole("checkbox", { name: /^Gold/ }).click();
  await screen.getByRole("combobox", { name: "Level of new recordings" }).selectOptions("Backstage");
  await expectAccessible();
  await screen.getByRole("button", { name: "Save" }).click();
  const id = expect.stringMatching(/^[0-9a-f]{8}$/) as string;
  const above = [{ id, name: "Backstage", patreonTierIds: ["3"], twitchTier: null }];
  await expect.poll(() => sent("changeSettings")).toEqual([{ levels: { above, new_level: id } }]);
});

test("colour, theme and texts are saved together; a colour must be one", async () => {
  const { screen, sent } = await open(<LooksPage />);
  const code = screen.getByRole("textbox", { name: "Colour code" });
  await code.fill("blue");
  await screen.getByRole("button", { name: "Save" }).click();
  expect(sent("changeLook")).toEqual([]);
  await code.fill("#2A9D8F");
  await screen.getByRole("radio", { name: "Dark" }).click();
  await screen.getByRole("textbox", { name: "Text on the front page" }).fill("Welcome");
  await expectAccessible();
  await screen.getByRole("button", { name: "Save" }).click();
  await expect
    .poll(() => sent("changeLook"))
    .toEqual([{ accent_color: "#2a9d8f", default_theme: "dark", welcome_text: "Welcome" }]);
  document.documentElement.removeAttribute("style");
});
