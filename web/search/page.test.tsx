import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { Link, Route, Routes, useLocation } from "react-router";
import type { Found } from "#contract/search/search.ts";
import { recallPerson } from "#web/memory/person.ts";
import { PlaceContext } from "#web/place.ts";
import { makeVideo } from "#web/testing/library-stand-in.ts";
import { viewer } from "#web/testing/people.ts";
import { expectAccessible, show } from "#web/testing/render.tsx";
import { SearchBox } from "./box.tsx";
import { SearchPage } from "./page.tsx";

beforeEach(async () => {
  await page.viewport(1280, 800);
  await recallPerson(viewer.id, () => {});
  localStorage.removeItem("stagedoor-searches");
});
afterEach(() => vi.restoreAllMocks());

const salt = {
  id: "salt",
  title: "Salt",
  is_cover: false,
  artist: null,
  times: 5,
  last_played: "2026-05-01T20:00:00.000Z",
  thumbnail_url: null,
};
const newest = {
  ...{
    id: "p1",
    video_id: "a",
    video_title: "Harbour",
    thumbnail_url: null,
    waveform: null,
    played_at: "2026-05-01T20:00:00.000Z",
  },
  ...{ time_missing: false, part: null, start: 61, end: null, length: null, guest: null, note: null, debut: false },
  with_songs: [],
};
const [harbour, bus] = [makeVideo({ id: "a", title: "Harbour" }), makeVideo({ id: "b", title: "Night bus" })];
const one = { song: salt, newest };
const found: Found = {
  near: null,
  is_near: false,
  songs: {
    found: [one, { ...one, song: { ...salt, id: "light", title: "Saltlight", times: 1 } }],
    next: null,
    total: 2,
  },
  recordings: {
    found: [{ video: harbour, songs: [{ id: "salt", title: "Salt", performance_id: "p1", start: 61 }] }],
    next: null,
    total: 23,
  },
  texts: {
    found: [
      {
        video: bus,
        where: "captions",
        text: "By the salt, <b>salt</b>",
        marks: [
          [7, 11],
          [16, 20],
        ],
        at: 3661.5,
      },
      { video: harbour, where: "description", text: "With salt", marks: [[5, 9]], at: null },
    ],
    next: null,
    total: 2,
  },
};
const nothing = {
  near: null,
  is_near: false,
  ...Object.fromEntries(["songs", "recordings", "texts"].map((kind) => [kind, { found: [], next: null, total: 0 }])),
};

/** What the page asked, and what it played. */
async function open(path: string, answer: (query: URLSearchParams) => object = () => found) {
  const asked: string[] = [];
  const play = vi.fn<(to: string) => void>();
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const { pathname, searchParams } = new URL(input as string, location.href);
    if (pathname === "/api/songs") return Response.json({ songs: [salt], next: null, total: 1 });
    if (pathname === "/api/user/favourites") return Response.json({ videos: [], performances: [] });
    if (pathname !== "/api/search") return Response.json({});
    asked.push(String(searchParams));
    return Response.json(answer(searchParams));
  });
  const place = { show: "look" as const, navigation: "PUSH" as never, play, close: () => {} };
  const screen = await show(
    <PlaceContext value={place}>
      <SearchBox warm={() => {}} />
      <Routes>
        <Route path="/search" element={<SearchPage />} />
        <Route path="*" element={<Link to="/search">Another page</Link>} />
      </Routes>
      <Address />
    </PlaceContext>,
    { user: viewer, path },
  );
  return { screen, asked, play, box: screen.getByRole("searchbox", { name: "Search recordings and songs" }) };
}

function Address() {
  const { pathname, search } = useLocation();
  return <p>{`At ${pathname}${search}`}</p>;
}

test("from the first letter on every page leads to the results, and the box keeps the focus", async () => {
  const { screen, asked, box } = await open("/video/a");
  await userEvent.keyboard("/");
  await expect.element(box).toHaveFocus();
  await userEvent.keyboard("s");
  await expect.element(screen.getByText("At /search?q=s")).toBeVisible();
  await userEvent.keyboard("alt");
  await expect.element(screen.getByText("At /search?q=salt")).toBeVisible();
  await expect.element(box).toHaveFocus();
  await expect.element(box).toHaveValue("salt");
  await expect.element(screen.getByRole("region", { name: "Best match" })).toBeVisible();
  await expect.poll(() => asked.at(-1)).toBe("q=salt&limit=6");
  await userEvent.keyboard("{Escape}");
  await expect.element(screen.getByText("At /search", { exact: true })).toBeVisible();
  await expect
    .element(screen.getByRole("heading", { name: "Find a song, a recording, or what was said" }))
    .toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(box).not.toHaveFocus();
});

test("results are shown by kind, each where it is, with its letters marked", async () => {
  const { screen, play } = await open("/search?q=salt");
  const best = screen.getByRole("region", { name: "Best match" });
  await expect.element(best.getByRole("link", { name: "Salt" })).toHaveAttribute("href", "/song/salt");
  await expect.element(best.getByText(/Played 5 times, last /)).toBeVisible();
  const songs = screen.getByRole("region", { name: "Songs" });
  await expect.element(songs.getByRole("link", { name: "Saltlight" })).toHaveAttribute("href", "/song/light");
  const recordings = screen.getByRole("region", { name: "Recordings" });
  await expect.element(recordings.getByRole("link", { name: "Harbour" })).toHaveAttribute("href", "/video/a");
  await expect.element(recordings.getByRole("link", { name: "Salt at 1:01" })).toHaveAttribute("href", "/video/a?t=61");
  const said = screen.getByRole("region", { name: "In what is said or written" });
  await expect
    .element(said.getByRole("link", { name: "By the salt, <b>salt</b>" }))
    .toHaveAttribute("href", "/video/b?t=3661.5");
  await expect.element(said.getByText("Night bus · at 1:01:01", { exact: false })).toBeVisible();
  await expect.element(said.getByText("Harbour · in the description", { exact: false })).toBeVisible();
  expect(Array.from(said.element().querySelectorAll("mark"), ({ textContent }) => textContent)).toEqual([
    "salt",
    "salt",
    "salt",
  ]);
  await best.getByRole("button", { name: /^Play it in Harbour/ }).click();
  await recordings.getByRole("button", { name: "Play Harbour" }).click();
  expect(play.mock.calls).toEqual([["/video/a?t=61"], ["/video/a?t=61"]]);
  await expect.element(screen.getByText("At /search?q=salt")).toBeVisible();
  await expectAccessible();
});

test("the arrow keys go from the box through the results", async () => {
  const { screen, box } = await open("/search?q=salt");
  await expect.element(screen.getByRole("link", { name: "Saltlight" })).toBeVisible();
  await box.click();
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(screen.getByRole("link", { name: "Salt", exact: true })).toHaveFocus();
  await userEvent.keyboard("{ArrowDown}{ArrowDown}");
  await expect.element(screen.getByRole("link", { name: "Harbour", exact: true })).toHaveFocus();
  await userEvent.keyboard("{ArrowUp}");
  await expect.element(screen.getByRole("link", { name: "Saltlight" })).toHaveFocus();
});

test("one kind is shown as a whole, page by page", async () => {
  const pages = (query: URLSearchParams) => {
    if (query.get("kind") === null) return found;
    const isNext = query.get("after") === "next";
    const video = isNext ? bus : harbour;
    return { ...nothing, recordings: { found: [{ video, songs: [] }], next: isNext ? null : "next", total: 23 } };
  };
  const { screen, asked } = await open("/search?q=salt", pages);
  await screen.getByRole("button", { name: "Show all 23" }).click();
  await expect.element(screen.getByText("At /search?q=salt&kind=recordings")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Recordings" })).toHaveAttribute("aria-pressed", "true");
  await screen.getByRole("button", { name: "Show more" }).click();
  await expect.element(screen.getByRole("link", { name: "Night bus" })).toBeVisible();
  await expect.element(screen.getByRole("link", { name: "Harbour" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Show more" }).query()).toBeNull();
  expect(asked.slice(-2)).toEqual(["q=salt&limit=50&kind=recordings", "q=salt&limit=50&kind=recordings&after=next"]);
});

test("what is spelled nearly like it is said to be so, and what was typed is never replaced silently", async () => {
  const answer = (query: URLSearchParams) => {
    if (query.get("q") === "slat") return { ...found, near: "salt", is_near: true };
    return query.get("q") === "sallt" ? { ...nothing, texts: found.texts, near: "salt" } : found;
  };
  const { screen, box } = await open("/search?q=slat", answer);
  await expect.element(screen.getByText("Nothing has exactly “slat”. These are spelled nearly like it:")).toBeVisible();
  await expect.element(screen.getByRole("link", { name: "Salt", exact: true })).toBeVisible();
  await expectAccessible();
  await userEvent.fill(box, "sallt");
  await screen.getByRole("button", { name: "salt", exact: true }).click();
  await expect.element(screen.getByText("At /search?q=salt")).toBeVisible();
});

test("where nothing is found it says so, and an error can be tried again", async () => {
  let isDown = false;
  const { screen, box } = await open("/search?q=zzz&kind=songs", () => {
    if (isDown) throw new TypeError("down");
    return nothing;
  });
  await expect.element(screen.getByRole("heading", { name: "Nothing found for “zzz”" })).toBeVisible();
  await screen.getByRole("button", { name: "Show all kinds" }).click();
  await expect.element(screen.getByText("At /search?q=zzz", { exact: true })).toBeVisible();
  await expectAccessible();
  isDown = true;
  await userEvent.fill(box, "salt");
  await expect.element(screen.getByRole("heading", { name: "The search did not work." })).toBeVisible();
  isDown = false;
  await screen.getByRole("button", { name: "Try again" }).click();
  await expect.element(screen.getByRole("heading", { name: "Nothing found for “salt”" })).toBeVisible();
});

test("recent searches are kept for one person, and each can be removed", async () => {
  const { screen, box } = await open("/search");
  await expect.element(screen.getByRole("link", { name: /Salt/ })).toHaveAttribute("href", "/song/salt");
  for (const q of ["river", "salt"]) {
    await userEvent.fill(box, q);
    await userEvent.keyboard("{Enter}");
    await expect.element(screen.getByText(`At /search?q=${q}`)).toBeVisible();
  }
  await userEvent.fill(box, "");
  const recent = screen.getByRole("region", { name: "Recent searches" });
  await expect.element(recent.getByRole("link", { name: "river" })).toHaveAttribute("href", "/search?q=river");
  expect(
    recent
      .getByRole("link")
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(["salt", "river"]);
  await expectAccessible();
  await recent.getByRole("button", { name: "Remove salt from recent searches" }).click();
  expect(JSON.parse(localStorage.getItem("stagedoor-searches") ?? "")).toMatchObject({
    state: { person: viewer.id, searches: ["river"] },
  });
  await recent.getByRole("button", { name: "Clear recent searches" }).click();
  await expect.element(recent).not.toBeInTheDocument();
  expect(localStorage.getItem("stagedoor-searches")).toBeNull();
});

test("whoever comes after sees no searches of the person before", async () => {
  const state = { person: "somebody else", searches: ["secret"] };
  localStorage.setItem("stagedoor-searches", JSON.stringify({ state, version: 1 }));
  const { screen } = await open("/search");
  await expect.element(screen.getByRole("region", { name: "Often played" })).toBeVisible();
  expect(screen.getByText("secret").query()).toBeNull();
});
