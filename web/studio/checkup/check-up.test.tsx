import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { Route, Routes } from "react-router";
import type { CheckUp } from "#contract/check-up.ts";
import type { User } from "#contract/member.ts";
import { viewer } from "#web/testing/people.ts";
import { expectAccessible, show } from "#web/testing/render.tsx";
import { standIn, storage } from "#web/testing/studio-stand-in.ts";
import { StudioPage } from "#web/studio/studio.tsx";

const editor: User = { ...viewer, can_edit: true };
const owner: User = { ...editor, is_owner: true };
const line = (name: CheckUp["lines"][number]["name"], state: "good" | "warning" | "bad") => ({
  name,
  state,
  title: `About ${name}`,
  sentence: `The sentence of ${name}.`,
});
const wrong: CheckUp = {
  ran_at: new Date().toISOString(),
  lines: [line("proxy", "bad"), line("space", "warning"), line("address", "good"), line("key-copy", "bad")],
};
const right: CheckUp = { ...wrong, lines: wrong.lines.map(({ name }) => line(name, "good")) };

beforeEach(() => page.viewport(390, 800));
afterEach(() => {
  vi.restoreAllMocks();
  for (const button of document.querySelectorAll<HTMLElement>("[aria-label='Close message']")) button.click();
});

async function open(path: string, user: User = owner, checkUp = wrong) {
  const server = standIn({
    getInbox: { entries: [], total: 0 },
    getStorage: storage,
    getCheckUp: checkUp,
    runCheckUp: right,
    confirmKeyCopy: right,
  });
  vi.spyOn(globalThis, "fetch").mockImplementation(server.fetch);
  const signInAgain = { begin: vi.fn<() => void>(), isPending: false };
  const studio = <Route path="/studio/*" element={<StudioPage signInAgain={signInAgain} />} />;
  return { server, screen: await show(<Routes>{studio}</Routes>, { user, path }) };
}

test("what is wrong is shown to the owner on other pages of the studio, and leads to the check-up", async () => {
  const { screen } = await open("/studio/storage");
  const banner = screen.getByRole("alert");
  await expect.element(banner.getByText("2 things are wrong with the archive")).toBeVisible();
  await expect.element(banner.getByText("About proxy")).toBeVisible();
  expect(banner.element().textContent).not.toContain("space");
  expect(banner.element().textContent).not.toContain("The sentence");
  await expectAccessible();
  await banner.getByRole("link", { name: "Open the check-up" }).click();
  await expect.element(screen.getByRole("heading", { name: "Check-up" })).toBeVisible();
  await expect.element(screen.getByText(/2 things are wrong/)).not.toBeInTheDocument();
});

test("a single fault is shown with its sentence", async () => {
  const one = { ...wrong, lines: wrong.lines.slice(0, 2) };
  const { screen } = await open("/studio/storage", owner, one);
  await expect.element(screen.getByRole("alert").getByText("About proxy: The sentence of proxy.")).toBeVisible();
});

test("an editor is shown nothing of it, and an owner nothing when all is well", async () => {
  const { screen, server } = await open("/studio/storage", editor);
  await expect.element(screen.getByRole("heading", { level: 2 }).first()).toBeVisible();
  expect(screen.getByRole("alert").query()).toBeNull();
  expect(server.asked.some(({ name }) => name === "getCheckUp")).toBe(false);
  await screen.unmount();
  const again = await open("/studio/storage", owner, right);
  await expect.element(again.screen.getByRole("heading", { level: 2 }).first()).toBeVisible();
  expect(again.screen.getByRole("alert").query()).toBeNull();
});

test("each line says how it is, and everything can be checked again", async () => {
  const { screen } = await open("/studio/settings/check-up");
  const proxy = screen.getByRole("listitem").filter({ hasText: "About proxy" });
  await expect.element(proxy.getByText("Wrong:")).toBeInTheDocument();
  await expect.element(proxy.getByText("The sentence of proxy.")).toBeVisible();
  await expectAccessible();
  await screen.getByRole("button", { name: "Check now" }).click();
  await expect.element(proxy.getByText("Good:")).toBeInTheDocument();
  await expect.element(screen.getByText("Nothing is wrong.")).toBeVisible();
});

test("a copy of the key is confirmed by its checksum", async () => {
  const { screen, server } = await open("/studio/settings/check-up");
  const field = screen.getByLabelText("Checksum of your copy");
  await expect.element(screen.getByText(/type sha256sum and the name of the file/)).toBeVisible();
  await field.fill("0123456789abcdef  copy.key");
  await screen.getByRole("button", { name: "Confirm the copy" }).click();
  await expect.element(field).not.toBeInTheDocument();
  expect(server.asked.find(({ name }) => name === "confirmKeyCopy")?.body).toEqual({
    checksum: "0123456789abcdef  copy.key",
  });
});
