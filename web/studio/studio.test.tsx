import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { InboxEntry } from "#contract/inbox.ts";
import type { User } from "#contract/member.ts";
import { viewer } from "#web/testing/people.ts";
import { Route, Routes, useLocation } from "react-router";
import { expectAccessible, show } from "#web/testing/render.tsx";
import {
  backups,
  makeEntry,
  makeItem,
  makeMember,
  makeRetention,
  makeTrashed,
  standIn,
  storage,
} from "#web/testing/studio-stand-in.ts";
import { StudioPage } from "./studio.tsx";

const editor: User = { ...viewer, can_edit: true };
const owner: User = { ...editor, is_owner: true, can_invite: true };
const signInAgain = { begin: vi.fn<() => void>(), isPending: false };

beforeEach(() => page.viewport(1280, 800));
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  signInAgain.begin.mockClear();
  for (const button of document.querySelectorAll<HTMLElement>("[aria-label='Close message']")) button.click();
});

/** Stands in for the browser's EventSource: the test sends the events. */
class Stream extends EventTarget {
  static readonly CLOSED = 2;
  static last: Stream | undefined;
  static opened = 0;
  readyState = 1;
  constructor() {
    super();
    Stream.last = this;
    Stream.opened += 1;
  }
  close() {
    this.readyState = Stream.CLOSED;
  }
  say(event: string, data: unknown) {
    this.dispatchEvent(new MessageEvent(event, { data: JSON.stringify(data) }));
  }
}

const counts = { waiting: 0, running: 1, failed: 0, done: 0, cancelled: 0 };

type Server = ReturnType<typeof standIn>;
type Given = Server["replies"] & { refused?: Server["refused"] };

async function open(path: string, user: User = owner, { refused, ...replies }: Given = {}) {
  const server = standIn({
    getInbox: { entries: [], total: 0 },
    getWork: { items: [], counts },
    getWorkAhead: { ahead: null },
    listUploads: { uploads: [] },
    getStorage: storage,
    getIncoming: { entries: [], total: 0 },
    getRetention: makeRetention(),
    listRecordings: { recordings: [], next: null },
    matchRecordings: { total: 0 },
    listTrash: { videos: [] },
    listMembers: { members: [], next: null },
    listHistory: { entries: [], next: null },
    getCheckUp: { ran_at: null, lines: [] },
    listGuests: { guests: [], invitations: [] },
    getBackups: backups,
    ...replies,
  });
  server.refused = refused ?? {};
  vi.stubGlobal("EventSource", Stream);
  vi.spyOn(globalThis, "fetch").mockImplementation(server.fetch);
  const studio = <Route path="/studio/*" element={<StudioPage signInAgain={signInAgain} />} />;
  const screen = await show(
    <>
      <Routes>{studio}</Routes>
      <Where />
    </>,
    { user, path },
  );
  return { server, screen };
}

const busy = { status: 503, code: "busy", detail: "The archive is busy." };
/** Where only the way to a page matters. */
const away = { refused: { getSettings: busy, getLook: busy, listNotices: busy, getNoticeSettings: busy } };
const listLinks = (nav: Element) => [...nav.querySelectorAll("a")].map((link) => link.textContent.trim());

test("the owner sees every page, an editor everything but what is the owner's", async () => {
  const { screen } = await open("/studio/storage", owner, { getInbox: { entries: [], total: 3 } });
  const nav = screen.getByRole("navigation", { name: "Studio" });
  await expect.element(nav.getByRole("link", { name: "Content 3 waiting" })).toBeVisible();
  expect(listLinks(nav.element())).toEqual([
    "Overview",
    ...["Content 3 waiting", "Recordings", "Inbox 3 waiting", "Collections", "Songs", "Upload", "Live"],
    ...["People", "Members", "Guests", "Levels"],
    ...["Storage", "Use", "Cleanup", "Trash"],
    ...["Activity", "History", "Heard", "Notices"],
    ...["Settings", "General", "Looks", "Access", "Sharing and downloads", "Backups", "Check-up"],
  ]);
  await expect.element(nav.getByRole("link", { name: "Use" })).toHaveAttribute("aria-current", "page");
  await expect.element(screen.getByRole("heading", { level: 1, name: "Storage" })).toBeVisible();
  expect(document.title).toBe("Storage · Studio · Night Sessions");
  // only the group that one is in shows its pages
  expect(nav.getByRole("link", { name: "History" }).query()).toBeNull();
  await nav.getByRole("link", { name: "Activity" }).click();
  await expect.element(nav.getByRole("link", { name: "History" })).toHaveAttribute("aria-current", "page");
  await screen.unmount();
  const again = await open("/studio/storage", editor);
  const offered = listLinks(again.screen.getByRole("navigation", { name: "Studio" }).element());
  expect(offered).not.toContain("People");
  expect(offered).not.toContain("Settings");
  expect(offered).not.toContain("Notices");
});

test("on a phone the rail is a menu behind a button that says where one is", async () => {
  await page.viewport(390, 800);
  const { screen } = await open("/studio/trash", owner, away);
  expect(screen.getByRole("navigation", { name: "Studio" }).query()).toBeNull();
  await screen.getByRole("button", { name: "Pages of the studio: Storage · Trash" }).click();
  const nav = screen.getByRole("navigation", { name: "Studio" });
  await expectAccessible();
  await nav.getByRole("link", { name: "Access" }).click();
  await expect.element(screen.getByRole("heading", { level: 1, name: "Access" })).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Pages of the studio: Settings · Access" })).toBeVisible();
  expect(screen.getByRole("navigation", { name: "Studio" }).query()).toBeNull();
});

function Where() {
  const { pathname, search } = useLocation();
  return <output data-testid="where">{`${pathname}${search}`}</output>;
}

test.each<[string, string]>([
  ["/studio/work", "/studio/upload"],
  ["/studio/retention?days=30", "/studio/cleanup?days=30"],
  ["/studio/check-up", "/studio/settings/check-up"],
  ["/studio/settings", "/studio/settings/general"],
  ["/studio/settings#the-archive", "/studio/settings/general"],
  ["/studio/settings#new-recordings", "/studio/settings/general"],
  ["/studio/settings#levels", "/studio/levels"],
  ["/studio/settings#logins", "/studio/settings/access"],
  ["/studio/settings#patreon", "/studio/settings/access"],
  ["/studio/settings#twitch", "/studio/settings/access"],
  ["/studio/settings#downloads", "/studio/settings/sharing"],
  ["/studio/settings#shared-moments", "/studio/settings/sharing"],
  ["/studio/settings#backups", "/studio/settings/backups"],
  ["/studio/settings#how-it-looks", "/studio/settings/looks"],
  ["/studio/settings#texts-and-links", "/studio/settings/looks"],
  ...["", "/inbox", "/storage", "/collections", "/trash", "/members", "/guests", "/history", "/notices"].map(
    (same): [string, string] => [`/studio${same}`, `/studio${same}`],
  ),
])("the address %s leads to %s", async (from, to) => {
  const { screen } = await open(from, owner, away);
  await expect.element(screen.getByTestId("where")).toHaveTextContent(to);
});

test.each(["trash", "members", "history"])("%s says that it is empty", async (part) => {
  const { screen } = await open(`/studio/${part}`);
  await expect.element(screen.getByRole("heading", { level: 2 })).toBeVisible();
  await expectAccessible();
});

test("the upload page says that the queue is empty", async () => {
  const { screen } = await open("/studio/upload");
  await expect
    .element(screen.getByRole("region", { name: "Queue" }).getByText(/Nothing is being prepared right now\./))
    .toBeVisible();
  await expectAccessible();
});

test.each([
  ["upload", "getWork"],
  ["storage", "getStorage"],
  ["cleanup", "getRetention"],
  ["trash", "listTrash"],
  ["members", "listMembers"],
  ["history", "listHistory"],
] as const)("%s that could not be loaded can be tried again", async (part, name) => {
  const refused = { [name]: { status: 503, code: "busy", detail: "The archive is busy." } };
  const { server, screen } = await open(`/studio/${part}`, owner, { refused });
  await expect.element(screen.getByText("The archive is busy.")).toBeVisible();
  await expectAccessible();
  server.refused = {};
  await screen.getByRole("button", { name: "Try again" }).click();
  await expect.element(screen.getByText("could not be loaded")).not.toBeInTheDocument();
});

const longAgo = { status: 401, code: "sign-in-again", detail: "Your last login was a while ago." };

test.each([
  ["upload", "getWork"],
  ["storage", "getStorage"],
  ["cleanup", "getRetention"],
  ["trash", "listTrash"],
  ["members", "listMembers"],
  ["history", "listHistory"],
] as const)("%s offers to log in again when the login is too old", async (part, name) => {
  const { screen } = await open(`/studio/${part}`, owner, { refused: { [name]: longAgo } });
  await expect.element(screen.getByText("Your last login was a while ago.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Try again" }).query()).toBeNull();
  await screen.getByRole("button", { name: "Log in again" }).click();
  expect(signInAgain.begin).toHaveBeenCalledOnce();
});

test.each([
  [{ status: 503, code: "busy", detail: "The archive is busy." }, 1],
  [longAgo, 0],
])(
  "a live view that the server closed is opened again, but not when the login is too old: %o",
  async (refusal, times) => {
    const { server, screen } = await open("/studio/upload", editor, { getWork: { items: [makeItem()], counts } });
    await expect.element(screen.getByText("Harbour lights")).toBeVisible();
    const timers = vi.spyOn(globalThis, "setTimeout");
    const opened = Stream.opened;
    server.refused.getWork = refusal;
    Stream.last?.close();
    Stream.last?.dispatchEvent(new Event("error"));
    await expect.poll(() => server.countOf("getWork")).toBe(2);
    // what was loaded stays
    await expect.element(screen.getByText("Harbour lights")).toBeVisible();
    const isOffered = () => screen.getByRole("button", { name: "Log in again" }).query() !== null;
    await expect.poll(isOffered).toBe(times === 0);
    await expect.poll(() => timers.mock.calls.filter(([, ms]) => ms === 5000).length).toBe(times);
    expect(screen.getByText(/Live updates lost/).elements()).toHaveLength(times);
    expect(Stream.opened).toBe(opened);
  },
);

test("an action that needs a recent login says so, and offers to log in again", async () => {
  const { server, screen } = await open("/studio/trash", editor, { listTrash: { videos: [makeTrashed()] } });
  server.refused.restoreVideo = longAgo;
  await screen.getByRole("button", { name: "Restore Harbour lights" }).click();
  await screen.getByRole("alert").getByRole("button", { name: "Log in again" }).click();
  expect(signInAgain.begin).toHaveBeenCalledOnce();
});

test("the queue is shown live, step by step", async () => {
  const { screen } = await open("/studio/upload", editor, { getWork: { items: [makeItem()], counts } });
  await expect.element(screen.getByText("Step 3 of 5: Making 480p, 3 min left")).toBeVisible();
  await expect.element(screen.getByRole("progressbar", { name: "Making 480p: Harbour lights" })).toBeVisible();
  Stream.last?.dispatchEvent(new Event("error"));
  await expect.element(screen.getByText(/Live updates lost/)).toBeVisible();
  Stream.last?.say("work", { items: [makeItem()], counts });
  await expect.element(screen.getByText(/Live updates lost/)).not.toBeInTheDocument();
  Stream.last?.say("item", makeItem({ progress: 0.9, seconds_left: 20 }));
  await expect.element(screen.getByText("Step 3 of 5: Making 480p, less than a minute left")).toBeVisible();
  Stream.last?.say("item", makeItem({ state: "done", progress: 1, finished_at: new Date().toISOString() }));
  await expect
    .element(screen.getByRole("list", { name: "Recently finished" }))
    .toMatchTextContent(/Making 480p: done, just now/);
  expect(screen.getByRole("progressbar").query()).toBeNull();
  await expectAccessible();
});

test("a failed step says what happened and can be tried again", async () => {
  const failed = makeItem({
    state: "failed",
    problem: "The file ends in the middle.",
    log: ["moov atom not found"],
    attempts: 3,
    can_retry: true,
    can_cancel: false,
  });
  const { server, screen } = await open("/studio/upload", editor, {
    getWork: ({ countOf }) => ({ items: [countOf("retryWork") > 0 ? makeItem({ state: "waiting" }) : failed], counts }),
    retryWork: { item: makeItem({ state: "waiting" }) },
  });
  await expect.element(screen.getByText("The file ends in the middle.")).toBeVisible();
  await screen.getByText("Last lines of the log").click();
  await expect.element(screen.getByText("moov atom not found")).toBeVisible();
  await expectAccessible();
  await screen.getByRole("button", { name: "Try again: Harbour lights" }).click();
  await expect.element(screen.getByRole("list", { name: "Waiting" })).toMatchTextContent(/Harbour lights/);
  expect(server.asked.find(({ name }) => name === "retryWork")?.id).toBe("1");
});

test("storage is shown in total, by kind, by month and by recording", async () => {
  const { screen } = await open("/studio/storage", editor);
  await expect.element(screen.getByText("1.23 TB", { exact: true }).first()).toBeVisible();
  await expect.element(screen.getByRole("list", { name: "By kind" })).toMatchTextContent(/Originals 800 GB 120 files/);
  await expect
    .element(screen.getByRole("img", { name: /from January 2026 to December 2026: the archive grew from 34 GB/ }))
    .toBeVisible();
  await expect
    .element(screen.getByRole("list", { name: "Biggest recordings" }))
    .toMatchTextContent(/Strings alone22 GB/);
  // the table is for screen readers: a table itself would be larger, and Firefox would show its caption
  const hidden = screen.getByRole("table", { name: "Added per month" }).element().closest(".visually-hidden");
  expect(hidden?.getBoundingClientRect()).toMatchObject({ width: 1, height: 1 });
  expect(screen.getByRole("alert").query()).toBeNull();
  await expectAccessible();
});

test("when storage is almost full, the page says that uploads are refused and nothing is deleted", async () => {
  const { screen } = await open("/studio/storage", editor, { getStorage: { ...storage, free: 5_000_000_000 } });
  await expect
    .element(screen.getByRole("alert", { name: "Storage is almost full" }))
    .toMatchTextContent(/Free space is down to 5 GB; at least 10 GB must stay free/);
});

test("an editor can restore from the trash, but not delete for good", async () => {
  const { screen } = await open("/studio/trash", editor, {
    listTrash: ({ countOf }) => ({ videos: countOf("restoreVideo") > 0 ? [] : [makeTrashed()] }),
  });
  await expect.element(screen.getByText(/Ada put it there. Can be restored until/)).toBeVisible();
  expect(screen.getByRole("button", { name: /for good/ }).query()).toBeNull();
  await expectAccessible();
  await screen.getByRole("button", { name: "Restore Harbour lights" }).click();
  await expect.element(screen.getByText("“Harbour lights” is back in the archive.")).toBeVisible();
  await expect.element(screen.getByRole("heading", { name: "The trash is empty" })).toBeVisible();
  await expect.element(screen.getByRole("heading", { name: "Trash", level: 1 })).toHaveFocus();
});

test("deleting for good asks first, names the recording, and offers to log in again when that is needed", async () => {
  const { server, screen } = await open("/studio/trash", owner, {
    listTrash: ({ countOf }) => ({ videos: countOf("purgeVideo") > 1 ? [] : [makeTrashed()] }),
  });
  await screen.getByRole("button", { name: "Delete for good: Harbour lights" }).click();
  const dialog = screen.getByRole("alertdialog", { name: "Delete this recording for good?" });
  await expect
    .element(dialog)
    .toMatchTextContent(/“Harbour lights” and all its files \(1\.5 GB\) will be deleted for good\./);
  await expect.element(dialog.getByRole("button", { name: "Cancel" })).toHaveFocus();
  await expectAccessible();
  server.refused.purgeVideo = { status: 401, code: "sign-in-again", detail: "Please log in again to do this." };
  await dialog.getByRole("button", { name: "Delete 1 recording for good" }).click();
  await dialog.getByRole("button", { name: "Log in again" }).click();
  expect(signInAgain.begin).toHaveBeenCalledOnce();
  server.refused = {};
  await dialog.getByRole("button", { name: "Delete 1 recording for good" }).click();
  await expect.element(screen.getByText("“Harbour lights” was deleted for good.")).toBeVisible();
  await expect.element(screen.getByRole("heading", { name: "The trash is empty" })).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
});

test("the owner makes a member an editor and undoes it; people named in the settings cannot be changed", async () => {
  const listed = [makeMember(), makeMember({ id: "o", name: "Ada", is_owner: true, can_edit: true, sessions: 0 })];
  const { server, screen } = await open("/studio/members", owner, {
    listMembers: { members: listed, next: null },
    changeMember: { member: makeMember({ role: "editor" }), change: "a7" },
  });
  const grace = screen.getByRole("listitem").filter({ hasText: "GraceMember" });
  await expect.element(grace).toMatchTextContent(/Patreon: the tier Gold opens the archive\./);
  await expectAccessible();
  expect(screen.getByRole("button", { name: /Ada/ }).query()).toBeNull();
  await screen.getByRole("button", { name: "Make editor: Grace" }).click();
  await expect.element(screen.getByText("Grace can edit now.")).toBeVisible();
  await screen.getByRole("button", { name: "Undo" }).click();
  await expect.element(screen.getByText("Change undone.")).toBeVisible();
  const sent = server.asked.filter(({ name }) => /^(changeMember|undoChanges)$/.test(name)).map(({ body }) => body);
  expect(sent).toEqual([{ role: "editor" }, { changes: ["a7"] }]);
});

test("ending a member's sessions asks first and says how many", async () => {
  const { server, screen } = await open("/studio/members", owner, {
    listMembers: { members: [makeMember()], next: null },
    endMemberSessions: { ended: 2 },
  });
  await screen.getByRole("button", { name: "Log out Grace" }).click();
  const dialog = screen.getByRole("alertdialog", { name: "Log Grace out everywhere?" });
  expect(server.countOf("endMemberSessions")).toBe(0);
  await dialog.getByRole("button", { name: "End 2 sessions" }).click();
  await expect.element(screen.getByText("Grace was logged out of 2 sessions.")).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
});

test("history is filtered by kind and by recording, page by page", async () => {
  const { server, screen } = await open("/studio/history", editor, {
    listHistory: ({ query }) =>
      query.has("after")
        ? { entries: [makeEntry({ id: "change-0", sentence: "Added this recording." })], next: null }
        : { entries: [makeEntry()], next: "n" },
  });
  await expect
    .element(screen.getByRole("list", { name: "History" }))
    .toMatchTextContent(/Harbour lightsHid this recording\./);
  await screen.getByRole("button", { name: "Show more" }).click();
  const added = screen.getByRole("listitem").filter({ hasText: "Added this recording." });
  await expect.element(added, { message: "the first new entry has the focus" }).toHaveFocus();
  await expectAccessible();
  await screen.getByRole("combobox", { name: "Kind" }).selectOptions("hidden");
  await screen.getByRole("button", { name: "Only this recording: Harbour lights" }).first().click();
  await vi.waitFor(() => expect(server.asked.at(-1)?.query.toString()).toBe("video=a&kind=hidden"));
  await screen.getByRole("button", { name: "Showing one recording only. Show all" }).click();
  await vi.waitFor(() => expect(server.asked.at(-1)?.query.toString()).toBe("kind=hidden"));
  await expect.element(screen.getByRole("combobox", { name: "Kind" })).toHaveFocus();
  await screen.getByRole("button", { name: "Ada", exact: true }).first().click();
  await vi.waitFor(() => expect(server.asked.at(-1)?.query.toString()).toBe("member=m-ada&kind=hidden"));
  await expect.element(screen.getByRole("option", { name: "Permissions" })).not.toBeInTheDocument();
});

test("an undo that is no longer possible says why", async () => {
  const { server, screen } = await open("/studio/history", editor, {
    listHistory: ({ countOf }) => ({ entries: [makeEntry({ can_undo: countOf("undoChanges") < 2 })], next: null }),
  });
  server.refused.undoChanges = { status: 409, code: "conflict", detail: "The title was changed again since." };
  await screen.getByRole("button", { name: "Undo: Harbour lights, Hid this recording." }).click();
  await expect.element(screen.getByText("The title was changed again since.")).toBeVisible();
  server.refused = {};
  await screen.getByRole("button", { name: "Undo: Harbour lights, Hid this recording." }).click();
  await expect.element(screen.getByText("Change undone.")).toBeVisible();
  await expect.element(screen.getByRole("listitem").filter({ hasText: "Harbour lights" })).toHaveFocus();
});

test("the queue says how far everything is, what the rest costs, and which sizes a member has asked for", async () => {
  const { screen } = await open("/studio/upload", editor, {
    getWork: { items: [makeItem({ asked_at: "2026-11-15T12:00:00Z" })], counts },
    getWorkAhead: {
      ahead: {
        ...{ recordings: 400, watchable: 12, bytes_left: 120_000_000_000 },
        ...{ processor_seconds: 40_000, processor_seconds_left: 30_000 },
      },
    },
  });
  const lead = /^400 recordings are being prepared. 12 of them can already be watched./;
  await expect.element(screen.getByText(lead)).toMatchTextContent(/about 8 hours of processor time and 120 GB/);
  const bar = screen.getByRole("progressbar", { name: "Progress of everything that is being prepared" });
  await expect.element(bar).toHaveAttribute("value", "0.25");
  await expect
    .element(screen.getByText(/^On .*2026, a member's connection was too slow for this recording/))
    .toBeVisible();
  await expectAccessible();
});

test("what was typed in the inbox is still there after a look at another page, and only for whoever typed it", async () => {
  const entry: InboxEntry = {
    ...{ id: "a", title: "VID_0001", description: "", add_date: "2024-05-01T00:00:00Z", time_missing: true },
    ...{ hidden: true, state: "published", duration: 60, thumbnail_url: null, revision: 1, place: "VID_0001.mp4" },
    ...{ title_from: "the file name", is_title_guess: true, date_from: "the file's last change", is_date_guess: true },
    ...{ notes: [], doubles: [] },
  };
  const replies = { getInbox: { entries: [entry], total: 1 }, editInbox: { changes: ["c"] } };
  const { server, screen } = await open("/studio/inbox", editor, replies);
  const title = screen.getByRole("textbox", { name: "Title of VID_0001.mp4" });
  await title.fill("First night");
  const nav = screen.getByRole("navigation", { name: "Studio" });
  await nav.getByRole("link", { name: "Storage" }).click();
  await expect.element(title).not.toBeInTheDocument();
  expect(window.dispatchEvent(new Event("beforeunload", { cancelable: true }))).toBe(false);
  await nav.getByRole("link", { name: "Content 1 waiting" }).click();
  await nav.getByRole("link", { name: "Inbox 1 waiting" }).click();
  await expect.element(title).toHaveValue("First night");
  await screen.unmount();

  const other = await open("/studio/inbox", { ...editor, id: "somebody-else" }, replies);
  await expect.element(other.screen.getByRole("textbox", { name: /^Title/ })).toHaveValue("VID_0001");
  await other.screen.unmount();

  const again = await open("/studio/inbox", editor, replies);
  await again.screen.getByRole("button", { name: "Save 1 changed recording" }).click();
  await expect.element(again.screen.getByText("1 recording was changed.")).toBeVisible();
  expect(again.server.asked.find(({ name }) => name === "editInbox")?.body).toEqual({
    edits: [{ id: "a", revision: 1, title: "First night" }],
  });
  expect(window.dispatchEvent(new Event("beforeunload", { cancelable: true }))).toBe(true);
  expect(server.countOf("editInbox")).toBe(0);
});
