import { afterEach, expect, test, vi } from "vitest";
import { Route, Routes } from "react-router";
import type { EditedSong, Song } from "#contract/songs.ts";
import { SongPages } from "#web/songs/pages.tsx";
import { closeMessages } from "#web/testing/library-stand-in.ts";
import { viewer } from "#web/testing/people.ts";
import { expectAccessible, show } from "#web/testing/render.tsx";

const blank = { is_cover: false, artist: null, other_names: [], notes: "", lyrics_url: null, revision: 1 };
let songs: Map<string, Song>;
let asked: { path: string; body: unknown }[];

afterEach(() => {
  vi.restoreAllMocks();
  closeMessages();
});

async function open(user = { ...viewer, can_edit: true }) {
  songs = new Map(["Rivr", "River"].map((title) => [title, { ...blank, id: title, title }]));
  asked = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const path = input instanceof Request ? input.url : input.toString();
    const body: unknown = typeof init?.body === "string" ? JSON.parse(init.body) : undefined;
    const song = songs.get(/songs\/v\/(\w+)/.exec(path)?.[1] ?? "");
    if (body !== undefined) asked.push({ path, body });
    if (path.includes("/figures"))
      return Response.json({
        figures: {
          ...{ times: 3, recordings: 1, first: null, last: null, longest: null, shortest: null },
          ...{ years: [], before: [], after: [] },
        },
      });
    if (path.endsWith("/merge")) return Response.json({ song: songs.get("River"), change: "a2" });
    if (init?.method === "PUT" && song) {
      const { song: edited } = body as { song: EditedSong };
      if (edited.revision !== song.revision)
        return Response.json({ detail: "Too late.", code: "conflict" }, { status: 409 });
      if (edited.lyrics_url === "nonsense") {
        const fields = [{ field: "song.lyrics_url", rule: "must be an address" }];
        return Response.json({ detail: "No.", code: "bad-input", fields }, { status: 400 });
      }
      songs.set(song.id, { ...song, ...edited, revision: song.revision + 1 });
      return Response.json({ song: songs.get(song.id), change: "a1" });
    }
    if (song) return Response.json({ song, performances: [], next: null });
    const list = [...songs.values()].map((one) => ({ ...one, times: 3, last_played: null }));
    return Response.json({ songs: list, next: null, total: list.length, changes: [] });
  });
  return show(
    <Routes>
      <Route path="song/:id" element={<SongPages />} />
    </Routes>,
    { user, path: "/song/Rivr" },
  );
}

async function choose(screen: Awaited<ReturnType<typeof open>>, item: string): Promise<void> {
  await screen.getByRole("button", { name: "More for Rivr" }).click();
  await screen.getByRole("menuitem", { name: item }).click();
}

test("a song is edited with everything that is known about it, and the page shows it", async () => {
  const screen = await open();
  await choose(screen, "Edit song");
  const dialog = screen.getByRole("dialog", { name: "Edit song" });
  await dialog.getByRole("textbox", { name: "Title" }).fill("River");
  await dialog.getByRole("textbox", { name: "Other names, one per line" }).fill("Rivr\n\nFleuve");
  await dialog.getByRole("checkbox", { name: "It is a cover" }).click();
  await dialog.getByRole("textbox", { name: "Original artist" }).fill("The Sailors");
  await dialog.getByRole("textbox", { name: "Link to the lyrics" }).fill("nonsense");
  await expectAccessible();
  await dialog.getByRole("button", { name: "Save song" }).click();
  await expect.element(dialog.getByText("This must be an address.")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Link to the lyrics" }).fill("https://lyrics.example/river");
  await dialog.getByRole("button", { name: "Save song" }).click();
  await expect.element(screen.getByText("Song saved.")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Undo" })).toBeVisible();
  await expect.element(screen.getByText("Also called Rivr, Fleuve")).toBeVisible();
  await expect.element(screen.getByRole("link", { name: "Lyrics" })).toHaveAttribute("rel", "noopener noreferrer");
});

test("a change that comes too late shows both versions, and nothing that was typed is lost", async () => {
  const screen = await open();
  await choose(screen, "Edit song");
  const dialog = screen.getByRole("dialog", { name: "Edit song" });
  await dialog.getByRole("textbox", { name: "Notes" }).fill("Mine");
  songs.set("Rivr", { ...blank, id: "Rivr", title: "Rivr", notes: "Hers", revision: 2 });
  await dialog.getByRole("button", { name: "Save song" }).click();
  const alert = dialog.getByRole("alert");
  await expect.poll(() => alert.element().textContent).toMatch(/Hers.*Mine/);
  await expectAccessible();
  await alert.getByRole("button", { name: "Save mine, replace theirs" }).click();
  await expect.poll(() => songs.get("Rivr")?.notes).toBe("Mine");
});

test("two songs are merged only after a yes", async () => {
  const screen = await open();
  await choose(screen, "Merge with another song");
  const dialog = screen.getByRole("dialog");
  await dialog.getByRole("button", { name: /River/ }).click();
  await expect
    .element(dialog.getByText(/Merge “Rivr” into “River”\? Its 3 performances are then listed/))
    .toBeVisible();
  expect(asked).toEqual([]);
  await expectAccessible();
  await dialog.getByRole("button", { name: "Merge the songs" }).click();
  await expect.element(screen.getByRole("heading", { level: 1, name: "River" })).toBeVisible();
  await expect.element(screen.getByText("“Rivr” was merged into “River”.")).toBeVisible();
  expect(asked).toEqual([{ path: expect.stringContaining("/api/songs/v/Rivr/merge"), body: { into: "River" } }]);
});

test("members see what is known about a song, and no buttons to change it", async () => {
  const screen = await open(viewer);
  await expect.element(screen.getByRole("heading", { level: 1, name: "Rivr" })).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "More for Rivr" })).not.toBeInTheDocument();
});
