import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { HeardFigures } from "#contract/heard/heard.ts";
import { viewer } from "#web/testing/people.ts";
import { expectAccessible, show } from "#web/testing/render.tsx";
import { standIn } from "#web/testing/studio-stand-in.ts";
import { HeardPage } from "./heard.tsx";

const dayMs = 24 * 3_600_000;
const daysOf = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    day: new Date(Date.UTC(2026, 10, 19) - (count - 1 - n) * dayMs).toISOString().slice(0, 10),
    ...{ plays: n % 3, seconds: (n % 3) * 3600 },
  }));

function makeFigures(given: Partial<HeardFigures> = {}): HeardFigures {
  return {
    ...{ keep_days: 730, from: "2026-10-23", csv: "/api/studio/heard/table?days=28" },
    total: { plays: 27, seconds: 97_200, members: 12 },
    days: daysOf(28),
    kinds: [
      { kind: "video", plays: 20, seconds: 72_900 },
      { kind: "audio", plays: 7, seconds: 24_300 },
    ],
    recordings: [
      {
        ...{ id: "a", title: "Harbour lights", thumbnail_url: null, length: 2400, plays: 20, seconds: 72_900 },
        ...{ members: 12, most_at: 754.4 },
      },
      {
        id: "b",
        title: "Strings",
        thumbnail_url: null,
        length: null,
        plays: 1,
        seconds: 40,
        members: 1,
        most_at: null,
      },
    ],
    songs: [{ id: "salt", title: "Salt", seconds: 36_000 }],
    feed: 14,
    ...given,
  };
}

beforeEach(() => page.viewport(1280, 800));
afterEach(() => vi.restoreAllMocks());

async function open(answer: (days: string) => HeardFigures) {
  const server = standIn({ getHeardFigures: ({ query }) => answer(query.get("days") ?? "") });
  vi.spyOn(globalThis, "fetch").mockImplementation(server.fetch);
  return { server, screen: await show(<HeardPage />, { user: { ...viewer, can_edit: true } }) };
}

test("figures of four weeks or a year, by kind, recording and song", async () => {
  const { screen } = await open((days) => makeFigures({ days: daysOf(Number(days)) }));
  const over = screen.getByRole("region", { name: "Over time" });
  await expect.element(over.getByText("27 h", { exact: true })).toBeVisible();
  await expect.element(over.getByText("heard by 12 members")).toBeVisible();
  await expect.element(over.getByText("25 %")).toBeVisible();
  expect(over.getByRole("row").elements()).toHaveLength(29);
  const how = screen.getByRole("region", { name: "How" });
  await expect.element(how.getByText("fetched 14 times")).toBeVisible();
  const recordings = screen.getByRole("region", { name: "Recordings heard for longest" });
  await expect.element(recordings.getByText("20 plays · 12 members", { exact: false })).toBeVisible();
  await expect
    .element(recordings.getByRole("link", { name: "Most replayed at 12:34" }))
    .toHaveAttribute("href", "/video/a?t=754");
  await expect.element(recordings.getByText("1 play · 1 member", { exact: true })).toBeVisible();
  await expect.element(screen.getByRole("link", { name: "Salt" })).toHaveAttribute("href", "/song/salt");
  await expect
    .element(screen.getByRole("link", { name: "Download as a table (CSV)" }))
    .toHaveAttribute("href", "/api/studio/heard/table?days=28");
  await expectAccessible();
  await screen.getByRole("button", { name: "A year" }).click();
  // a bar for each week
  await expect.poll(() => over.getByRole("row").elements().length).toBe(54);
  await expect.element(screen.getByRole("button", { name: "A year" })).toHaveAttribute("aria-pressed", "true");
});

test("it says when nothing was heard, when it is not counted, and when it could not be loaded", async () => {
  const empty = { total: { plays: 0, seconds: 0, members: 0 }, kinds: [], feed: 0, recordings: [], songs: [] };
  const { screen } = await open(() => makeFigures(empty));
  await expect.element(screen.getByRole("heading", { name: "Nothing was heard in this time" })).toBeVisible();
  await expectAccessible();
  await screen.unmount();
  const off = await open(() => makeFigures({ ...empty, keep_days: 0 }));
  await expect.element(off.screen.getByRole("heading", { name: "What is heard is not counted" })).toBeVisible();
  await off.screen.unmount();
  vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("down"));
  const failed = await show(<HeardPage />, { user: viewer });
  await expect.element(failed.getByRole("heading", { name: "The figures could not be loaded" })).toBeVisible();
});
