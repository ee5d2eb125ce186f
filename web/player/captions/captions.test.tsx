import { afterEach, beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { changeCaptionHabits, useHabits } from "#web/player/habits.ts";
import type { CaptionCue } from "#web/player/playback.ts";
import { Stage } from "#web/player/stage.tsx";
import { fakeEngine } from "#web/testing/fake-engine.ts";
import { describeVideo, makeVideo } from "#web/testing/library-stand-in.ts";
import { viewer } from "#web/testing/people.ts";
import { expectAccessible, show } from "#web/testing/render.tsx";
import { media } from "#web/testing/stage.tsx";

const say = (text: string, given: Partial<CaptionCue> = {}): CaptionCue => ({
  pieces: [text],
  isAtTop: false,
  align: "center",
  ...given,
});

beforeEach(async () => {
  localStorage.clear();
  await page.viewport(1280, 800);
});
afterEach(() => useHabits.setState({ captions: {} }));

async function open(cues: readonly CaptionCue[], isPaused = true) {
  const fake = fakeEngine({ isPaused, cues, hasPicture: true, captions: [{ label: "English", language: "en" }] });
  const ways = { previous: null, next: null, resumedAt: 0, verdict: null };
  const screen = await show(<Stage engine={fake.engine} video={describeVideo(makeVideo())} media={media} {...ways} />, {
    user: viewer,
  });
  return { screen, ...fake };
}
const boxOf = (element: Element) => element.getBoundingClientRect();
const sizeOf = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize);

test.each([
  [1280, 800, 24],
  [820, 1180, 18],
  [390, 844, 18],
  [360, 640, 18],
  [844, 390, 17.9],
])("in a window of %i x %i captions are readable, and above the controls while those are shown", async (...given) => {
  const [width, height, leastPixels] = given;
  await page.viewport(width, height);
  const { screen } = await open([say("The river sings the lower part,\nand the harbour answers")]);
  const text = screen.getByText(/The river sings/).element();
  const frame = boxOf(screen.getByRole("region", { name: "Player" }).element());
  const slider = boxOf(screen.getByRole("slider", { name: "Position" }).element());
  expect(sizeOf(text)).toBeGreaterThanOrEqual(leastPixels);
  expect(boxOf(text).bottom).toBeLessThanOrEqual(slider.top);
  expect(boxOf(text).top).toBeGreaterThanOrEqual(frame.top);
  const big = document.querySelector<HTMLElement>("button[aria-hidden=true]");
  const isSeen = big !== null && getComputedStyle(big).visibility === "visible";
  if (isSeen) expect(boxOf(big).bottom).toBeLessThanOrEqual(boxOf(text).top);
});

test("when the controls are hidden, captions are at the bottom of the picture", async () => {
  const { screen } = await open([say("The river sings")], false);
  const frame = screen.getByRole("region", { name: "Player" }).element();
  const text = () => boxOf(screen.getByText("The river sings").element());
  await expect.poll(() => frame.getAttribute("data-idle")).toBe("true");
  const edge = boxOf(frame).bottom;
  expect(text().bottom).toBeLessThanOrEqual(edge);
  expect(text().bottom).toBeGreaterThan(edge - boxOf(frame).height * 0.1);
});

test("their size and background are chosen in the menu, and remembered", async () => {
  const { screen } = await open([say("The river sings")]);
  const text = screen.getByText("The river sings");
  const normal = sizeOf(text.element());
  await screen.getByRole("button", { name: "Speed, quality and captions" }).click();
  await screen.getByRole("group", { name: "Size of captions" }).getByLabelText("Large").click();
  await expect.poll(() => sizeOf(text.element())).toBeGreaterThan(normal * 1.2);
  await screen.getByRole("group", { name: "Size of captions" }).getByLabelText("Small").click();
  await expect.poll(() => sizeOf(text.element())).toBeLessThan(normal);
  await screen.getByRole("group", { name: "Background of captions" }).getByLabelText("Solid").click();
  await expect.poll(() => getComputedStyle(text.element()).backgroundColor).toBe("rgb(0, 0, 0)");
  await expectAccessible();
  expect(JSON.parse(localStorage.getItem("stagedoor-player") ?? "{}")).toMatchObject({
    state: { captions: { "": { size: "small", background: "solid" } } },
  });
});

test("captions are drawn with their tags, at the place the file asks for, and are never announced", async () => {
  changeCaptionHabits({ background: "none" });
  const { screen, report } = await open([
    say("", { pieces: ["One ", { tag: "i", pieces: ["two"] }, " <b>three</b>"] }),
    say("At the top", { isAtTop: true, align: "start" }),
  ]);
  expect(screen.getByText("two").element().localName).toBe("i");
  await expect.element(screen.getByText(/<b>three<\/b>/)).toBeVisible();
  const [top, bottom] = [screen.getByText("At the top"), screen.getByText("two")].map((one) => boxOf(one.element()));
  expect(top?.bottom).toBeLessThan(bottom?.top ?? 0);
  for (const text of [screen.getByText("two"), screen.getByText("At the top")])
    expect(text.element().closest("[aria-live]")?.getAttribute("aria-live")).toBe("off");
  report({ cues: [] });
  await expect.element(screen.getByText("At the top")).not.toBeInTheDocument();
});
