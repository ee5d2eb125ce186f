import { expect, test } from "vitest";
import { viewer } from "#web/testing/people.ts";
import { expectAccessible, show } from "#web/testing/render.tsx";
import { Pages } from "./pages.tsx";

test("a path that does not exist leads to the not-found page", async () => {
  const screen = await show(<Pages />, { path: "/no/such/page" });
  await expect.element(screen.getByText("Oh no, this page was not found!")).toBeVisible();
  await expect.element(screen.getByRole("img", { name: /flat line/ })).toBeVisible();
  expect(document.title).toBe("Not found · Night Sessions");
  await expectAccessible();
});

test("the home page is titled Home and the archive's name", async () => {
  const screen = await show(<Pages />, { user: viewer });
  await expect.element(screen.getByRole("heading", { name: "Night Sessions" })).toBeVisible();
  expect(document.title).toBe("Home · Night Sessions");
  await expectAccessible();
});

test("a change of page moves the focus to it and is announced", async () => {
  const screen = await show(<Pages />, { user: viewer, path: "/404" });
  await screen.getByRole("link", { name: "Back to the archive" }).click();
  await expect.element(screen.getByRole("main")).toHaveFocus();
  await expect.element(screen.getByText("Home · Night Sessions")).toBeInTheDocument();
});

test("the video page is loaded on demand", async () => {
  const screen = await show(<Pages />, { user: viewer, path: "/video/7" });
  // There is no server behind this test: the page's own code says so.
  await expect.element(screen.getByRole("heading", { name: "The recording could not be loaded" })).toBeVisible();
  await expect.element(screen.getByRole("progressbar")).not.toBeInTheDocument();
  await expectAccessible();
});

test("the studio is not found by those who may not edit", async () => {
  const screen = await show(<Pages />, { user: viewer, path: "/studio" });
  await expect.element(screen.getByText("Oh no, this page was not found!")).toBeVisible();
});
