import { afterEach, expect, test, vi } from "vitest";
import { Route, Routes } from "react-router";
import { page, userEvent } from "vitest/browser";
import type { User } from "#contract/member.ts";
import { linked, stranger, viewer } from "#web/testing/people.ts";
import { expectAccessible, known, show } from "#web/testing/render.tsx";
import { AccountButton } from "./account-button.tsx";
import { AccountPage } from "./account-page.tsx";
import { sessionsQuery } from "./account-page.tsx";
import { choiceQuery } from "./notices/queries.ts";

afterEach(() => vi.useRealTimers());

const times = { created_at: "2026-01-01T00:00:00Z", seen_at: "2026-01-01T00:00:00Z" };
const sessions = [
  { id: "1", current: true, provider: "patreon" as const, device: "Firefox on Linux", ...times },
  { id: "2", current: false, provider: "patreon" as const, device: "Safari on iPhone", ...times },
  { id: "3", current: false, provider: "twitch" as const, device: "Chrome on Windows", ...times },
];

async function openAccount(user: User, { width = 1280 } = {}) {
  await page.viewport(width, 800);
  const queries = known({ user });
  queries.setQueryData(sessionsQuery.queryKey, { sessions });
  queries.setQueryData(choiceQuery.queryKey, {
    ...{ mail: "nothing", push: "nothing", quiet: null, time_zone: "UTC", live_mail: false, live_push: false },
    ...{ address: null, can_mail: false, can_live: false, is_refused: false, push_key: "", devices: 0 },
  });
  const pages = (
    <Routes>
      <Route path="account/:section?" element={<AccountPage />} />
    </Routes>
  );
  return show(pages, { user, path: "/account" }, queries);
}

test("hovering the picture shows a greeting by the time of day, until the pointer leaves", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-03-01T17:59:00") });
  const screen = await show(<AccountButton user={viewer} />, { user: viewer });
  await userEvent.hover(screen.getByRole("link", { name: "Account" }));
  await expect.element(screen.getByRole("tooltip")).toHaveTextContent("Good afternoon, Ada :)");
  await userEvent.unhover(screen.getByRole("link", { name: "Account" }));
  await expect.element(screen.getByRole("tooltip")).not.toBeInTheDocument();
});

test("keyboard focus shows the greeting too, and Escape hides it", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-03-01T18:00:00") });
  const screen = await show(<AccountButton user={viewer} />, { user: viewer });
  (screen.getByRole("link", { name: "Account" }).element() as HTMLElement).focus();
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

test("a click on the picture opens the account", async () => {
  const screen = await show(<AccountButton user={viewer} />, { user: viewer });
  await expect.element(screen.getByRole("link", { name: "Account" })).toHaveAttribute("href", "/account");
});

test("the account begins with the membership and the greeting, and has a section for each thing", async () => {
  const screen = await openAccount(viewer);
  await expect.element(screen.getByText(/^Good (?:morning|afternoon|evening), Ada :\)$/)).toBeVisible();
  await expect.element(screen.getByText("Patreon: your tier Gold opens the archive.")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Connect Twitch" })).toBeVisible();
  await expectAccessible();
  await screen.getByRole("link", { name: /^Logged-in devices/ }).click();
  await expect.element(screen.getByText("This device")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Log out on Safari on iPhone" })).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Log out on all other devices" })).toBeVisible();
  await screen.getByRole("link", { name: /^Look/ }).click();
  await expect.element(screen.getByRole("radio", { name: "Dark" })).toBeInTheDocument();
  await screen.getByRole("link", { name: /^Other ways to listen/ }).click();
  await expect.element(screen.getByRole("button", { name: "Podcast feed" })).toBeVisible();
  await screen.getByRole("link", { name: /^Notices/ }).click();
  await expect.element(screen.getByLabelText("By email")).toBeVisible();
  await screen.getByRole("link", { name: /^Privacy/ }).click();
  await expect.element(screen.getByRole("button", { name: "Delete my account" })).toBeVisible();
  await expectAccessible();
});

test("on a phone the account is a list of its sections, and each leads back to it", async () => {
  const screen = await openAccount(viewer, { width: 390 });
  await expect.element(screen.getByRole("link", { name: /^Notices/ })).toBeVisible();
  await expect.element(screen.getByText("Patreon: your tier Gold opens the archive.")).not.toBeVisible();
  await screen.getByRole("link", { name: /^Membership/ }).click();
  await expect.element(screen.getByText("Patreon: your tier Gold opens the archive.")).toBeVisible();
  await expect.element(screen.getByRole("link", { name: /^Notices/ })).not.toBeInTheDocument();
  await expectAccessible();
  await screen.getByRole("link", { name: "‹ Account" }).click();
  await expect.element(screen.getByRole("link", { name: /^Notices/ })).toBeVisible();
  await page.viewport(1280, 800);
});

test("somebody who may not watch has no podcast feed", async () => {
  const screen = await openAccount(stranger);
  await expect.element(screen.getByRole("button", { name: "Check again" })).toBeVisible();
  expect(screen.getByRole("link", { name: /^Other ways/ }).query()).toBeNull();
});

test("who is not logged in is asked to, instead", async () => {
  const screen = await show(<AccountPage />, { path: "/account" });
  await expect.element(screen.getByRole("alert", { name: "Info" })).toBeVisible();
});

test("the last provider cannot be disconnected", async () => {
  const screen = await openAccount(viewer);
  await expect.element(screen.getByText("Patreon: Ada L.")).toBeVisible();
  expect(screen.getByRole("button", { name: /Disconnect/ }).query()).toBeNull();
});

test("disconnecting asks first and says what may be lost, and staying connected changes nothing", async () => {
  const screen = await openAccount(linked);
  await screen.getByRole("button", { name: "Disconnect Twitch" }).click();
  await expect.element(screen.getByRole("button", { name: "Yes, disconnect Twitch" })).toHaveFocus();
  await expect.element(screen.getByText("You may lose access to the recordings.")).toBeVisible();
  await expectAccessible();
  await screen.getByRole("button", { name: "Stay connected" }).click();
  await expect.element(screen.getByRole("button", { name: "Disconnect Twitch" })).toBeVisible();
});

test("a member turns the listening history off, and is told if that fails", async () => {
  let keeps = true;
  const answer = vi.spyOn(globalThis, "fetch").mockImplementation(async (_, init) => {
    if (init?.method === "PUT") ({ keeps } = JSON.parse(init.body as string) as { keeps: boolean });
    return Response.json({ keeps, entries: [], next: null });
  });
  const screen = await openAccount(viewer);
  await screen.getByRole("link", { name: /^Privacy/ }).click();
  const keep = screen.getByRole("switch", { name: "Keep my listening history" });
  await expect.element(keep).toBeChecked();
  await keep.click();
  await expect
    .element(screen.getByText("Your listening history is not kept any more.", { exact: false }))
    .toBeVisible();
  await expect.element(keep).not.toBeChecked();
  expect(keeps).toBe(false);
  await expectAccessible();
  answer.mockRejectedValueOnce(new TypeError("down"));
  await keep.click();
  await expect.element(screen.getByText("cannot be reached", { exact: false })).toBeVisible();
  await expect.element(keep).not.toBeChecked();
  answer.mockRestore();
});
