import { Route, Routes } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Collection } from "#contract/collections/collections.ts";
import type { PlayEntry } from "#contract/lists.ts";
import { closeMessages } from "#web/testing/library-stand-in.ts";
import { viewer } from "#web/testing/people.ts";
import { expectAccessible, show } from "#web/testing/render.tsx";
import { AddSelected } from "./add-selected.tsx";
import { CollectionPages } from "./pages.tsx";

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
  ...{ length: 60, can_play: true },
});
let collection: Collection;
let saves: { revision: number; videos?: string[] }[];

beforeEach(async () => {
  await page.viewport(1280, 800);
  const entries = ["One", "Two", "Three"].map(entry);
  collection = { id: "tour", title: "Tour", pictures: [], entries, level: null, revision: 1, has_picture: false };
  saves = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const call = `${init?.method ?? "GET"} ${input as string}`;
    if (call === "GET /api/user/favourites") return Response.json({ videos: [], performances: [] });
    if (call === "PUT /api/collections/tour") {
      const body = JSON.parse(init?.body as string) as { revision: number; videos: string[] };
      saves.push(body);
      // as the server does it
      if (body.revision !== collection.revision)
        return Response.json({ detail: "Somebody was faster.", status: 409, code: "conflict" }, { status: 409 });
      collection = { ...collection, entries: body.videos.map(entry), revision: body.revision + 1 };
    }
    const collections = [{ id: "tour", title: "Tour", recordings: 3, pictures: [], level: null }];
    return Response.json({ collection, collections, change: "a1", changes: [] });
  });
});
afterEach(() => {
  closeMessages();
  vi.restoreAllMocks();
});

const open = () =>
  show(
    <Routes>
      <Route path="collection/:id" element={<CollectionPages />} />
    </Routes>,
    { user: viewer, path: "/collection/tour" },
  );

test("two quick key presses are saved one after the other, each on top of the one before", async () => {
  const screen = await open();
  const grip = screen.getByRole("button", { name: "Move One", exact: true });
  await expect.element(grip).toBeVisible();
  (grip.element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowDown}{ArrowDown}");
  await expect.element(screen.getByText("One is now number 3 of 3.")).toBeInTheDocument();
  await expect
    .poll(() => saves)
    .toEqual([
      { revision: 1, videos: ["Two", "One", "Three"] },
      { revision: 2, videos: ["Two", "Three", "One"] },
    ]);
  await expect.element(grip).toHaveFocus();
  await expectAccessible();
});

test("a save that is refused is shown, and the collection is read again", async () => {
  const screen = await open();
  await expect.element(screen.getByRole("button", { name: "Move One", exact: true })).toBeVisible();
  collection = { ...collection, entries: ["Three", "Two"].map(entry), revision: 7 };
  await screen.getByRole("button", { name: "More for Two", exact: true }).click();
  await screen.getByRole("menuitem", { name: "Remove from this list" }).click();
  await expect.element(screen.getByText("The collection could not be changed: Somebody was faster.")).toBeVisible();
  await expect.element(screen.getByText("2 recordings · 2 min")).toBeVisible();
  await screen.getByRole("button", { name: "More for Two", exact: true }).click();
  await screen.getByRole("menuitem", { name: "Remove from this list" }).click();
  await expect.element(screen.getByText("“Two” was removed from the collection.")).toBeVisible();
  expect(saves.map(({ revision }) => revision)).toEqual([1, 7]);
});

test("a member plays it, and changes nothing", async () => {
  const { level: _level, revision: _revision, has_picture: _picture, ...seen } = collection;
  collection = seen;
  const screen = await open();
  await expect.element(screen.getByRole("button", { name: /Play from\s*One/ })).toBeEnabled();
  for (const name of [/^Move/, "Add recordings"]) expect(screen.getByRole("button", { name }).elements()).toEqual([]);
  await screen.getByRole("button", { name: "More for Tour" }).click();
  await expect.element(screen.getByRole("menuitem", { name: "Play Audio Only" })).toBeVisible();
  for (const name of ["Rename", "Delete collection"])
    expect(screen.getByRole("menuitem", { name }).elements()).toEqual([]);
  await expectAccessible();
});

test("selected recordings are added behind those that a collection has, each once", async () => {
  const [close, done] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const screen = await show(<AddSelected ids={["Two", "Four"]} close={close} done={done} />, { user: viewer });
  await expect.element(screen.getByRole("heading", { name: "Add 2 recordings to a collection" })).toBeVisible();
  await expectAccessible();
  await screen.getByRole("button", { name: "Tour" }).click();
  await expect.element(screen.getByText("2 recordings were added to “Tour”.")).toBeVisible();
  expect(saves).toEqual([{ revision: 1, videos: ["One", "Two", "Three", "Four"] }]);
  expect(done).toHaveBeenCalledOnce();
});
