import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { HeardFigures } from "#contract/heard/heard.ts";
import type { InboxEntry } from "#contract/inbox.ts";
import type { User } from "#contract/member.ts";
import { viewer } from "#web/testing/people.ts";
import { expectAccessible, show } from "#web/testing/render.tsx";
import { backups, inDays, makeEntry, makeItem, standIn, storage } from "#web/testing/studio-stand-in.ts";
import { OverviewPage } from "./overview.tsx";

const editor: User = { ...viewer, can_edit: true };
const owner: User = { ...editor, is_owner: true, can_invite: true };
const counts = { waiting: 0, running: 0, failed: 0, done: 0, cancelled: 0 };
const guest = {
  ...{ id: "g", name: "Mira", provider: null, note: "", invited_by: "Ada", invited_at: inDays(-30) },
  ...{ state: "active" as const, level: null, can_change: true },
};

const heard: HeardFigures = {
  ...{ keep_days: 730, from: "2026-10-23", csv: "", songs: [], feed: 0 },
  total: { plays: 0, seconds: 0, members: 0 },
  ...{ days: [{ day: "2026-11-19", plays: 0, seconds: 0 }], kinds: [], recordings: [] },
};

class Silent extends EventTarget {
  static readonly CLOSED = 2;
  readyState = 1;
  close() {
    this.readyState = Silent.CLOSED;
  }
}

beforeEach(() => page.viewport(1280, 800));
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function open(user: User, replies: Parameters<typeof standIn>[0] = {}) {
  const server = standIn({
    getInbox: { entries: [], total: 0 },
    getIncoming: { entries: [], total: 0 },
    getWork: { items: [], counts },
    getStorage: storage,
    getCheckUp: { ran_at: null, lines: [] },
    listGuests: { guests: [], invitations: [] },
    listHistory: { entries: [], next: null },
    getBackups: backups,
    getHeardFigures: heard,
    ...replies,
  });
  vi.stubGlobal("EventSource", Silent);
  vi.spyOn(globalThis, "fetch").mockImplementation(server.fetch);
  return { server, screen: await show(<OverviewPage />, { user, path: "/studio" }) };
}

const entry: InboxEntry = {
  ...{ id: "a", title: "VID_0001", description: "", add_date: "2024-05-01T00:00:00Z", time_missing: true },
  ...{ hidden: true, state: "published", duration: 60, thumbnail_url: null, revision: 1, place: "VID_0001.mp4" },
  ...{ title_from: "the file name", is_title_guess: true, date_from: "the file name", is_date_guess: false },
  ...{ notes: [], doubles: [] },
};

test("what needs somebody is listed, each with where it is done", async () => {
  const { server, screen } = await open(owner, {
    getInbox: { entries: [entry], total: 1 },
    getWork: ({ countOf }) => ({
      items:
        countOf("retryWork") > 0
          ? []
          : [makeItem({ state: "failed", problem: "The disk was full.", can_retry: true, can_cancel: false })],
      counts,
    }),
    retryWork: { item: makeItem({ state: "waiting" }) },
    getCheckUp: {
      ran_at: new Date().toISOString(),
      lines: [{ name: "proxy", title: "Proxy", state: "bad", sentence: "It hides addresses." }],
    },
    listGuests: {
      guests: [
        { ...guest, until: inDays(3) },
        { ...guest, id: "h", name: "Late", until: inDays(60) },
        { ...guest, id: "i", name: "Always", until: null },
      ],
      invitations: [],
    },
    getIncoming: {
      entries: [{ name: "x.mp4", bytes: 3, state: "refused", since: null, sentence: "It is not a recording." }],
      total: 1,
    },
  });
  const needs = screen.getByRole("list", { name: "Needs somebody" });
  await expect.element(needs.getByText("1 guest will lose access soon")).toBeVisible();
  await expect.element(needs.getByText(/^Mira on /)).toBeVisible();
  expect(needs.element().textContent).not.toContain("Late");
  await expect.element(needs.getByText("1 title guessed")).toBeVisible();
  await expect
    .element(needs.getByRole("link", { name: "Look: 1 recording in the inbox" }))
    .toHaveAttribute("href", "/studio/inbox");
  await expect.element(needs.getByText("Proxy: It hides addresses.")).toBeVisible();
  await expect.element(needs.getByText("x.mp4: It is not a recording.")).toBeVisible();
  await expect.element(needs.getByText("Making 480p: The disk was full.")).toBeVisible();
  await expectAccessible();
  await needs.getByRole("button", { name: "Try again: Harbour lights" }).click();
  await expect.element(needs.getByText("Making 480p: The disk was full.")).not.toBeInTheDocument();
  expect(server.countOf("retryWork")).toBe(1);
});

test("what is being prepared, what was added, the space and the last backup are shown", async () => {
  const running = { ...counts, running: 1, waiting: 7 };
  const { screen } = await open(owner, {
    getWork: { items: [makeItem()], counts: running },
    listHistory: { entries: [makeEntry({ kind: "added", sentence: "Added this recording." })], next: null },
  });
  await expect.element(screen.getByText("Nothing needs you right now.")).toBeVisible();
  const prepared = screen.getByRole("region", { name: "Being prepared" });
  await expect.element(prepared.getByRole("link", { name: "Harbour lights" })).toHaveAttribute("href", "/video/a");
  await expect.element(prepared.getByText("And 4 more.")).toBeVisible();
  await expect
    .element(prepared.getByRole("link", { name: "Show the queue" }))
    .toHaveAttribute("href", "/studio/upload");
  await expect
    .element(screen.getByRole("region", { name: "Added lately" }))
    .toMatchTextContent(/Harbour lights.*Ada, yesterday/);
  await expect.element(screen.getByRole("region", { name: "Space" })).toMatchTextContent(/1\.23 TB of 1\.57 TB/);
  await expect.element(screen.getByRole("link", { name: "Set up backups" })).toBeVisible();
  await expectAccessible();
});

test("how it is listened to is told in short, with the way to the rest; nothing where nothing is counted", async () => {
  const about = { thumbnail_url: null, length: 2400, plays: 9, members: 12, most_at: null };
  const { screen } = await open(editor, {
    getHeardFigures: {
      ...heard,
      total: { plays: 27, seconds: 97_200, members: 12 },
      days: [
        { day: "2026-11-18", plays: 20, seconds: 72_900 },
        { day: "2026-11-19", plays: 7, seconds: 24_300 },
      ],
      kinds: [
        { kind: "video", plays: 20, seconds: 72_900 },
        { kind: "audio", plays: 7, seconds: 24_300 },
      ],
      recordings: ["One", "Two", "Three", "Four"].map((title, n) => ({
        ...about,
        id: title,
        title,
        seconds: 9000 - n,
      })),
    },
  });
  const card = screen.getByRole("region", { name: "Listened to in 28 days" });
  await expect.element(card).toMatchTextContent(/heard by 12 members.*27 h.*plays.*27.*audio only.*25 %/);
  await expect.element(card.getByRole("link", { name: "Three" })).toBeVisible();
  await expect.element(card.getByRole("link", { name: "Four" })).not.toBeInTheDocument();
  await expect.element(card.getByRole("link", { name: "Show what is heard" })).toHaveAttribute("href", "/studio/heard");
  await expectAccessible();
  await screen.unmount();
  const off = await open(editor, { getHeardFigures: { ...heard, keep_days: 0 } });
  await expect.element(off.screen.getByText("Nothing needs you right now.")).toBeVisible();
  await expect.element(off.screen.getByRole("region", { name: /Listened/ })).not.toBeInTheDocument();
});

test("an editor is asked about nothing that is the owner's", async () => {
  const { server, screen } = await open(editor);
  await expect.element(screen.getByText("Nothing needs you right now.")).toBeVisible();
  expect(screen.getByRole("region", { name: "Last backup" }).query()).toBeNull();
  const owners = ["getCheckUp", "listGuests", "getBackups", "getSettings"] as const;
  expect(owners.filter((name) => server.countOf(name) > 0)).toEqual([]);
});

test.each([
  ["an owner", owner, ["/studio/upload", "/studio/settings/access", "/studio/settings/backups"]],
  ["an editor", editor, ["/studio/upload", "/studio/inbox", "/studio/collections"]],
] as const)("an empty archive says %s the three first steps", async (_who, user, addresses) => {
  const empty = { ...storage, used: 0, kinds: storage.kinds.map((kind) => ({ ...kind, bytes: 0, files: 0 })) };
  const { screen } = await open(user, { getStorage: empty });
  const first = screen.getByRole("region", { name: "Three first steps" });
  await expect.element(first).toBeVisible();
  const links = [...first.element().querySelectorAll("a")].map((link) => link.getAttribute("href"));
  expect(links).toEqual(addresses);
  await expectAccessible();
});
