import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { IncomingEntry } from "#contract/studio.ts";
import { viewer } from "#web/testing/people.ts";
import { expectAccessible, show } from "#web/testing/render.tsx";
import { IncomingFolder } from "./incoming.tsx";
import { inDays, standIn } from "#web/testing/studio-stand-in.ts";

const entry: IncomingEntry = {
  name: "caf\ufffd.mkv",
  bytes: 1_500_000_000,
  state: "open",
  since: inDays(-2),
  sentence: "Another program has it open for writing.",
};

beforeEach(() => page.viewport(1280, 800));
afterEach(() => {
  vi.restoreAllMocks();
});

async function open(replies: Parameters<typeof standIn>[0]) {
  const server = standIn(replies);
  vi.spyOn(globalThis, "fetch").mockImplementation(server.fetch);
  const begin = async () => show(<IncomingFolder />, { user: { ...viewer, can_edit: true } });
  return { server, begin };
}

test("files in the incoming folder are listed with the reason why they are not added, until they are gone", async () => {
  const { server, begin } = await open({ getIncoming: { entries: [entry], total: 3 } });
  const screen = await begin();
  const list = screen.getByRole("list", { name: "In the incoming folder" });
  await expect.element(list).toHaveTextContent(`${entry.name}${entry.sentence}Waiting, 1.5 GB, first seen 2 days ago`);
  await expect.element(screen.getByText("And 2 more files.")).toBeVisible();
  await expectAccessible();
  server.replies.getIncoming = { entries: [], total: 0 };
  await expect.element(list).not.toBeInTheDocument();
});

test("an empty incoming folder is not shown", async () => {
  const { server, begin } = await open({ getIncoming: { entries: [], total: 0 } });
  const screen = await begin();
  await vi.waitFor(() => expect(server.countOf("getIncoming")).toBe(1));
  await expect.element(screen.getByText("Loading the incoming folder…")).not.toBeInTheDocument();
  expect(screen.getByRole("heading").query()).toBeNull();
});

test("an incoming folder that could not be loaded can be tried again", async () => {
  const { server, begin } = await open({ getIncoming: { entries: [entry], total: 1 } });
  server.refused.getIncoming = { status: 503, code: "busy", detail: "The archive is busy." };
  const screen = await begin();
  await expect.element(screen.getByText("The archive is busy.")).toBeVisible();
  await expectAccessible();
  server.refused = {};
  await screen.getByRole("button", { name: "Try again" }).click();
  await expect.element(screen.getByRole("heading", { name: "In the incoming folder" })).toBeVisible();
});
