import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { expectAccessible, known, show } from "#web/testing/render.tsx";
import { makeItem as makeWork } from "#web/testing/studio-stand-in.ts";
import { saveDetails } from "./details.ts";
import { findItem, makeItem, type UploadItem, useUploads } from "./items.ts";
import { UploadRow } from "./row.tsx";
import { workQuery } from "#web/studio/work/work-query.ts";

const facts = { name: "[2024-05-01] Evening.mkv", size: 1_000_000_000, lastModified: 1 };
const guess = { title: "Evening", day: "2024-05-01", time: "" };

beforeEach(() => page.viewport(1280, 800));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  useUploads.setState({ items: [], announcement: "" });
});

async function showRow(given: Partial<UploadItem>) {
  const item = makeItem(facts, { guess, ...given });
  useUploads.setState({ items: [item] });
  const screen = await show(<Rows />);
  return { screen, key: item.key };
}

function Rows() {
  const { items } = useUploads();
  return (
    <ul>
      {items.map((item) => (
        <UploadRow key={item.key} item={item} />
      ))}
    </ul>
  );
}

const states: Record<string, { given: Partial<UploadItem>; says: string; offers: string[] }> = {
  "that waits": { given: {}, says: "Waiting to upload.", offers: ["Cancel Evening"] },
  "that is being sent": {
    given: { phase: "sending", sent: 480_000_000, bytesPerSecond: 2_000_000 },
    says: "48 % · 2 MB/s · 4 min left",
    offers: ["Cancel Evening"],
  },
  "that is being checked": {
    given: { phase: "checking", sent: facts.size },
    says: "Upload complete. Checking the file",
    offers: [],
  },
  "that waits for the network": {
    given: { phase: "paused", sent: 5, sentence: "No network connection. The upload continues automatically." },
    says: "No network connection",
    offers: ["Cancel Evening"],
  },
  "that was refused": {
    given: { phase: "stopped", sentence: "This is a playlist, not a recording." },
    says: "This is a playlist, not a recording.",
    offers: ["Try again: Evening", "Cancel Evening"],
  },
  "that has to be chosen again": {
    given: { phase: "lost", sent: 5 },
    says: "This upload was interrupted. Choose the same file again to continue.",
    offers: [`Choose the file again: ${facts.name}`, "Cancel Evening"],
  },
  "that was added": {
    given: { phase: "taken-in", video: { id: "abc", title: "Evening", inTrash: false } },
    says: "Added to the archive. It is being prepared now.",
    offers: ["Remove from this list: Evening"],
  },
  "that is already in the archive": {
    given: { phase: "known", video: { id: "abc", title: "Evening", inTrash: false } },
    says: "Already in the archive. Not added again.",
    offers: ["Remove from this list: Evening"],
  },
  "that is in the trash": {
    given: { phase: "known", video: { id: "abc", title: "Evening", inTrash: true } },
    says: "in the trash",
    offers: ["Restore Evening", "Remove from this list: Evening"],
  },
};

test.each(Object.entries(states))("a file %s says so, and offers what can be done", async (_name, state) => {
  const { screen } = await showRow(state.given);
  expect(screen.getByRole("listitem").element().textContent).toContain(state.says);
  const names = screen
    .getByRole("button")
    .elements()
    .map((button) => button.getAttribute("aria-label"));
  expect(names).toEqual(state.offers);
  const video = state.given.video;
  expect(screen.getByRole("link", { name: "Open Evening" }).query()?.getAttribute("href")).toBe(
    video && !video.inTrash ? "/video/abc" : undefined,
  );
  await expectAccessible();
});

test.each([
  [{ state: "running" as const }, "Added to the archive. It is being prepared now."],
  [{ state: "done" as const }, "Added to the archive. Ready to play."],
  [{ state: "failed" as const, problem: "The sound is broken." }, "could not be prepared. The sound is broken."],
])("the row of an added recording follows the queue: %o", async (work, says) => {
  const queries = known();
  queries.setQueryData(workQuery.queryKey, { items: [makeWork({ video_id: "abc", ...work })], counts: {} as never });
  const item = makeItem(facts, { guess, phase: "taken-in", video: { id: "abc", title: "Evening", inTrash: false } });
  const screen = await show(<UploadRow item={item} />, {}, queries);
  await expect.element(screen.getByText(says, { exact: false })).toBeVisible();
});

test("what is typed is kept, and is sent once, after a pause in typing", async () => {
  const asked: { address: unknown; body: unknown }[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (address, request) => {
    asked.push({ address, body: JSON.parse(request?.body as string) });
    return Response.json({});
  });
  const { screen, key } = await showRow({ phase: "sending", sent: 5, address: "/api/upload/abc" });
  // the pause is over when this test says so, however long a busy machine takes between the two fields
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  await screen.getByLabelText("Title").fill("A better name");
  await screen.getByLabelText("Date").fill("2024-05-02");
  expect(findItem(key)?.typed).toEqual({ title: "A better name", day: "2024-05-02" });
  expect(asked).toEqual([]);
  vi.runOnlyPendingTimers();
  vi.useRealTimers();
  const sent = { address: "/api/upload/abc", body: { title: "A better name", date: "2024-05-02" } };
  await expect.poll(() => asked).toEqual([sent]);
  await saveDetails(key);
  expect(asked).toEqual([sent]);
});

test("a refused value is explained beside the fields, and stays as it was typed", async () => {
  vi.spyOn(globalThis, "fetch").mockImplementation(async () =>
    Response.json({ code: "bad-input", detail: "The date must be after 1970." }, { status: 400 }),
  );
  const { screen } = await showRow({ phase: "sending", sent: 5, address: "/api/upload/abc" });
  await screen.getByLabelText("Date").fill("1971-01-01");
  await expect.element(screen.getByText("The date must be after 1970.")).toBeVisible();
  await expect.element(screen.getByLabelText("Date")).toHaveValue("1971-01-01");
});

test("a different file is not accepted in place of the missing one", async () => {
  const { screen, key } = await showRow({ phase: "lost", sent: 5 });
  const input = screen.container.querySelector<HTMLInputElement>("input[type=file]");
  const files = new DataTransfer();
  files.items.add(new File(["x"], "Something else.mkv"));
  if (input) input.files = files.files;
  input?.dispatchEvent(new Event("change", { bubbles: true }));
  await expect.element(screen.getByText(/^“Something else.mkv” is not the file you started with/)).toBeVisible();
  expect(findItem(key)?.phase).toBe("lost");
});
