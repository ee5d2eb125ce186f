import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { Route, Routes } from "react-router";
import type { PlayEntry, PlayList } from "#contract/lists.ts";
import { tellPlaying } from "#web/place.ts";
import { closeMessages } from "#web/testing/library-stand-in.ts";
import { viewer } from "#web/testing/people.ts";
import { expectAccessible, show } from "#web/testing/render.tsx";
import { changeEntries, sendUnsent } from "./changes.ts";
import { makeList } from "./making.ts";
import { ListPages } from "./pages.tsx";
import { ListTools } from "./tools.tsx";

const entry = (title: string): PlayEntry => ({
  ...{
    video_id: title,
    performance_id: null,
    title,
    songs: [],
    video_title: title,
    thumbnail_url: null,
    waveform: null,
  },
  ...{ played_at: "2025-03-01T20:00:00.000Z", time_missing: false, start: null, end: null },
  ...{ length: 60, can_play: title !== "Untimed" },
});
let list: PlayList;
let sent: { call: string; body: unknown }[];
let isRefused: boolean;
let isCut: boolean;
let favourites: string[];

beforeEach(async () => {
  await page.viewport(1280, 800);
  const entries = ["One", "Two", "Three"].map(entry);
  list = { id: "mine", kind: "own", title: "Best", is_mine: true, share_key: null, entries };
  [sent, isRefused, isCut, favourites] = [[], false, false, []];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const call = `${init?.method ?? "GET"} ${input as string}`;
    if (call === "GET /api/lists/mine") return Response.json({ list });
    if (call === "GET /api/user/favourites") return Response.json({ videos: favourites, performances: [] });
    if (call === "GET /api/user/queue") return Response.json({ queue: null });
    if (call.startsWith("GET /api/lists")) return Response.json({ lists: [] });
    if (isCut) throw new TypeError("Failed to fetch");
    sent.push({ call, body: JSON.parse((init?.body as string | undefined) ?? "null") });
    if (isRefused) return Response.json({ detail: "Not now.", status: 500, code: "unexpected" }, { status: 500 });
    return Response.json({ changed: 1, change: "l1", list: { ...list, share_key: "key" }, changes: [] });
  });
});
afterEach(() => {
  tellPlaying(null);
  closeMessages();
  vi.restoreAllMocks();
});

const open = () =>
  show(
    <Routes>
      <Route path="list/:id" element={<ListPages />} />
    </Routes>,
    { user: viewer, path: "/list/mine" },
  );

type Screen = Awaited<ReturnType<typeof open>>;

async function choose(screen: Screen, button: string, item: string): Promise<void> {
  await screen.getByRole("button", { name: button, exact: true }).click();
  await screen.getByRole("menuitem", { name: item, exact: true }).click();
}

test("the order is changed with the arrow keys, announced, and saved by naming the neighbour", async () => {
  const screen = await open();
  const grip = screen.getByRole("button", { name: "Move Three", exact: true });
  await expect.element(grip).toBeVisible();
  (grip.element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowUp}");
  await expect.element(screen.getByText("Three is now number 2 of 3.")).toBeInTheDocument();
  const key = (title: string) => ({ video_id: title, performance_id: null });
  await expect
    .poll(() => sent)
    .toEqual([{ call: "POST /api/lists/mine/entries", body: { move: key("Three"), before: key("Two") } }]);
  await expect.element(grip).toHaveFocus();
  await expectAccessible();
});

test("a row that is held near the lower edge scrolls a long list, and ends where it is let go", async () => {
  await page.viewport(390, 500);
  list.entries = Array.from({ length: 20 }, (_, index) => entry(`Song ${index + 1}`));
  const screen = await open();
  const grip = screen.getByRole("button", { name: "Move Song 2", exact: true });
  await expect.element(grip).toBeVisible();
  const send = (type: string, clientY: number) =>
    grip.element().dispatchEvent(new PointerEvent(type, { pointerId: 1, button: 0, clientY, bubbles: true }));
  const titles = () =>
    screen
      .getByRole("listitem")
      .elements()
      .map((row) => row.querySelector("bdi")?.textContent);
  send("pointerdown", grip.element().getBoundingClientRect().top + 5);
  await expect.poll(() => grip.element().closest("li")?.dataset["dragged"]).toBe("true");
  send("pointermove", 490);
  await expect.poll(() => window.scrollY).toBeGreaterThan(400);
  await expect.poll(() => titles().at(-1)).toBe("Song 2");
  send("pointerup", 490);
  await expect
    .poll(() => sent.map(({ body }) => body))
    .toEqual([{ move: { video_id: "Song 2", performance_id: null }, before: null }]);
});

test("what was removed can be undone, and a list of somebody else cannot be changed", async () => {
  const screen = await open();
  await choose(screen, "More for Two", "Remove from this list");
  await expect.element(screen.getByText("“Two” was removed from the playlist.")).toBeVisible();
  await screen.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => sent.at(-1)).toEqual({ call: "POST /api/history/undo", body: { changes: ["l1"] } });
  await screen.unmount();

  list = { ...list, is_mine: false };
  const other = await open();
  await expect.element(other.getByText("Playlist · shared by another member")).toBeVisible();
  await expect.element(other.getByText("3 recordings · 3 min")).toBeVisible();
  await expect.element(other.getByRole("button", { name: /Play from\s*One/ })).toBeEnabled();
  expect(other.getByRole("button", { name: /^Move/ }).elements()).toEqual([]);
  await other.getByRole("button", { name: "More for Two" }).click();
  await expect.element(other.getByRole("menuitem", { name: "Go to recording" })).toBeVisible();
  expect(other.getByRole("menuitem", { name: "Remove from this list" }).elements()).toEqual([]);
  await userEvent.keyboard("{Escape}");
  await other.getByRole("button", { name: "More for Best" }).click();
  await expect.element(other.getByRole("menuitem", { name: "Podcast feed" })).toBeVisible();
  for (const name of ["Rename", "Delete playlist", "Share"])
    expect(other.getByRole("menuitem", { name }).elements()).toEqual([]);
});

test("a list that somebody has shared is kept as a playlist of one's own, with what one may see of it", async () => {
  list = { ...list, is_mine: false };
  const screen = await open();
  await screen.getByRole("button", { name: "Save to my library" }).click();
  await expect.element(screen.getByText("Saved as your playlist “Best”.")).toBeVisible();
  const entries = ["One", "Two", "Three"].map((title) => ({ video_id: title, performance_id: null }));
  const body = { id: expect.stringMatching(/^[a-z2-7]{26}$/), title: "Best", entries };
  expect(sent).toEqual([{ call: "POST /api/lists", body }]);
});

test("what plays is marked in the list and said, and its bars move only while it sounds", async () => {
  const screen = await open();
  const row = () => screen.getByRole("button", { name: /Play from\s*Two\s*\(playing now\)/ });
  await expect.element(screen.getByRole("button", { name: /Play from\s*Two/ })).toBeVisible();
  expect(document.querySelectorAll("[aria-current=true]")).toHaveLength(0);
  tellPlaying({ id: "Two", isPaused: false, hasPlayed: true });
  await expect.element(row()).toBeVisible();
  expect(document.querySelectorAll("[aria-current=true]")).toHaveLength(1);
  const bars = () => document.querySelector("[aria-current=true] i")?.getAnimations().length;
  expect(bars()).toBe(1);
  await expectAccessible();
  tellPlaying({ isPaused: true });
  await expect.element(screen.getByRole("button", { name: /Play from\s*Two\s*\(paused\)/ })).toBeVisible();
  expect(bars()).toBe(0);
});

test("the menu is walked by arrows and letters, and Escape gives the focus back to its button", async () => {
  const screen = await open();
  const more = screen.getByRole("button", { name: "More for One" });
  await expect.element(more).toBeVisible();
  (more.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  const item = (name: string) => screen.getByRole("menuitem", { name });
  await expect.element(item("Play next")).toHaveFocus();
  await expectAccessible();
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(item("Add to queue")).toHaveFocus();
  await userEvent.keyboard("{ArrowUp}{ArrowUp}");
  await expect.element(item("Remove from this list")).toHaveFocus();
  await userEvent.keyboard("g");
  await expect.element(item("Go to recording")).toHaveFocus();
  await userEvent.keyboard("{Home}{Escape}");
  await expect.element(more).toHaveFocus();
  expect(screen.getByRole("menu").elements()).toEqual([]);
  await more.click();
  await expect.element(item("Play next")).toBeVisible();
  await more.click();
  await expect.poll(() => screen.getByRole("menu").elements()).toEqual([]);
});

test("a finger that pushes a row aside puts it into the queue; a short or steep one does nothing", async () => {
  const screen = await open();
  const row = screen.getByRole("button", { name: /Play from\s*Two/ });
  await expect.element(row).toBeVisible();
  const { left, top } = row.element().getBoundingClientRect();
  const send = (type: string, x: number, y: number) => {
    const target = row.element();
    const touch = new Touch({ identifier: 1, target, clientX: left + 100 + x, clientY: top + 20 + y });
    const touches = type === "touchend" ? [] : [touch];
    target.dispatchEvent(new TouchEvent(type, { touches, changedTouches: [touch], bubbles: true }));
  };
  const swipe = async (x: number, y = 0) => {
    send("touchstart", 0, 0);
    send("touchmove", x, y);
    if (Math.abs(x) > 2 * Math.abs(y) && Math.abs(x) > 20)
      await expect.element(screen.getByText(x > 0 ? "Add to queue" : "Play next")).toBeVisible();
    send("touchend", x, y);
  };
  await swipe(40);
  await swipe(100, 90);
  await expect.poll(() => screen.getByText("Add to queue").elements()).toEqual([]);
  expect(sent).toEqual([]);
  await swipe(120);
  await expect.element(screen.getByText("“Two” is in the queue.")).toBeVisible();
  await swipe(-120);
  await expect.element(screen.getByText("“Two” plays next.")).toBeVisible();
  const add = [{ video_id: "Two", performance_id: null }];
  expect(sent.map(({ body }) => body)).toEqual([
    { add, next: false },
    { add, next: true },
  ]);
});

test("adding to a playlist does not put the focus into the text field", async () => {
  const screen = await open();
  await choose(screen, "More for One", "Add to playlist");
  await expect.element(screen.getByRole("dialog", { name: "Add to…" })).toHaveFocus();
  await expectAccessible();
});

test("a playlist made without a connection is kept, and made once, with what was added to it", async () => {
  isCut = true;
  const id = await makeList(new QueryClient(), { title: "For the train", entries: [] });
  const body = { add: [{ video_id: "One", performance_id: null }] };
  expect(await changeEntries(id, body)).toEqual({ change: null, isKept: true });
  expect(sent).toEqual([]);
  isCut = false;
  await Promise.all([sendUnsent(), sendUnsent()]);
  await sendUnsent();
  expect(sent).toEqual([
    { call: "POST /api/lists", body: { id, title: "For the train" } },
    { call: `POST /api/lists/${id}/entries`, body },
  ]);
});

test("an entry whose times are not known cannot be played, and says so", async () => {
  list = { ...list, entries: [entry("Untimed")] };
  const screen = await open();
  await expect.element(screen.getByRole("button", { name: /Play from\s*Untimed/ })).toBeDisabled();
  expect(screen.getByRole("button", { name: "Play all" }).elements()).toEqual([]);
  await expect.element(screen.getByText(/It has no start time in the set list yet/)).toBeVisible();
});

test("the heart changes at once, and back when the server refuses", async () => {
  isRefused = true;
  const screen = await show(<ListTools entry={{ video_id: "a", performance_id: null }} title="River" />, {
    user: viewer,
  });
  await screen.getByRole("button", { name: "Add River to favourites" }).click();
  await expect.element(screen.getByText("Your favourites could not be changed: Not now.")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Add River to favourites" })).toBeVisible();
  isRefused = false;
  favourites = ["a"];
  await screen.getByRole("button", { name: "Add River to favourites" }).click();
  await expect.element(screen.getByText("“River” is in your favourites.")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Remove River from favourites" })).toBeVisible();
  await expectAccessible();
});

test("without a connection the heart stays, and is told once when there is one", async () => {
  isCut = true;
  const screen = await show(<ListTools entry={{ video_id: "a", performance_id: null }} title="River" />, {
    user: viewer,
  });
  await screen.getByRole("button", { name: "Add River to favourites" }).click();
  await expect.element(screen.getByText(/^“River” is in your favourites. There is no connection/)).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Remove River from favourites" })).toBeVisible();
  expect(sent).toEqual([]);
  await screen.unmount();

  isCut = false;
  favourites = ["a"];
  const again = await show(<ListTools entry={{ video_id: "a", performance_id: null }} title="River" />, {
    user: viewer,
  });
  await expect.element(again.getByRole("button", { name: "Remove River from favourites" })).toBeVisible();
  const key = { video_id: "a", performance_id: null };
  const told = { call: "POST /api/lists/favourites/entries", body: { add: [key] } };
  expect(sent).toEqual([told]);
  await again.getByRole("button", { name: "Remove River from favourites" }).click();
  await expect.poll(() => sent.at(-1)?.body).toEqual({ remove: [key] });
  expect(sent).toHaveLength(2);
});
