import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { Answer } from "#contract/api.ts";
import { localDay } from "#web/duration.ts";
import { closeMessages } from "#web/testing/library-stand-in.ts";
import { viewer } from "#web/testing/people.ts";
import { expectAccessible, show } from "#web/testing/render.tsx";
import { HistoryPage } from "./history.tsx";

type Heard = Answer<"listHeard">["entries"][number];

const dayMs = 24 * 3_600_000;
const ago = (days: number) => localDay(new Date(Date.now() - days * dayMs));
const heard = (title: string, day: string, seconds: number): Heard => ({
  ...{ day, seconds },
  entry: {
    ...{
      video_id: title,
      performance_id: null,
      title,
      songs: [],
      video_title: title,
      thumbnail_url: null,
      waveform: null,
    },
    ...{
      played_at: "2025-03-01T20:00:00.000Z",
      time_missing: false,
      start: null,
      end: null,
      length: 600,
      can_play: true,
    },
  },
});

let history: Answer<"listHeard">;
let sent: string[];

beforeEach(async () => {
  await page.viewport(1280, 800);
  history = { keeps: true, entries: [], next: null };
  sent = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const { pathname } = new URL(input as string, location.href);
    const call = `${init?.method ?? "GET"} ${pathname}`;
    if (call === "GET /api/user/heard") return Response.json(history);
    if (call === "GET /api/user/favourites") return Response.json({ videos: [], performances: [] });
    if (call.startsWith("GET /api/user/heard/years/"))
      return Response.json({
        ...{ year: Number(pathname.slice(-4)), seconds: 7260, days: 2, recordings: 1 },
        ...{
          months: [7260, ...Array.from({ length: 11 }, () => 0)],
          most: [{ ...heard("One", ago(0), 7260), days: 2 }],
        },
      });
    sent.push(call);
    const [, day, id] = /heard\/([^/]+)\/(.+)$/.exec(pathname) ?? [];
    history.entries = history.entries.filter(
      (one) => day !== undefined && !(one.day === day && one.entry.video_id === id),
    );
    return Response.json({});
  });
});
afterEach(() => {
  closeMessages();
  vi.restoreAllMocks();
});

const open = () => show(<HistoryPage />, { user: viewer, path: "/library/history" });

test("what was heard is listed by day, and one of it is removed after a question", async () => {
  history.entries = [
    heard("One", ago(0), 725),
    heard("Two", ago(0), 30),
    heard("One", ago(1), 60),
    heard("Old", "2024-05-01", 60),
  ];
  const screen = await open();
  const today = screen.getByRole("region", { name: "Today" });
  await expect.element(today.getByText("Heard 12 min", { exact: false })).toBeVisible();
  expect(
    screen
      .getByRole("heading", { level: 2 })
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual([
    "Today",
    "Yesterday",
    new Date("2024-05-01").toLocaleDateString(undefined, { dateStyle: "long", timeZone: "UTC" }),
  ]);
  await expectAccessible();
  const remove = async () => {
    await today.getByRole("button", { name: "More for One" }).click();
    await screen.getByRole("menuitem", { name: "Remove from history" }).click();
  };
  await remove();
  await screen.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
  expect(sent).toEqual([]);
  await remove();
  await expectAccessible();
  await screen.getByRole("alertdialog").getByRole("button", { name: "Remove from history" }).click();
  await expect.element(screen.getByText("“One” was removed from your history.")).toBeVisible();
  expect(sent).toEqual([`DELETE /api/user/heard/${ago(0)}/One`]);
  await expect.element(today.getByRole("button", { name: "More for Two" })).toHaveFocus();
  await expect.element(today.getByText("One", { exact: true })).not.toBeInTheDocument();
});

test("everything is cleared after a question", async () => {
  history.entries = [heard("One", ago(0), 725)];
  const screen = await open();
  await screen.getByRole("button", { name: "Clear history" }).click();
  await expectAccessible();
  await screen.getByRole("alertdialog").getByRole("button", { name: "Clear history" }).click();
  await expect.element(screen.getByRole("heading", { name: "Nothing heard yet" })).toBeVisible();
  expect(sent).toEqual(["DELETE /api/user/heard"]);
  await expectAccessible();
});

test("a year is added up when it is asked for", async () => {
  history.entries = [heard("One", ago(0), 725)];
  const screen = await open();
  await screen.getByRole("button", { name: "My year" }).click();
  const year = screen.getByRole("region", { name: `My ${new Date().getFullYear()}` });
  await expect.element(year.getByText("2 h 1 min on 2 days, 1 recording")).toBeVisible();
  await expectAccessible();
  await year.getByRole("combobox", { name: "Year" }).selectOptions(String(new Date().getFullYear() - 1));
  await expect.element(screen.getByRole("heading", { name: `My ${new Date().getFullYear() - 1}` })).toBeVisible();
});

test("it says where it is off, and an error can be tried again", async () => {
  history.keeps = false;
  const screen = await open();
  await expect.element(screen.getByRole("heading", { name: "Your listening history is off" })).toBeVisible();
  await expect
    .element(screen.getByRole("link", { name: "Change this under Account" }))
    .toHaveAttribute("href", "/account/privacy");
  await screen.unmount();
  vi.mocked(globalThis.fetch).mockRejectedValueOnce(new TypeError("down"));
  const again = await open();
  await again.getByRole("button", { name: "Try again" }).click();
  await expect.element(again.getByRole("heading", { name: "Your listening history is off" })).toBeVisible();
});
