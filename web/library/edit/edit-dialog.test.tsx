import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { viewer } from "#web/testing/people.ts";
import { expectAccessible, show } from "#web/testing/render.tsx";
import { stopEditing } from "./editing.ts";
import { HomePage } from "#web/library/home.tsx";
import { closeMessages, makeVideo, standIn } from "#web/testing/library-stand-in.ts";

const editor = { ...viewer, can_edit: true };

beforeEach(() => page.viewport(1280, 800));
afterEach(() => {
  closeMessages();
  vi.restoreAllMocks();
  stopEditing();
});

async function openDialog() {
  const server = standIn([makeVideo({ id: "a", title: "Winter", time_missing: true })]);
  vi.spyOn(globalThis, "fetch").mockImplementation(server.fetch);
  const screen = await show(<HomePage />, { user: editor });
  await screen.getByRole("button", { name: "Edit metadata", exact: true }).click();
  const dialog = screen.getByRole("dialog", { name: "Edit metadata" });
  await expect.element(dialog).toBeVisible();
  const saves = () => server.asked.filter(({ method }) => method === "PUT").map(({ body }) => body);
  return { server, screen, dialog, saves };
}

test("the dialog opens with the stored values, saves the whole object, and Undo restores them", async () => {
  const { server, screen, dialog, saves } = await openDialog();
  await expect.element(dialog.getByRole("textbox", { name: "Title" })).toHaveValue("Winter");
  await expectAccessible();
  await dialog.getByRole("textbox", { name: "Title" }).fill("Spring");
  await dialog.getByLabelText("Upload time (in your local timezone)").fill("2024-05-01T12:30");
  await dialog.getByRole("switch", { name: "Prevent automatic deletion" }).click();
  const before = server.shelf.get("a");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect.element(screen.getByRole("article").getByRole("link", { name: "Spring", exact: true })).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(saves()).toEqual([
    {
      video: {
        ...before,
        title: "Spring",
        add_date: new Date("2024-05-01T12:30").toISOString(),
        time_missing: false,
        prevent_autodelete: true,
      },
    },
  ]);
  await screen.getByRole("button", { name: "Undo" }).click();
  await expect.element(screen.getByRole("article").getByRole("link", { name: "Winter", exact: true })).toBeVisible();
  expect(server.shelf.get("a")).toEqual({ ...before, revision: 3 });
  await expect.element(screen.getByText("Change undone.")).toBeVisible();
  expect(screen.getByText("“Winter” is saved.").query()).toBeNull();
  expect(screen.getByRole("button", { name: "Undo" }).query()).toBeNull();
});

test("a failed fetch opens nothing and says so", async () => {
  const server = standIn([makeVideo({ id: "a", title: "Winter" })]);
  vi.spyOn(globalThis, "fetch").mockImplementation(server.fetch);
  server.failing.add("GET video");
  const screen = await show(<HomePage />, { user: editor });
  await screen.getByRole("button", { name: "Edit metadata", exact: true }).click();
  await expect.element(screen.getByText("Error occured while fetching metadata: It did not work.")).toBeVisible();
  expect(screen.getByRole("dialog").query()).toBeNull();
});

test("a failed save says so, and the dialog stays with what was typed", async () => {
  const { server, screen, dialog } = await openDialog();
  server.failing.add("PUT video");
  await dialog.getByRole("textbox", { name: "Title" }).fill("Spring");
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByText("Error occured while saving metadata: It did not work.")).toBeVisible();
  await expect.element(dialog.getByRole("textbox", { name: "Title" })).toHaveValue("Spring");
});

test("after a conflict nothing typed is lost, and both values are shown", async () => {
  const { server, screen, dialog } = await openDialog();
  const before = server.shelf.get("a");
  if (!before) throw new Error("the stand-in lost it");
  await dialog.getByRole("textbox", { name: "Title" }).fill("Mine");
  server.shelf.set("a", { ...before, title: "Theirs", description: "New words", revision: 2 });
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect.element(dialog.getByRole("button", { name: "Use theirs for Title" })).toBeVisible();
  expect(dialog.getByRole("alert").element().textContent).toContain("TheirsTheirsYoursMine");
  await expect.element(dialog.getByRole("textbox", { name: "Title" })).toHaveValue("Mine");
  await expect.element(dialog.getByRole("textbox", { name: "Description" })).toHaveValue("New words");
  await expectAccessible();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect.element(screen.getByRole("article").getByRole("link", { name: "Mine", exact: true })).toBeVisible();
  expect(server.shelf.get("a")).toMatchObject({ title: "Mine", description: "New words", revision: 3 });
});

test("when somebody hid it in the meantime, that is shown too", async () => {
  const { server, dialog } = await openDialog();
  const before = server.shelf.get("a");
  if (!before) throw new Error("the stand-in lost it");
  await dialog.getByRole("textbox", { name: "Title" }).fill("Mine");
  server.shelf.set("a", { ...before, hidden: true, revision: 2 });
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect.poll(() => dialog.getByRole("alert").query()?.textContent).toMatch(/HiddenTheir changeon$/);
});
