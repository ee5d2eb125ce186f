import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { nextRecording } from "#contract/first-recordings.ts";
import type { VideoInList } from "#contract/video.ts";
import { usePersisted } from "#web/memory/persisted.ts";
import { viewer } from "#web/testing/people.ts";
import { expectAccessible, show } from "#web/testing/render.tsx";
import { HomePage } from "./home.tsx";
import { chooseView, forgetView } from "./view.ts";
import { closeMessages, makeVideo, standIn } from "#web/testing/library-stand-in.ts";

const editor = { ...viewer, can_edit: true };
const videos = [
  makeVideo({ id: "a", title: "Été in the garden", duration: 3599 }),
  makeVideo({ id: "b", title: "Winter", add_date: "2024-05-01T00:00:00.000Z", time_missing: true, duration: null }),
];
const withHidden = [...videos, makeVideo({ id: "c", title: "Secret", hidden: true, duration: 59 })];

beforeEach(() => page.viewport(1280, 800));
afterEach(() => {
  closeMessages();
  vi.restoreAllMocks();
  usePersisted.setState({ positions: {} });
  forgetView();
});

async function openHome(list: readonly VideoInList[], { user = viewer, path = "/" } = {}) {
  const server = standIn(list);
  vi.spyOn(globalThis, "fetch").mockImplementation(server.fetch);
  const screen = await show(<HomePage />, { user, path });
  const entry = (title: string) => screen.getByRole("listitem").filter({ hasText: title });
  const openMenu = (title: string) =>
    entry(title)
      .getByRole("button", { name: `More for ${title}` })
      .click();
  const remove = async (title: string) => {
    await openMenu(title);
    await screen.getByRole("menuitem", { name: "Delete" }).click();
  };
  return { server, screen, entry, openMenu, remove };
}

test("a viewer sees one entry per recording: duration, title, date, and no editing", async () => {
  const { screen, entry } = await openHome(videos);
  const title = entry("Été").getByRole("link", { name: "Été in the garden", exact: true });
  await expect.element(title).toHaveAttribute("href", "/video/a");
  await expect.element(entry("Été").getByText("59:59", { exact: true })).toBeVisible();
  await expect.element(entry("Winter").getByText("n/a", { exact: true })).toBeVisible();
  await expect.element(entry("Winter").getByText("May 1, 2024")).toBeVisible();
  expect(screen.getByRole("listitem").elements()).toHaveLength(2);
  expect(screen.getByRole("button", { name: /hide|edit/i }).query()).toBeNull();
  await expectAccessible();
});

test("the length is written as specified, and under a minute said aloud as seconds", async () => {
  const { entry } = await openHome(withHidden, { user: editor });
  await expect.element(entry("Secret").getByRole("link", { name: "[HIDDEN] Secret 59 seconds" })).toBeInTheDocument();
  await expect.element(entry("Été").getByRole("link", { name: "Été in the garden 59:59" })).toBeInTheDocument();
});

test("the newest are shown before the last one has arrived, and nothing of them moves then", async () => {
  const many = Array.from({ length: 90 }, (_, n) =>
    makeVideo({
      id: `n${n}`,
      title: `Night },\n{"id":" ${n}`,
      add_date: new Date(Date.UTC(2025, 5, 30) - n * 864e5).toISOString(),
    }),
  );
  const recordings = many.map((video) => JSON.stringify(video)).join(nextRecording);
  const text = new TextEncoder().encode(`{"videos":[${recordings}]}`);
  const rest = Promise.withResolvers<void>();
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async start(stream) {
      stream.enqueue(text.slice(0, text.length * 0.7));
      await rest.promise;
      stream.enqueue(text.slice(text.length * 0.7));
      stream.close();
    },
  });
  vi.spyOn(globalThis, "fetch").mockImplementation(async (address) =>
    address === "/api/video/list" ? new Response(body) : new Response("{}", { status: 404 }),
  );
  await page.viewport(390, 800);
  const screen = await show(<HomePage />, { user: viewer, path: "/" });
  const first = screen.getByRole("link", { name: 'Night }, {"id":" 0', exact: true });
  await expect.element(first).toBeVisible();
  await expect.element(screen.getByText("40+ recordings")).toBeVisible();
  const before = first.element().getBoundingClientRect().top;
  rest.resolve();
  await expect.element(screen.getByText("90 recordings")).toBeVisible();
  expect(first.element().getBoundingClientRect().top).toBe(before);
});

test("a locked recording is marked with its level, has the owner's link, and cannot be put into a playlist", async () => {
  const locked = makeVideo({ id: "l", title: "Backstage", locked: { level: "gold", name: "Gold" } });
  const level = { name: "Member", upgrade_link: "https://patreon.example/join" };
  const { entry } = await openHome([...videos, locked], { user: { ...viewer, level } });
  await expect.element(entry("Backstage").getByText("Locked: Gold")).toBeVisible();
  const link = entry("Backstage").getByRole("link", { name: "Get Gold to watch Backstage" });
  await expect.element(link).toHaveAttribute("href", "https://patreon.example/join");
  await expect.element(entry("Winter").getByRole("button").first()).toBeVisible();
  expect(entry("Backstage").getByRole("button").query()).toBeNull();
  await expectAccessible();
});

test("a hidden recording is marked, and Unhide shows it again after the server's answer", async () => {
  const { server, screen, entry } = await openHome(withHidden, { user: editor });
  await expect.element(entry("Secret").getByRole("link", { name: "[HIDDEN] Secret", exact: true })).toBeVisible();
  await expect.element(entry("Secret").getByRole("img", { name: "Hidden" })).toBeVisible();
  await entry("Secret").getByRole("button", { name: "Unhide", exact: true }).click();
  await expect.element(entry("Secret").getByRole("button", { name: "Hide", exact: true })).toBeInTheDocument();
  expect(entry("Secret").getByRole("img", { name: "Hidden" }).query()).toBeNull();
  await expect
    .poll(() => server.asked.map(({ method, path }) => `${method} ${path}`))
    .toEqual(["GET /api/video/list", "PUT /api/video/v/c/hidden", "GET /api/video/list"]);
  await screen.getByRole("button", { name: "Undo" }).click();
  await expect.element(entry("Secret").getByRole("img", { name: "Hidden" })).toBeVisible();
  await expect.element(screen.getByText("Change undone.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Undo" }).query()).toBeNull();
  await expectAccessible();
});

test.each([
  [360, "list"],
  [360, "cards"],
  [700, "cards"],
  [1280, "list"],
] as const)(
  "at %i px as %s, Hide and Edit metadata are in sight without a pointer, and the rest is in a menu",
  async (width, view) => {
    await page.viewport(width, 800);
    chooseView(view);
    const soon = new Date(Date.now() + 86_400_000).toISOString();
    const { entry, screen, openMenu } = await openHome(
      [makeVideo({ title: "Secret", hidden: true, leaves_at: soon })],
      {
        user: editor,
      },
    );
    for (const name of ["Unhide", "Edit metadata", "More for Secret"]) {
      const tool = entry("Secret").getByRole("button", { name });
      await expect.element(tool).toBeVisible();
      const { right, bottom } = entry("Secret").element().getBoundingClientRect();
      const box = tool.element().getBoundingClientRect();
      expect(box.right).toBeLessThanOrEqual(right + 8);
      expect(box.bottom).toBeLessThanOrEqual(bottom + 8);
      expect(getComputedStyle(tool.element()).opacity).toBe("1");
    }
    await openMenu("Secret");
    for (const name of ["Add to playlist", "Protect", "Delete"])
      await expect.element(screen.getByRole("menuitem", { name })).toBeVisible();
    await expectAccessible();
  },
);

test("a phone starts with the list and a desk with cards, and the choice is kept", async () => {
  await page.viewport(390, 800);
  const { screen, entry } = await openHome(videos);
  const heightOf = () => entry("Winter").element().getBoundingClientRect().height;
  await expect.element(screen.getByRole("button", { name: "List" })).toHaveAttribute("aria-pressed", "true");
  expect(heightOf()).toBeLessThan(100);
  await expectAccessible();
  await page.viewport(1280, 800);
  await expect.element(screen.getByRole("button", { name: "Cards" })).toHaveAttribute("aria-pressed", "true");
  await expect.poll(heightOf).toBeGreaterThan(200);
  await screen.getByRole("button", { name: "List" }).click();
  await expect.poll(heightOf).toBeLessThan(100);
  expect(localStorage.getItem("stagedoor-view")).toBe("list");
  await expect.element(entry("Winter").getByText("May 1, 2024")).toBeVisible();
  await expectAccessible();
});

test("a failed Hide says so, and changes nothing", async () => {
  const { server, screen, entry } = await openHome(videos, { user: editor });
  server.failing.add("PUT hidden");
  await entry("Winter").getByRole("button", { name: "Hide", exact: true }).click();
  await expect.element(screen.getByText("Error occured: It did not work.")).toBeVisible();
  await expect.element(entry("Winter").getByRole("button", { name: "Hide", exact: true })).toBeInTheDocument();
});

test("Delete moves a recording to the trash, and Undo restores it", async () => {
  const { server, screen, remove } = await openHome(videos, { user: editor });
  await remove("Winter");
  await expect.element(screen.getByText("“Winter” is in the trash. You can restore it within 7 days.")).toBeVisible();
  await expect.element(screen.getByRole("listitem")).toMatchTextContent(/Été/);
  expect(server.asked.map(({ method, path }) => `${method} ${path}`)).toContain("POST /api/video/v/b/trash");
  await screen.getByRole("button", { name: "Undo" }).click();
  await expect.element(screen.getByRole("link", { name: "Winter", exact: true })).toBeVisible();
});

test("after Delete the focus is on the next recording, or on the one before the last", async () => {
  const { screen, entry, remove } = await openHome(
    [...videos, makeVideo({ id: "e", title: "Spring", add_date: "2023-05-01T00:00:00.000Z" })],
    { user: editor },
  );
  await remove("Winter");
  await expect.element(entry("Spring").getByRole("link", { name: "Spring", exact: true })).toHaveFocus();
  await remove("Spring");
  await expect.element(screen.getByRole("link", { name: "Été in the garden", exact: true })).toHaveFocus();
});

test("an Undo that the server refuses says why, and changes nothing", async () => {
  const { server, screen, entry } = await openHome(videos, { user: editor });
  await entry("Winter").getByRole("button", { name: "Hide", exact: true }).click();
  server.failing.add("POST undo");
  await screen.getByRole("button", { name: "Undo" }).click();
  await expect.element(screen.getByText("Error occured: It did not work.")).toBeVisible();
  await expect.element(entry("Winter").getByRole("button", { name: "Unhide", exact: true })).toBeInTheDocument();
});

test("a failed Delete says so, and the recording stays", async () => {
  const { server, screen, remove } = await openHome(videos, { user: editor });
  server.failing.add("POST trash");
  await remove("Winter");
  await expect.element(screen.getByText("Error occured: It did not work.")).toBeVisible();
  expect(screen.getByRole("listitem").elements()).toHaveLength(2);
});

test("a recording that will be deleted says when, and an editor can keep it", async () => {
  const leaves_at = new Date(Date.now() + 3 * 86_400_000).toISOString();
  const leaving = [...videos, makeVideo({ id: "d", title: "Autumn", leaves_at, audio_only: true })];
  const { server, screen, entry, openMenu } = await openHome(leaving, { user: editor });
  await expect.element(entry("Autumn").getByText(/^will be deleted on /)).toBeVisible();
  await expect.element(entry("Autumn").getByText("Audio", { exact: true })).toBeVisible();
  expect(entry("Winter").getByRole("button", { name: "Protect" }).query()).toBeNull();
  await expectAccessible();
  await openMenu("Autumn");
  await screen.getByRole("menuitem", { name: "Protect" }).click();
  await expect.element(screen.getByText("“Autumn” is protected from cleanup.")).toBeVisible();
  expect(server.shelf.get("d")?.prevent_autodelete).toBe(true);
});

test("several recordings are hidden at once, and one Undo shows them again", async () => {
  const { server, screen } = await openHome(videos, { user: editor });
  await screen.getByRole("button", { name: "Select", exact: true }).click();
  await screen.getByRole("checkbox", { name: "Select Winter" }).click();
  await screen.getByRole("checkbox", { name: "Select Été in the garden" }).click();
  await expectAccessible();
  await screen.getByRole("button", { name: "Hide 2 recordings" }).click();
  await expect.element(screen.getByRole("img", { name: "Hidden" }).first()).toBeVisible();
  expect(screen.getByRole("img", { name: "Hidden" }).elements()).toHaveLength(2);
  await screen.getByRole("button", { name: "Undo" }).click();
  await expect.element(screen.getByText("2 changes undone.")).toBeVisible();
  expect(server.asked.filter(({ path }) => path === "/api/history/undo").map(({ body }) => body)).toEqual([
    { changes: ["c0", "c1"] },
  ]);
  expect(screen.getByRole("button", { name: "Undo" }).query()).toBeNull();
  expect([...server.shelf.values()].some(({ hidden }) => hidden)).toBe(false);
});

test("several recordings are deleted at once, and one Undo restores them", async () => {
  const { server, screen } = await openHome(videos, { user: editor });
  await screen.getByRole("button", { name: "Select", exact: true }).click();
  await screen.getByRole("checkbox", { name: "Select Winter" }).click();
  await screen.getByRole("checkbox", { name: "Select Été in the garden" }).click();
  await screen.getByRole("button", { name: "Delete 2 recordings" }).click();
  await expect
    .element(screen.getByText("2 recordings are in the trash. You can restore them within 7 days."))
    .toBeVisible();
  expect(server.shelf.size).toBe(0);
  await screen.getByRole("button", { name: "Undo" }).click();
  await expect.element(screen.getByText("2 changes undone.")).toBeVisible();
  await expect.element(screen.getByRole("link", { name: "Winter", exact: true })).toBeVisible();
});

test("the address decides what is shown", async () => {
  const { screen } = await openHome(withHidden, { user: editor, path: "/?hidden=only" });
  await expect.element(screen.getByText("1 of 3 recordings")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Only hidden" })).toHaveAttribute("aria-pressed", "true");
});

test("unfinished recordings come first, with their progress", async () => {
  usePersisted.setState({ positions: { a: 1800 } });
  const { screen } = await openHome(videos);
  const row = screen.getByRole("region", { name: "Continue watching" });
  await expect.element(row.getByRole("link", { name: "Été in the garden", exact: true })).toBeVisible();
  await expect.element(row.getByText("30 min left")).toBeVisible();
  await expect.element(screen.getByText(", 50 % played")).toBeInTheDocument();
  await expectAccessible();
});

test("an empty archive says so, and tells editors how to add recordings", async () => {
  const { screen } = await openHome([], { user: editor });
  await expect.element(screen.getByText(/incoming folder/)).toBeVisible();
  await expectAccessible();
});

test("a list that could not be loaded can be tried again", async () => {
  const { server, screen } = await openHome(videos);
  server.failing.add("GET list");
  const again = await show(<HomePage />, { user: viewer });
  await expect.element(again.getByRole("heading", { name: "The recordings could not be loaded" })).toBeVisible();
  server.failing.clear();
  await again.getByRole("button", { name: "Try again" }).click();
  await expect.element(screen.getByRole("link", { name: "Winter", exact: true }).first()).toBeVisible();
});

test("of ten thousand recordings only those near the screen are rendered, and the end can be reached", async () => {
  const many = Array.from({ length: 10_000 }, (_, index) =>
    makeVideo({ id: `v${index}`, title: `Night ${index}`, add_date: new Date(1.7e12 - index * 8e7).toISOString() }),
  );
  const { screen } = await openHome(many);
  await expect.element(screen.getByRole("link", { name: "Night 0", exact: true })).toBeVisible();
  expect(screen.getByRole("article").elements().length).toBeLessThan(60);
  scrollTo(0, document.documentElement.scrollHeight);
  await expect.element(screen.getByRole("link", { name: "Night 9999", exact: true })).toBeVisible();
  expect(screen.getByRole("article").elements().length).toBeLessThan(60);
});
