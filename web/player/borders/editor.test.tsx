import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { SetList, SetListEntry } from "#contract/songs.ts";
import type { Video } from "#contract/video.ts";
import { useCurrentEngine } from "#web/player/current-engine.ts";
import { fakeEngine } from "#web/testing/fake-engine.ts";
import { closeMessages, describeVideo, makeVideo } from "#web/testing/library-stand-in.ts";
import { viewer } from "#web/testing/people.ts";
import { expectAccessible, show } from "#web/testing/render.tsx";
import { media } from "#web/testing/stage.tsx";
import { dropDraft } from "./draft.ts";
import { BorderEditor } from "./editor.tsx";

const entry = (title: string, start: number | null, end: number | null = null): SetListEntry => ({
  ...{ id: null, part: null, start, end, talk: null, guest: null, note: null, segue: false, debut: false },
  songs: [{ id: null, title, is_cover: false, artist: null }],
});
const video: Video = {
  ...describeVideo(makeVideo({ id: "a", duration: 100 })),
  media: { ...media, audio: { url: "/audio", offset: 0, bytes: 1000 }, waveform_detail: "/detail" },
};
const gaps = [
  { from: 0, to: 1 },
  { from: 30, to: 35 },
  { from: 60, to: 64 },
];

let saved: SetList;
let sent: SetList[];

beforeEach(() => page.viewport(1280, 900));
afterEach(() => {
  vi.restoreAllMocks();
  dropDraft("a");
  closeMessages();
});

async function open(entries: SetListEntry[], time = 20) {
  saved = { revision: 1, entries };
  sent = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const path = input instanceof Request ? input.url : input.toString();
    const body = typeof init?.body === "string" ? (JSON.parse(init.body) as { set_list: SetList }) : undefined;
    if (path.endsWith("/detail")) return Response.json({ duration: 100, interval: 0.1, peaks: btoa("abc"), gaps });
    if (path.endsWith("/set-list/read")) return Response.json({ text: "", entries: [], similar: [], doubts: [] });
    if (path.endsWith("/history/undo")) return Response.json({ changes: [] });
    if (!body) return Response.json({ set_list: saved });
    sent.push(body.set_list);
    if (body.set_list.revision !== saved.revision)
      return Response.json({ detail: "Somebody was faster.", code: "conflict" }, { status: 409 });
    saved = { revision: saved.revision + 1, entries: body.set_list.entries };
    return Response.json({ set_list: saved, change: "c1" });
  });
  const fake = fakeEngine({ time, duration: 100 });
  useCurrentEngine.setState({ engine: fake.engine });
  const screen = await show(<BorderEditor video={video} />, { user: { ...viewer, can_edit: true } });
  await expect.element(screen.getByRole("button", { name: /starts here/ }).first()).toBeVisible();
  return { screen, ...fake };
}

const starts = () => sent.at(-1)?.entries.map(({ start, end, songs }) => [songs[0]?.title, start, end]);

test("a list without times is placed by pressing M while listening, corrected by keys, and saved as a whole", async () => {
  const { screen, report } = await open([entry("One", null), entry("Two", null)], 3);
  await expect.element(screen.getByRole("button", { name: "“One” starts here" })).toBeVisible();
  await userEvent.keyboard("m");
  report({ time: 40.04 });
  await expect.element(screen.getByRole("button", { name: "“Two” starts here" })).toBeVisible();
  await userEvent.keyboard("m");
  await userEvent.keyboard(",,,+");
  const two = screen.getByRole("slider", { name: "Start of Two" });
  await expect.element(two).toHaveAttribute("aria-valuenow", "40.7");
  (two.element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowRight}{Shift>}{ArrowLeft}{/Shift}");
  await expect.element(two).toHaveAttribute("aria-valuenow", "39.8");
  report({ time: 30 });
  await userEvent.keyboard("e");
  await screen.getByRole("button", { name: "Set missing end times" }).click();
  await expectAccessible();
  await screen.getByRole("button", { name: "Save 2 entries" }).click();
  await expect.poll(starts).toEqual([
    ["One", 3, 30],
    ["Two", 39.8, 100],
  ]);
  await expect.element(screen.getByText("Set list saved.")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Undo" })).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Close", exact: true })).toBeVisible();
});

test("keys type letters in a text field, and M is not mute while borders are edited", async () => {
  const { screen, asked } = await open([entry("One", 0)]);
  await screen.getByRole("button", { name: /One/ }).click();
  const title = screen.getByRole("textbox", { name: "Title" });
  await title.fill("");
  await title.click();
  await userEvent.keyboard("mm, e");
  await expect.element(title).toHaveValue("mm, e");
  await expect.element(screen.getByRole("slider")).toHaveAttribute("aria-valuenow", "0");
  expect(asked.filter(([name]) => name === "setMuted")).toEqual([]);
});

test("a border is heard from a second before it to a second after it", async () => {
  const { screen, asked, report } = await open([entry("One", 0), entry("Two", 50)]);
  await screen.getByRole("button", { name: /Two/ }).click();
  await screen.getByRole("button", { name: "Listen: 1 s before and after" }).click();
  expect(asked).toEqual([["seek", 49], ["play"]]);
  report({ time: 49.1, isPaused: false });
  report({ time: 50.9 });
  await new Promise(requestAnimationFrame);
  expect(asked).toHaveLength(2);
  report({ time: 51.05 });
  await expect.poll(() => asked.at(-1)).toEqual(["pause"]);
});

test("a song can be split and joined, and a new one needs a title before it is saved", async () => {
  const { screen } = await open([entry("One", 0, 50), entry("Two", 60)]);
  await screen.getByRole("button", { name: /One/ }).click();
  await screen.getByRole("button", { name: "Split here" }).click();
  await screen.getByRole("button", { name: "Save 3 entries" }).click();
  await expect.element(screen.getByText("One song has no title yet. Please type it.")).toBeVisible();
  expect(sent).toEqual([]);
  await screen.getByRole("textbox", { name: "Title" }).fill("Middle");
  await screen.getByRole("button", { name: "Join with the next song" }).click();
  await screen.getByRole("button", { name: "Save 2 entries" }).click();
  await expect
    .poll(() => sent.at(-1)?.entries.map(({ songs }) => songs.map(({ title }) => title)))
    .toEqual([["One"], ["Middle", "Two"]]);
});

test("a time that is typed is checked, and a row without a time gets one", async () => {
  const { screen } = await open([entry("One", 0), entry("Two", null)]);
  await screen.getByRole("button", { name: /Two/ }).first().click();
  const start = screen.getByRole("textbox", { name: "Start" });
  await start.fill("soon");
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByText("Type a time such as 1:23.4.")).toBeVisible();
  await start.fill("0:00");
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByText("Another song starts at this time.")).toBeVisible();
  await start.fill("1:02.3");
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByRole("slider", { name: "Start of Two" })).toHaveAttribute("aria-valuenow", "62.3");
});

test("a border is dragged on the waveform, and zooming in makes the drag finer", async () => {
  const { screen } = await open([entry("One", 0), entry("Two", 50)]);
  const two = screen.getByRole("slider", { name: "Start of Two" });
  const drag = (pixels: number) => {
    const element = two.element();
    const x = element.getBoundingClientRect().left + 12;
    const at = (type: string, clientX: number) =>
      element.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, button: 0, clientX }));
    vi.spyOn(Element.prototype, "setPointerCapture").mockReturnValue();
    at("pointerdown", x);
    at("pointermove", x + pixels);
    at("pointerup", x + pixels);
  };
  const width = screen.getByRole("group", { name: /Waveform/ }).element().clientWidth;
  drag(width / 10);
  await expect.element(two).toHaveAttribute("aria-valuenow", "60");
  await screen.getByRole("button", { name: "Zoom in" }).click();
  drag(width / 10);
  await expect.element(two).toHaveAttribute("aria-valuenow", "65");
});

test("a save that comes too late shows both versions; either can be kept", async () => {
  const { screen } = await open([entry("One", 0)]);
  await screen.getByRole("button", { name: /One/ }).click();
  await userEvent.keyboard("+");
  saved = { revision: 5, entries: [entry("Theirs", 7)] };
  await screen.getByRole("button", { name: "Save 1 entry" }).click();
  const alert = screen.getByRole("alert");
  await expect.poll(() => alert.element().textContent).toMatch(/0:07\.0 Theirs.*0:01\.0 One/);
  await expectAccessible();
  await alert.getByRole("button", { name: "Save mine, replace theirs" }).click();
  await expect.poll(() => saved.revision).toBe(6);
  expect(starts()).toEqual([["One", 1, null]]);
});

test("borders found in the audio are heard, and accepted or dropped one by one; nothing is taken by itself", async () => {
  const { screen, asked } = await open([entry("One", 0), entry("Two", null)]);
  await screen.getByRole("button", { name: "Find song starts in the audio" }).click();
  await expect.element(screen.getByRole("heading", { name: "2 possible starts found" })).toBeVisible();
  await expectAccessible();
  await screen.getByRole("button", { name: "Listen at 0:35.0" }).click();
  expect(asked).toContainEqual(["seek", 34]);
  await expect.element(screen.getByRole("slider", { name: "Start of Two" })).not.toBeInTheDocument();
  await screen.getByRole("button", { name: "Accept the start at 0:35.0" }).click();
  await screen.getByRole("button", { name: "Reject the start at 1:04.0" }).click();
  await expect.element(screen.getByText(/No new starts were found/)).toBeVisible();
  await screen.getByRole("button", { name: "Save 2 entries" }).click();
  await expect.poll(starts).toEqual([
    ["One", 0, 30],
    ["Two", 35, null],
  ]);
});

test("changes are only discarded after a yes", async () => {
  const { screen } = await open([entry("One", 0)]);
  await screen.getByRole("button", { name: /One/ }).click();
  await userEvent.keyboard("+");
  await screen.getByRole("button", { name: "Discard changes" }).click();
  await screen.getByRole("button", { name: "Keep editing" }).click();
  await expect.element(screen.getByRole("slider")).toHaveAttribute("aria-valuenow", "1");
});

test("on a phone everything that is pressed is at least 44 pixels high, and nothing is too wide", async () => {
  await page.viewport(390, 844);
  const { screen } = await open([entry("A rather long title of a song that somebody played", 0), entry("Two", 50)]);
  await screen
    .getByRole("button", { name: /rather long/ })
    .first()
    .click();
  const small = [...document.querySelectorAll("section button, section input:not([type=checkbox])")]
    .map((element) => ({ text: element.textContent, height: element.getBoundingClientRect().height }))
    .filter(({ height }) => height < 44);
  expect(small).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  await expectAccessible();
});
