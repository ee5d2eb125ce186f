import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { usePersisted } from "#web/memory/persisted.ts";
import { expectAccessible } from "#web/testing/render.tsx";
import { openStage as open } from "#web/testing/stage.tsx";

beforeEach(() => page.viewport(1280, 800));
afterEach(() => {
  vi.restoreAllMocks();
  usePersisted.setState({ audioOnly: false, volume: 0.5, positions: {} });
});

test("every control has a name, and the player is accessible", async () => {
  const { screen } = await open();
  for (const name of ["Play", "Mute", "Back 10 seconds", "Loop from here", "Copy link to this time", "Full screen"]) {
    await expect.element(screen.getByRole("button", { name, exact: true })).toBeVisible();
  }
  await expect.element(screen.getByRole("button", { name: "Previous recording" })).toBeDisabled();
  await expectAccessible();
});

test("the waveform is a slider that tells its position and follows the keys", async () => {
  const { screen, asked, report } = await open();
  const slider = screen.getByRole("slider", { name: "Position" });
  await expect.element(slider).toHaveAttribute("aria-valuetext", "20 seconds of 1 minute 40 seconds");
  (slider.element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowRight}{End}{Home}");
  expect(asked.filter(([name]) => name === "seek")).toEqual([
    ["seek", 25],
    ["seek", 100],
    ["seek", 0],
  ]);
  report({ time: 61 });
  await expect.element(slider).toHaveAttribute("aria-valuenow", "61");
});

test("with a set list the buttons go from song to song, and after the last one to the next recording", async () => {
  const { screen, asked, report } = await open({ time: 60 }, { description: "0:10 Salt\n0:50 Rain" });
  await screen.getByRole("button", { name: "Previous song" }).click();
  expect(asked).toContainEqual(["seek", 50]);
  report({ time: 20 });
  await screen.getByRole("button", { name: "Next song" }).click();
  expect(asked.filter(([name]) => name === "seek")).toHaveLength(2);
  report({ time: 60 });
  await screen.getByRole("button", { name: "Next song" }).click();
  expect(asked).toContainEqual(["next"]);
});

test("a button that is held goes to the next recording, and not to a song as well", async () => {
  const { screen, asked } = await open({ time: 20 }, { description: "0:10 Salt\n0:50 Rain" });
  const next = screen.getByRole("button", { name: "Next song" });
  await next.click({ delay: 700 });
  await expect.poll(() => asked).toContainEqual(["next"]);
  expect(asked.filter(([name]) => name === "seek")).toEqual([]);
  // a key after that is a press, and not what is left of the long one
  (next.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  expect(asked.filter(([name]) => name === "seek")).toEqual([["seek", 50]]);
});

const listed = { description: "0:10 Salt\n0:50 Rain" };

test("in Audio Only the song is large, its waveform has its times, and the strip below has the others", async () => {
  usePersisted.setState({ audioOnly: true });
  const { screen, asked, report } = await open({ time: 60 }, listed);
  const position = screen.getByRole("slider", { name: "Position" });
  await expect.element(position).toHaveAttribute("aria-valuetext", "10 seconds of 50 seconds");
  await expect.element(screen.getByText("0:50", { exact: true })).toBeVisible();
  const strip = screen.getByRole("slider", { name: "Song" });
  await expect.element(strip).toHaveAttribute("aria-valuetext", "Rain, Song 2 of 2");
  (strip.element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowLeft}");
  await strip.click({ position: { x: 5, y: 10 } });
  (position.element() as HTMLElement).focus();
  await userEvent.keyboard("{Home}{End}");
  expect(asked.filter(([name]) => name === "seek").map(([, at]) => at)).toEqual([10, 10, 50, 100]);
  report({ time: 30 });
  await expect.element(position).toHaveAttribute("aria-valuetext", "20 seconds of 40 seconds");
  await expect.element(strip).toHaveAttribute("aria-valuetext", "Salt, Song 1 of 2");
  await expectAccessible();
});

test("over a picture the waveform is the whole recording, and the song is named above it", async () => {
  const { screen } = await open({ time: 60 }, listed);
  await expect
    .element(screen.getByRole("slider", { name: "Position" }))
    .toHaveAttribute("aria-valuetext", "1 minute of 1 minute 40 seconds");
  await expect.element(screen.getByText("Song 2 of 2 · 0:10 / 0:50")).toBeVisible();
  await expect.element(screen.getByRole("slider", { name: "Song" })).not.toBeInTheDocument();
});

test("speed and quality are chosen in a panel; Auto says what it has chosen", async () => {
  const { screen, asked } = await open({ qualities: [720, 480], playingQuality: 480 });
  await screen.getByRole("button", { name: "Speed and quality" }).click();
  await expect.element(screen.getByRole("radio", { name: "Auto (480p)" })).toBeChecked();
  await screen.getByRole("radio", { name: "720p" }).click();
  await screen.getByRole("radio", { name: "1.5×" }).click();
  expect(asked).toContainEqual(["setQuality", 720]);
  expect(asked).toContainEqual(["setRate", 1.5]);
  await expectAccessible();
  await userEvent.keyboard("{Escape}");
  await expect.element(screen.getByRole("radio", { name: "720p" })).not.toBeInTheDocument();
});

test.for([
  [320, 640],
  [390, 844],
  [844, 390],
  [1280, 800],
] as const)("while another screen plays, the controls leave the way back free, at %i x %i", async ([width, height]) => {
  await page.viewport(width, height);
  const { screen, asked } = await open({ screen: "on" });
  // the click waits until nothing else is over the button
  await screen.getByRole("button", { name: "Play here" }).click({ timeout: 5000 });
  expect(asked.map(([name]) => name)).toContain("leaveScreen");
});

test("captions have a button, a key and a choice of languages, in Audio Only, too", async () => {
  const captions = [
    { label: "English", language: "en" },
    { label: "German", language: "de" },
  ];
  const { screen, asked } = await open({ captions, shownCaptions: 0 });
  const button = screen.getByRole("button", { name: "Captions" });
  await expect.element(button).toHaveAttribute("aria-pressed", "true");
  await button.click();
  await userEvent.keyboard("c");
  expect(asked.filter(([name]) => name === "toggleCaptions")).toHaveLength(2);
  await screen.getByRole("button", { name: "Speed, quality and captions" }).click();
  await expect.element(screen.getByRole("radio", { name: "English" })).toBeChecked();
  await screen.getByRole("radio", { name: "Off" }).click();
  expect(asked).toContainEqual(["setCaptions", null]);
  await expectAccessible();
  await userEvent.keyboard("{Escape}");
  usePersisted.setState({ audioOnly: true });
  await expect.element(button).toBeVisible();
  await userEvent.keyboard("c");
  expect(asked.filter(([name]) => name === "toggleCaptions")).toHaveLength(3);
});

test("Audio Only looks like a music app: the title, no quality and no picture in picture", async () => {
  usePersisted.setState({ audioOnly: true });
  const { screen, asked } = await open({ qualities: [720], canPictureInPicture: false });
  await expect.element(screen.getByText("An evening")).toBeVisible();
  expect(asked).toContainEqual(["setAudioOnly", true]);
  await expect.element(screen.getByRole("button", { name: "Theatre mode" })).not.toBeInTheDocument();
  await expectAccessible();
  await page.viewport(390, 844);
  await expectAccessible();
});

test("a recording without video plays as Audio Only, whatever the switch says", async () => {
  const { screen, asked } = await open({}, { hasPictures: false });
  await expect.element(screen.getByText("An evening").first()).toBeVisible();
  expect(asked).toContainEqual(["setAudioOnly", true]);
  expect(usePersisted.getState().audioOnly).toBe(false);
});

test("a refused position stops the engine, even when it has nothing more to load", async () => {
  vi.spyOn(globalThis, "fetch").mockResolvedValue(Response.json({}, { status: 401 }));
  const { asked, report } = await open({ isPaused: false });
  report({ time: 30 });
  report({ isPaused: true });
  await expect.poll(() => asked).toContainEqual(["heed", 401]);
});

test("the volume is remembered in the persisted entry, also when it is 0", async () => {
  const { report } = await open();
  report({ volume: 0 });
  expect(usePersisted.getState().volume).toBe(0);
  report({ volume: 1 });
  expect(usePersisted.getState().volume).toBe(1);
});

test("the position is saved on pause and deleted at the end", async () => {
  const { report } = await open();
  report({ isPaused: false });
  report({ time: 42.04 });
  report({ isPaused: true });
  expect(usePersisted.getState().positions).toEqual({ a: 42 });
  report({ isPaused: false });
  report({ isPaused: true, isEnded: true, time: 100 });
  expect(usePersisted.getState().positions).toEqual({});
});

test("coming back says where it continues, and offers to start over", async () => {
  const { screen, asked } = await open({}, { resumedAt: 75 });
  await expect.element(screen.getByText("Continues at 1:15")).toBeVisible();
  await screen.getByRole("button", { name: "Start over" }).click();
  expect(asked.slice(-2)).toEqual([["seek", 0], ["play"]]);
  await expect.element(screen.getByText("Continues at 1:15")).not.toBeInTheDocument();
});

test.each([
  ["refused", "gone", "This recording is no longer available"],
  ["refused", "missing", "A part of this recording is missing"],
  ["broken", null, "Playback of this recording failed"],
  ["unsupported", null, "This browser can’t play this recording"],
] as const)("trouble: %s, %s", async (trouble, verdict, words) => {
  const { screen } = await open({ trouble }, { verdict });
  await expect.element(screen.getByRole("alert").getByText(words)).toBeVisible();
  await expect.element(screen.getByRole("link", { name: "Back to the archive" })).toBeVisible();
  await expectAccessible();
});

test("a lost connection says so, and that playback continues when it is back", async () => {
  const { screen, report } = await open({ trouble: "offline" });
  const note = screen.getByText(/^Connection lost\. Playback continues/);
  await expect.element(note).toBeVisible();
  report({ trouble: null });
  await expect.element(note).not.toBeInTheDocument();
});

test("a loop starts here, ends here, and has handles that the keyboard moves", async () => {
  const { screen, report, asked } = await open();
  await screen.getByRole("button", { name: "Loop from here" }).click();
  report({ time: 30 });
  await screen.getByRole("button", { name: "Loop until here" }).click();
  const end = screen.getByRole("slider", { name: "Loop end" });
  await expect.element(end).toHaveAttribute("aria-valuenow", "30");
  // it is at the end already: back to the start
  expect(asked).toContainEqual(["seek", 20]);
  (end.element() as HTMLElement).focus();
  await userEvent.keyboard("{Shift>}{ArrowRight}{/Shift}");
  await expect.element(end).toHaveAttribute("aria-valuenow", "31");
  await expectAccessible();
  await screen.getByRole("button", { name: "Stop looping" }).click();
  await expect.element(screen.getByRole("slider", { name: "Loop end" })).not.toBeInTheDocument();
});

test.each([
  ["at the end of the recording", "/video/a?a=80&b=100"],
  ["after it", "/video/a?a=80&b=130"],
])("a loop whose end is %s keeps repeating, also when the element has stopped at the end", async (_where, path) => {
  const { asked, report } = await open({ isPaused: false, time: 85 }, { path });
  const told = () => asked.filter(([name]) => name === "seek" || name === "play");
  report({ time: 99.95 });
  expect(told()).toEqual([["seek", 80]]);
  report({ time: 85 });
  // in the background there are no frames in between: the element has ended, which pauses it
  report({ time: 100, isEnded: true, isPaused: true });
  expect(told().slice(1, 3)).toEqual([["seek", 80], ["play"]]);
});

test("going to the end of a loop while paused does not start playing", async () => {
  const { asked, report } = await open({ isPaused: true, time: 85 }, { path: "/video/a?a=80&b=100" });
  report({ time: 100, isEnded: true });
  expect(asked).toContainEqual(["seek", 80]);
  expect(asked).not.toContainEqual(["play"]);
});

test("a loop that starts after the end of the recording repeats nothing", async () => {
  const { asked, report } = await open({ isPaused: false }, { path: "/video/a?a=150&b=160" });
  report({ time: 100, isEnded: true, isPaused: true });
  expect(asked.filter(([name]) => name === "seek")).toEqual([]);
});

test("only the main mouse button on the video plays and pauses", async () => {
  const { screen, asked } = await open({ isPaused: false });
  const picture = screen.getByRole("region", { name: "Player" });
  const press = (button: "left" | "middle" | "right") =>
    userEvent.click(picture, { button, position: { x: 100, y: 100 } });
  await press("right");
  await press("middle");
  expect(asked).not.toContainEqual(["pause"]);
  await press("left");
  expect(asked).toContainEqual(["pause"]);
});

test("keys work wherever the focus is, and ? shows them all", async () => {
  const { screen, asked } = await open();
  await userEvent.keyboard("k");
  await userEvent.keyboard("m");
  expect(asked).toContainEqual(["play"]);
  expect(asked).toContainEqual(["setMuted", true]);
  await userEvent.keyboard("?");
  await expect.element(screen.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await expectAccessible();
  await screen.getByRole("button", { name: "Close" }).click();
});
