import { expect, test } from "vitest";
import { linked, stranger, viewer } from "#web/testing/people.ts";
import { expectAccessible, show } from "#web/testing/render.tsx";
import { MembersOnly } from "./members-only.tsx";

const page = (
  <MembersOnly>
    <p>the recordings</p>
  </MembersOnly>
);

test("a visitor is asked to log in", async () => {
  const screen = await show(page);
  const alert = screen.getByRole("alert", { name: "Info" });
  await expect.element(alert.getByText("Log in with Patreon or twitch to get started.", { exact: true })).toBeVisible();
  for (const name of ["Continue with Patreon", "Continue with Twitch"])
    await expect.element(screen.getByRole("button", { name, exact: true })).toBeVisible();
  expect(screen.getByText("the recordings").query()).toBeNull();
  await expectAccessible();
});

test("a visitor whose login failed is told why, instead", async () => {
  const screen = await show(page, { path: "/?problem=twitch-user-suspended" });
  const alert = screen.getByRole("alert", { name: "Login problem" });
  await expect.element(alert.getByText("This twitch account is suspended.", { exact: true })).toBeVisible();
  expect(screen.getByRole("alert", { name: "Info" }).query()).toBeNull();
  await expectAccessible();
});

test("an unknown problem shows no message", async () => {
  const screen = await show(page, { path: "/?problem=<b>hello</b>" });
  await expect.element(screen.getByRole("alert", { name: "Info" })).toBeVisible();
  expect(screen.getByRole("alert", { name: "Login problem" }).query()).toBeNull();
});

test("somebody without view permission is told so, with the reason, and can check again", async () => {
  const screen = await show(page, { user: stranger });
  const text =
    "You are logged in, but you don't have access to view the videos. This can happen if you are not subscribed at the required Patreon or twitch tier for example.";
  const alert = screen.getByRole("alert", { name: "No access" });
  await expect.element(alert.getByText(text, { exact: true })).toBeVisible();
  await expect.element(screen.getByText("Patreon: your tier (Bronze) is below Gold.")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Check again" })).toBeVisible();
  expect(screen.getByText("the recordings").query()).toBeNull();
  await expectAccessible();
});

test("a viewer sees the page", async () => {
  const screen = await show(page, { user: viewer });
  await expect.element(screen.getByText("the recordings")).toBeVisible();
  expect(screen.getByRole("alert").query()).toBeNull();
});

test("when a second provider could not be connected, a toast says why", async () => {
  const screen = await show(page, { user: linked, path: "/?problem=no-code" });
  await expect
    .element(screen.getByRole("alert"))
    .toHaveTextContent("Error occured while performing the log in: An unexpected problem occured (No code)");
  await expect.element(screen.getByText("the recordings")).toBeVisible();
});
