import { afterEach, expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import type { User } from "#contract/member.ts";
import { linked, viewer } from "#web/testing/people.ts";
import { expectAccessible, known, show } from "#web/testing/render.tsx";
import { AccountButton } from "./account-button.tsx";
import { sessionsQuery } from "./devices.tsx";
import { choiceQuery } from "./notices/queries.ts";

afterEach(() => vi.useRealTimers());

const times = { created_at: "2026-01-01T00:00:00Z", seen_at: "2026-01-01T00:00:00Z" };
const sessions = [
  { id: "1", current: true, provider: "patreon" as const, device: "Firefox on Linux", ...times },
  { id: "2", current: false, provider: "patreon" as const, device: "Safari on iPhone", ...times },
  { id: "3", current: false, provider: "twitch" as const, device: "Chrome on Windows", ...times },
];

async function openMenu(user: User) {
  const queries = known({ user });
  queries.setQueryData(sessionsQuery.queryKey, { sessions });
  queries.setQueryData(choiceQuery.queryKey, {
    ...{ mail: "nothing", push: "nothing", quiet: null, time_zone: "UTC", live_mail: false, live_push: false },
    ...{ address: null, can_mail: false, can_live: false, is_refused: false, push_key: "", devices: 0 },
  });
  const screen = await show(<AccountButton user={user} />, { user }, queries);
  await screen.getByRole("button", { name: "Account" }).click();
  await expect.element(screen.getByRole("dialog", { name: "Account" })).toBeVisible();
  return screen;
}

test("hovering the picture shows a greeting by the time of day, until the pointer leaves", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-03-01T17:59:00") });
  const screen = await show(<AccountButton user={viewer} />, { user: viewer });
  await userEvent.hover(screen.getByRole("button", { name: "Account" }));
  await expect.element(screen.getByRole("tooltip")).toHaveTextContent("Good afternoon, Ada :)");
  await userEvent.unhover(screen.getByRole("button", { name: "Account" }));
  await expect.element(screen.getByRole("tooltip")).not.toBeInTheDocument();
});

test("keyboard focus shows the greeting too, and Escape hides it", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-03-01T18:00:00") });
  const screen = await show(<AccountButton user={viewer} />, { user: viewer });
  (screen.getByRole("button", { name: "Account" }).element() as HTMLElement).focus();
  await expect.element(screen.getByRole("tooltip")).toHaveTextContent("Good evening, Ada :)");
  await expectAccessible();
  await userEvent.keyboard("{Escape}");
  await expect.element(screen.getByRole("tooltip")).not.toBeInTheDocument();
});

test("a picture that does not load is replaced by the first letter", async () => {
  const user = { ...viewer, profile_picture: "data:image/png;base64,broken" };
  const screen = await show(<AccountButton user={user} />, { user });
  await expect.element(screen.getByText("A", { exact: true })).toBeInTheDocument();
});

test("the menu shows access, connected accounts and devices", async () => {
  const screen = await openMenu(viewer);
  await expect.element(screen.getByText("Patreon: your tier Gold opens the archive.")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Connect Twitch" })).toBeVisible();
  await expect.element(screen.getByText("This device")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Log out on Safari on iPhone" })).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Log out on all other devices" })).toBeVisible();
  await expect.element(screen.getByRole("radio", { name: "Dark" })).toBeInTheDocument();
  await expectAccessible();
});

test("the last provider cannot be disconnected", async () => {
  const screen = await openMenu(viewer);
  await expect.element(screen.getByText("Patreon: Ada L.")).toBeVisible();
  expect(screen.getByRole("button", { name: /Disconnect/ }).query()).toBeNull();
});

test("disconnecting asks first and says what may be lost, and staying connected changes nothing", async () => {
  const screen = await openMenu(linked);
  await screen.getByRole("button", { name: "Disconnect Twitch" }).click();
  await expect.element(screen.getByRole("button", { name: "Yes, disconnect Twitch" })).toHaveFocus();
  await expect.element(screen.getByText("You may lose access to the recordings.")).toBeVisible();
  await expectAccessible();
  await screen.getByRole("button", { name: "Stay connected" }).click();
  await expect.element(screen.getByRole("button", { name: "Disconnect Twitch" })).toBeVisible();
});

test("Escape closes the menu and returns the focus to the picture", async () => {
  const screen = await openMenu(viewer);
  await userEvent.keyboard("{Escape}");
  await expect.element(screen.getByRole("button", { name: "Account" })).toHaveFocus();
  await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
});
