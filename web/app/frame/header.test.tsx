import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { usePersisted } from "#web/memory/persisted.ts";
import { ApiProblem } from "#web/api.ts";
import { siteQuery, userQuery } from "#web/session.ts";
import { site, stranger, viewer } from "#web/testing/people.ts";
import { expectAccessible, known, show } from "#web/testing/render.tsx";
import { Header } from "./header.tsx";

test("a visitor sees the logo and both login buttons, and nothing that is for members", async () => {
  const screen = await show(<Header />);
  await expect.element(screen.getByRole("link", { name: "Archive" })).toHaveAttribute("href", "/");
  await expect.element(screen.getByRole("button", { name: "Login with Twitch" })).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Login with Patreon" })).toBeVisible();
  expect(screen.getByRole("switch").query()).toBeNull();
  expect(screen.getByRole("button", { name: "Log out" }).query()).toBeNull();
  await expectAccessible();
});

test("without a connection nobody knows who is logged in: there are no login buttons", async () => {
  const queries = known({ user: null });
  const screen = await show(<Header />, {}, queries);
  await expect.element(screen.getByRole("button", { name: "Login with Patreon" })).toBeVisible();
  const cut = new ApiProblem({ code: "unreachable", status: 0, detail: "No connection" });
  await queries.fetchQuery({ ...userQuery, staleTime: 0, queryFn: () => Promise.reject(cut) }).catch(() => undefined);
  await expect.element(screen.getByRole("button", { name: /Login/ })).not.toBeInTheDocument();
  // with another error the check has ended, as the specification says
  const broken = new ApiProblem({ code: "unexpected", status: 500, detail: "Broken" });
  await queries
    .fetchQuery({ ...userQuery, staleTime: 0, queryFn: () => Promise.reject(broken) })
    .catch(() => undefined);
  await expect.element(screen.getByRole("button", { name: "Login with Patreon" })).toBeVisible();
});

test("on a narrow screen the visible label is short, the accessible name is not", async () => {
  await page.viewport(390, 800);
  const screen = await show(<Header />);
  const button = screen.getByRole("button", { name: "Login with Twitch" });
  await expect.element(button).toBeVisible();
  expect((button.element() as HTMLElement).innerText.trim()).toBe("Login");
  await expectAccessible();
  await page.viewport(1280, 800);
});

test("a provider this archive does not use is not offered", async () => {
  const queries = known({ user: null });
  queries.setQueryData(siteQuery.queryKey, { ...site, twitch: null });
  const screen = await show(<Header />, {}, queries);
  await expect.element(screen.getByRole("button", { name: "Login with Patreon" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Login with Twitch" }).query()).toBeNull();
});

test("somebody logged in without view permission has no Audio Only switch", async () => {
  const screen = await show(<Header />, { user: stranger });
  await expect.element(screen.getByRole("button", { name: "Log out" })).toBeVisible();
  await expect.element(screen.getByRole("link", { name: "Account" })).toBeVisible();
  expect(screen.getByRole("switch").query()).toBeNull();
  expect(screen.getByRole("button", { name: /Login/ }).query()).toBeNull();
  await expectAccessible();
});

test("a viewer switches Audio Only by keyboard, and the browser remembers it", async () => {
  const screen = await show(<Header />, { user: viewer });
  const audioOnly = screen.getByRole("switch", { name: "Audio Only" });
  await expect.element(audioOnly).not.toBeChecked();
  (audioOnly.element() as HTMLElement).focus();
  await userEvent.keyboard(" ");
  await expect.element(audioOnly).toBeChecked();
  // other test files, in frames beside this one, write to the same storage
  expect(JSON.parse(localStorage.getItem("stagedoor") ?? "")).toMatchObject({ state: { audioOnly: true }, version: 1 });
  usePersisted.setState({ audioOnly: false });
  await expectAccessible();
});

test("a login that fails says so in a toast", async () => {
  const screen = await show(<Header />);
  await screen.getByRole("button", { name: "Login with Patreon" }).click();
  await expect.element(screen.getByText(/^Error occured while performing the log in: The archive/)).toBeVisible();
  await screen.getByRole("button", { name: "Close message" }).click();
  await expect.element(screen.getByRole("alert")).not.toBeInTheDocument();
});

test("editors have a link to the studio, viewers do not", async () => {
  const screen = await show(<Header />, { user: viewer });
  expect(screen.getByRole("link", { name: "Studio" }).query()).toBeNull();
  await screen.unmount();
  const again = await show(<Header />, { user: { ...viewer, can_edit: true } });
  await expect.element(again.getByRole("link", { name: "Studio" })).toHaveAttribute("href", "/studio");
  await expectAccessible();
});
