import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { User } from "#contract/member.ts";
import type { RecordingRow } from "#contract/studio.ts";
import type { Video } from "#contract/video.ts";
import { describeVideo, makeVideo } from "#web/testing/library-stand-in.ts";
import { viewer } from "#web/testing/people.ts";
import { expectAccessible, show } from "#web/testing/render.tsx";
import { standIn } from "#web/testing/studio-stand-in.ts";
import { RecordingsPage } from "./recordings.tsx";

const levels = [
  { id: null, name: "Member" },
  { id: "gold", name: "Gold" },
];
const editor: User = { ...viewer, can_edit: true, level: { name: "Member", upgrade_link: null, choices: levels } };

function makeRow(given: Partial<RecordingRow> = {}): RecordingRow {
  const { id, title, thumbnail_url, add_date, time_missing, duration, hidden, state } = makeVideo(given);
  const listed = { id, title, thumbnail_url, add_date, time_missing, duration, hidden, state };
  return { ...listed, prevent_autodelete: false, draft: false, plays: 0, songs: 0, captions: [], ...given };
}

const night = [
  makeRow({ id: "a", title: "Autumn", songs: 12, captions: ["en", "de"], plays: 1203, level: "gold" }),
  makeRow({ id: "b", title: "Boat session", state: "preparing", duration: null }),
  makeRow({ id: "c", title: "Cellar", hidden: true }),
  makeRow({ id: "d", title: "Dome", state: "failed" }),
  makeRow({ id: "e", title: "Evening" }),
];

beforeEach(() => page.viewport(1280, 800));
afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
  for (const button of document.querySelectorAll<HTMLElement>("[aria-label='Close message']")) button.click();
});

type Server = ReturnType<typeof standIn>;
interface Sent {
  changes: { id: string }[];
  to_all: object;
}

async function open(
  rows: readonly RecordingRow[] = night,
  { path = "/", ...more }: Server["replies"] & { path?: string } = {},
) {
  let changes = 0;
  const server = standIn({
    listRecordings: ({ query }) => {
      const found = rows.filter(({ title }) => title.toLowerCase().includes((query.get("q") ?? "").toLowerCase()));
      const from = Number(query.get("after") ?? 0);
      const to = from + Number(query.get("limit"));
      return { recordings: found.slice(from, to), next: to < found.length ? String(to) : null };
    },
    matchRecordings: ({ query }) => ({
      total: rows.length,
      ...(query.has("ids") && { ids: rows.map(({ id }) => id) }),
    }),
    previewMany: ({ body }) => {
      const { length } = (body as Sent).changes;
      return { changed: length, fields: [{ field: "add_date", count: length }] };
    },
    changeMany: ({ body }) => ({ videos: [], changes: (body as Sent).changes.map(() => `c${++changes}`) }),
    moveMany: ({ body }) => {
      const { ids } = body as { ids: string[] };
      return { moved: ids, changes: ids.map(() => `c${++changes}`) };
    },
    undoChanges: { changes: [] },
    getVideo: ({ id }) => ({ video: describeVideo(makeVideo(night.find((row) => row.id === id))) }),
    listChanges: { changes: [] },
    listFiles: {
      original: { name: "night.mkv", bytes: 1_500_000_000, sha256: "a".repeat(64), added_at: "2026-01-02T20:00:00Z" },
      made: [{ kind: "video-1080.mp4", bytes: 700_000_000, made_at: "2026-01-02T21:00:00Z" }],
    },
    ...more,
  });
  vi.spyOn(globalThis, "fetch").mockImplementation(server.fetch);
  const screen = await show(<RecordingsPage />, { user: editor, path });
  const box = (title: string) => screen.getByRole("checkbox", { name: `Choose ${title}` });
  const sentTo = (name: string) => server.asked.filter((one) => one.name === name).map(({ body }) => body);
  return { server, screen, box, sentTo };
}

test("a row says what there is: length, level, state, songs, captions and plays", async () => {
  const { screen } = await open();
  const row = (name: RegExp) => screen.getByRole("row", { name });
  await expect.element(row(/Autumn/)).toMatchTextContent(/Autumn.*1:00:00.*Gold.*Visible.*12.*English, German.*1,203/);
  await expect.element(row(/Boat session/)).toMatchTextContent(/n\/a.*Member.*Being prepared.*0.*–/);
  await expect.element(row(/Cellar/)).toMatchTextContent(/\[HIDDEN\] Cellar.*Hidden/);
  await expect.element(row(/Dome/)).toMatchTextContent(/Failed/);
  await expect.element(screen.getByRole("heading", { name: "Recordings 5" })).toBeVisible();
  await expectAccessible();
});

test("a draft is called a draft, not hidden, and where nothing is counted a row has no plays", async () => {
  const { screen } = await open([makeRow({ id: "f", title: "First idea", hidden: true, draft: true, plays: null })]);
  const row = screen.getByRole("row", { name: /First idea/ });
  await expect.element(row).toMatchTextContent(/^\[DRAFT\] First idea.*Draft.*–$/);
  expect(row.element().textContent).not.toMatch(/hidden/i);
});

test("a heading sorts, and sorts the other way; the server is asked for that", async () => {
  const { server, screen } = await open();
  const heading = screen.getByRole("columnheader", { name: "Songs" });
  await heading.getByRole("button").click();
  await expect.element(heading).toHaveAttribute("aria-sort", "descending");
  await heading.getByRole("button").click();
  await expect.element(heading).toHaveAttribute("aria-sort", "ascending");
  const asked = () => server.asked.findLast(({ name }) => name === "listRecordings")?.query.toString();
  await expect.poll(asked).toMatch(/sort=songs&order=asc/);
});

test("the filters of the address are shown and asked for, and can be taken back", async () => {
  const { server, screen } = await open(night, { path: "/?state=failed&level=&songs=none" });
  await expect.element(screen.getByRole("combobox", { name: "State" })).toHaveValue("failed");
  await expect.element(screen.getByRole("combobox", { name: "Level" })).toHaveValue(":");
  const asked = () => Object.fromEntries(server.asked.find(({ name }) => name === "listRecordings")?.query ?? []);
  await expect.poll(asked).toMatchObject({ state: "failed", level: "", songs: "none" });
  await expectAccessible();
  await screen.getByRole("button", { name: "Show all" }).click();
  await expect.element(screen.getByRole("combobox", { name: "State" })).toHaveValue("");
});

test("a search that finds nothing says so, and an empty archive leads to the upload", async () => {
  const { screen } = await open();
  await screen.getByRole("searchbox", { name: "Find in the table" }).fill("nobody");
  await expect.element(screen.getByRole("heading", { name: "No recordings match these filters" })).toBeVisible();
  await screen.unmount();
  const empty = await open([]);
  await expect.element(empty.screen.getByRole("link", { name: "Upload" })).toBeVisible();
  await expectAccessible();
});

test("columns are chosen, and the choice is kept", async () => {
  const { screen } = await open();
  await screen.getByRole("button", { name: "Filter" }).click();
  await screen.getByText("Columns").click();
  await screen.getByRole("checkbox", { name: "Captions" }).click();
  await expect.element(screen.getByRole("columnheader", { name: "Captions" })).not.toBeInTheDocument();
  expect(localStorage.getItem("stagedoor-hidden-columns")).toBe('["captions"]');
  await screen.getByRole("checkbox", { name: "Captions" }).click();
  await expect.element(screen.getByRole("columnheader", { name: "Captions" })).toBeVisible();
});

test("one date for three that are chosen with Shift: first what changes, then it is done, then undone", async () => {
  const { screen, box, sentTo } = await open();
  await box("Autumn").click();
  await box("[HIDDEN] Cellar").click({ modifiers: ["Shift"] });
  await expect.element(screen.getByText("3 chosen")).toBeVisible();
  await screen.getByRole("button", { name: "Edit fields…" }).click();
  const dialog = screen.getByRole("dialog", { name: "Edit 3 recordings" });
  await expect.element(dialog.getByRole("button", { name: "Show what changes" })).toBeDisabled();
  await dialog.getByLabelText("Date").fill("2019-05-12");
  await expectAccessible();
  await dialog.getByRole("button", { name: "Show what changes" }).click();
  await expect.element(dialog.getByRole("list", { name: "What changes" })).toMatchTextContent(/2019: 3 recordings\./);
  await expectAccessible();
  expect(sentTo("changeMany")).toEqual([]);
  await dialog.getByRole("button", { name: "Change 3 recordings" }).click();
  await expect.element(screen.getByText("3 recordings changed.")).toBeVisible();
  const to_all = { add_date: "2019-05-12T00:00:00.000Z", time_missing: true, only_known: null };
  expect(sentTo("changeMany")).toEqual([{ changes: [{ id: "a" }, { id: "b" }, { id: "c" }], to_all }]);
  await expect.element(screen.getByText("3 chosen")).not.toBeInTheDocument();
  await expectAccessible();
  await screen.getByRole("button", { name: "Undo" }).click();
  await expect.element(screen.getByText("3 changes undone.")).toBeVisible();
  expect(sentTo("undoChanges")).toEqual([{ changes: ["c1", "c2", "c3"] }]);
});

test("a level, a description and more at once; going back keeps what was typed", async () => {
  const { screen, box, sentTo } = await open();
  await box("Evening").click();
  await screen.getByRole("button", { name: "Edit fields…" }).click();
  const dialog = screen.getByRole("dialog", { name: "Edit 1 recording" });
  await dialog.getByRole("combobox", { name: "Level" }).selectOptions("Gold");
  await dialog.getByRole("combobox", { name: "Shown to members" }).selectOptions("Hidden");
  await dialog.getByRole("combobox", { name: "Prevent automatic deletion" }).selectOptions("On");
  await dialog.getByRole("combobox", { name: "Description" }).selectOptions("Replace with…");
  await dialog.getByRole("textbox", { name: "New description" }).fill("At the lake");
  await dialog.getByRole("button", { name: "Show what changes" }).click();
  await dialog.getByRole("button", { name: "Back" }).click();
  await expect.element(dialog.getByRole("textbox", { name: "New description" })).toHaveValue("At the lake");
  await dialog.getByRole("button", { name: "Show what changes" }).click();
  await dialog.getByRole("button", { name: "Change 1 recording" }).click();
  await expect.element(screen.getByText("1 recording changed.")).toBeVisible();
  const levelOfAll = { level: "gold", opens_at: null, opens_level: null };
  const to_all = { ...levelOfAll, hidden: true, prevent_autodelete: true, description: "At the lake" };
  expect(sentTo("changeMany")).toEqual([{ changes: [{ id: "e" }], to_all }]);
});

test("all that match are changed in pieces, also those that were not loaded, and deleted ones come back", async () => {
  const many = Array.from({ length: 450 }, (_, index) => makeRow({ id: `r${index}`, title: `Night ${index}` }));
  const { screen, box, sentTo } = await open(many);
  await box("Night 3").click();
  await screen.getByRole("button", { name: "Choose all 450" }).click();
  await expect.element(screen.getByText("450 chosen")).toBeVisible();
  await screen.getByRole("button", { name: "Hide", exact: true }).click();
  await expect.element(screen.getByText("450 recordings changed.")).toBeVisible();
  expect(sentTo("changeMany").map((body) => (body as Sent).changes.length)).toEqual([200, 200, 50]);
  await box("Night 4").click();
  await screen.getByRole("button", { name: "Delete", exact: true }).click();
  await expect.element(screen.getByText(/1 recording moved to the trash/)).toBeVisible();
  expect(sentTo("moveMany")).toEqual([{ ids: ["r4"], trashed: true }]);
  await screen.getByRole("button", { name: "Undo" }).click();
  await expect.element(screen.getByText("1 change undone.")).toBeVisible();
});

test("what was changed before a failure stays so and can be undone, and the failure is told", async () => {
  const many = Array.from({ length: 250 }, (_, index) => makeRow({ id: `r${index}`, title: `Night ${index}` }));
  const { server, screen, sentTo } = await open(many, {
    changeMany: ({ body, countOf }) => {
      if (countOf("changeMany") === 1)
        server.refused.changeMany = { status: 500, code: "unexpected", detail: "It went wrong." };
      return { videos: [], changes: (body as Sent).changes.map((_, index) => `c${index}`) };
    },
  });
  await expect.element(screen.getByText("250")).toBeVisible();
  await screen.getByRole("checkbox", { name: "Choose all rows that are loaded" }).click();
  await screen.getByRole("button", { name: "Choose all 250" }).click();
  await screen.getByRole("button", { name: "Hide", exact: true }).click();
  await expect.element(screen.getByText("It went wrong.")).toBeVisible();
  await expect.element(screen.getByText("200 recordings changed.")).toBeVisible();
  // they stay chosen, to go on with
  await expect.element(screen.getByText("250 chosen")).toBeVisible();
  await screen.getByRole("button", { name: "Undo" }).click();
  await expect.element(screen.getByText("200 changes undone.")).toBeVisible();
  expect((sentTo("undoChanges")[0] as { changes: string[] }).changes).toHaveLength(200);
});

test("by keyboard alone: the arrows go from row to row, and with Shift they choose", async () => {
  const { screen, box } = await open();
  await expect.element(box("Autumn")).toBeVisible();
  (box("Autumn").element() as HTMLElement).focus();
  await userEvent.keyboard(" {ArrowDown}");
  expect(document.activeElement).toBe(box("Boat session").element());
  await userEvent.keyboard("{Shift>}{ArrowDown}{ArrowDown}{/Shift}");
  await expect.element(screen.getByText("4 chosen")).toBeVisible();
  expect(document.activeElement).toBe(box("Dome").element());
});

test("of very many only those near the screen are rendered, and more are loaded on the way down", async () => {
  const many = Array.from({ length: 2000 }, (_, index) => makeRow({ id: `r${index}`, title: `Night ${index}` }));
  const { server, screen } = await open(many);
  await expect.element(screen.getByRole("row", { name: /Night 0\b/ })).toBeVisible();
  const rendered = () => document.querySelectorAll("tr[data-recording]").length;
  expect(rendered()).toBeLessThan(80);
  const goDown = () => {
    window.scrollTo(0, document.documentElement.scrollHeight);
    return server.countOf("listRecordings");
  };
  await expect.poll(goDown).toBeGreaterThanOrEqual(3);
  const last = () =>
    Number(document.querySelector("tr[data-recording]:nth-last-child(2)")?.textContent.match(/\d+/)?.[0]);
  await expect.poll(last).toBeGreaterThan(400);
  expect(rendered()).toBeLessThan(120);
  window.scrollTo(0, 0);
});

test("on a phone a row has two lines, and boxes only while one selects", async () => {
  await page.viewport(390, 844);
  const { screen, box } = await open();
  await expect.element(screen.getByRole("row", { name: /Dome/ })).toMatchTextContent(/Dome.*25.*Failed/);
  expect(box("Dome").query()).toBeNull();
  await expectAccessible();
  await screen.getByRole("button", { name: "Select", exact: true }).click();
  await box("Dome").click();
  await expect.element(screen.getByText("1 chosen")).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  await expectAccessible();
});

test("a row opens the editor beside the table; what was typed is kept by its tab, and asked about", async () => {
  const { screen } = await open();
  await screen.getByRole("button", { name: "Edit Evening" }).click();
  const panel = screen.getByRole("dialog", { name: "Edit Evening" });
  await panel.getByRole("textbox", { name: "Title" }).fill("Evening at home");
  await expectAccessible();
  await panel.getByRole("tab", { name: "Files" }).click();
  await expect.element(panel.getByText("night.mkv")).toBeVisible();
  await expectAccessible();
  await screen.getByRole("button", { name: "Edit Autumn" }).click();
  await expect.element(panel.getByRole("alertdialog", { name: "Discard your changes?" })).toBeVisible();
  await panel.getByRole("button", { name: "Keep editing" }).click();
  await expect.element(panel.getByRole("textbox", { name: "Title" })).toHaveValue("Evening at home");
  await panel.getByRole("button", { name: "Close the editor" }).click();
  await panel.getByRole("button", { name: "Discard changes" }).click();
  await expect.element(panel).not.toBeInTheDocument();
  await screen.getByRole("button", { name: "Edit Autumn" }).click();
  await expect.element(screen.getByRole("dialog", { name: "Edit Autumn" })).toBeVisible();
});

test("Save and hide are one step in the editor, and the tabs go by the arrow keys", async () => {
  const { server, screen, sentTo } = await open(night, {
    saveVideo: ({ body }) => ({ ...(body as { video: Video }), change: "c1" }),
    setHidden: { video: describeVideo(makeVideo()), change: "c2" },
  });
  await screen.getByRole("button", { name: "Edit Evening" }).click();
  const panel = screen.getByRole("dialog", { name: "Edit Evening" });
  await panel.getByRole("textbox", { name: "Description" }).fill("Six songs.");
  await panel.getByRole("combobox", { name: "Shown to members" }).selectOptions("Hidden");
  await panel.getByRole("button", { name: "Save" }).click();
  await expect.element(panel).not.toBeInTheDocument();
  expect(sentTo("saveVideo")).toMatchObject([{ video: { description: "Six songs.", hidden: false } }]);
  expect(sentTo("setHidden")).toEqual([{ hidden: true }]);
  expect(server.countOf("listRecordings")).toBeGreaterThan(1);
  await screen.getByRole("button", { name: "Edit Evening" }).click();
  await expect.element(panel.getByRole("textbox", { name: "Title" })).toBeVisible();
  (panel.getByRole("tab", { name: "Details" }).element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowLeft}");
  await expect.element(panel.getByRole("tab", { name: "History" })).toHaveAttribute("aria-selected", "true");
  await expect.element(panel.getByText("Nothing has been changed yet.")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(panel).not.toBeInTheDocument();
});

test("the editor says when a recording cannot be loaded", async () => {
  const { server, screen } = await open();
  server.refused.getVideo = { status: 404, code: "not-found", detail: "There is no such recording." };
  await screen.getByRole("button", { name: "Edit Evening" }).click();
  await expect.element(screen.getByText(/could not be loaded: There is no such recording/)).toBeVisible();
  await screen.getByRole("button", { name: "Close the editor" }).click();
  await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
});
