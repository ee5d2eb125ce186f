import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { UploadUnderWay } from "#contract/studio.ts";
import { expectAccessible, show } from "#web/testing/render.tsx";
import { inDays, standIn } from "#web/testing/studio-stand-in.ts";
import { makeItem, useUploads } from "./items.ts";
import { UploadsUnderWay } from "./upload-page.tsx";

beforeEach(() => page.viewport(1280, 800));
afterEach(() => {
  vi.restoreAllMocks();
  useUploads.setState({ items: [], announcement: "" });
  for (const button of document.querySelectorAll<HTMLElement>("[aria-label='Close message']")) button.click();
});

function makeUpload(given: Partial<UploadUnderWay> = {}): UploadUnderWay {
  return {
    id: "a".repeat(32),
    title: "Harbour lights.mkv",
    who: "Ada",
    is_own: false,
    bytes: 1_000_000_000,
    received: 400_000_000,
    begun_at: inDays(-1),
    changed_at: inDays(-0.125),
    expires_at: inDays(6),
    ...given,
  };
}

async function open(uploads: UploadUnderWay[], refused: ReturnType<typeof standIn>["refused"] = {}) {
  const server = standIn({ listUploads: () => ({ uploads: server.countOf("endUpload") > 0 ? [] : uploads }) });
  server.refused = refused;
  vi.spyOn(globalThis, "fetch").mockImplementation(server.fetch);
  return { server, screen: await show(<UploadsUnderWay />) };
}

test("the list shows who, how far and until when, without the uploads that this page sends", async () => {
  const here = makeItem({ name: "x.mkv", size: 1, lastModified: 1 }, { address: `/api/upload/${"b".repeat(32)}` });
  useUploads.setState({ items: [here] });
  const { screen } = await open([
    makeUpload(),
    makeUpload({ id: "b".repeat(32), title: "Sent here", is_own: true }),
    makeUpload({ id: "c".repeat(32), title: "Silent", is_own: true, received: 0 }),
    makeUpload({ id: "d".repeat(32), title: "Whole", received: 1_000_000_000, expires_at: null }),
  ]);
  const list = screen.getByRole("list", { name: "Other uploads in progress" });
  await expect.element(list).toBeVisible();
  const rows = [...list.element().querySelectorAll("li")].map((row) => row.textContent);
  expect(rows).toHaveLength(3);
  expect(rows[0]).toContain("Ada, 400 MB of 1 GB. Last data received 3 hours ago. Will be deleted on ");
  expect(rows[1]).toContain("you, 0 bytes of 1 GB. Nothing received yet.");
  expect(rows[2]).toContain("The file is complete and is waiting to be added.");
  await expect
    .element(screen.getByRole("progressbar", { name: "Upload of Harbour lights.mkv" }))
    .toHaveAttribute("value", "0.4");
  await expectAccessible();
});

test("cancelling an upload asks first, names what is lost, and puts the focus on keeping it", async () => {
  const { server, screen } = await open([makeUpload()]);
  const button = screen.getByRole("button", { name: "Cancel upload: Harbour lights.mkv" });
  await expect.element(button).toBeVisible();
  expect(button.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
  (button.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  const dialog = screen.getByRole("alertdialog", { name: "Cancel this upload?" });
  await expect.element(dialog.getByText(/The 400 MB received so far will be deleted/)).toBeVisible();
  await expect.element(dialog.getByRole("button", { name: "Keep the upload" })).toHaveFocus();
  await expectAccessible();
  await userEvent.keyboard("{Enter}");
  expect(server.countOf("endUpload")).toBe(0);
  await button.click();
  await dialog.getByRole("button", { name: "Cancel upload" }).click();
  await expect.element(screen.getByText("The upload of “Harbour lights.mkv” was cancelled.")).toBeVisible();
  expect(server.asked.find(({ name }) => name === "endUpload")?.id).toBe("a".repeat(32));
  await expect.element(screen.getByRole("heading", { name: "Other uploads in progress" })).not.toBeInTheDocument();
});

test("a refusal is shown in the dialog", async () => {
  const detail = "This file has arrived and is just being added to the archive. Please wait a moment.";
  const { screen } = await open([makeUpload()], { endUpload: { status: 409, code: "conflict", detail } });
  await screen.getByRole("button", { name: /^Cancel upload:/ }).click();
  const dialog = screen.getByRole("alertdialog");
  await dialog.getByRole("button", { name: "Cancel upload" }).click();
  await expect.element(dialog.getByText(detail)).toBeVisible();
});

test("nothing is shown when there are no other uploads", async () => {
  const { server, screen } = await open([]);
  await expect.poll(() => server.countOf("listUploads")).toBeGreaterThan(0);
  expect(screen.getByRole("heading").query()).toBeNull();
  expect(screen.getByRole("alert").query()).toBeNull();
});

test("a list that could not be loaded can be tried again", async () => {
  const refused = { listUploads: { status: 503, code: "busy", detail: "The archive is busy." } };
  const { server, screen } = await open([makeUpload()], refused);
  await expect.element(screen.getByText(/could not be loaded. The archive is busy./)).toBeVisible();
  await expectAccessible();
  server.refused = {};
  await screen.getByRole("button", { name: "Try again" }).click();
  await expect.element(screen.getByRole("heading", { name: "Other uploads in progress" })).toBeVisible();
});
