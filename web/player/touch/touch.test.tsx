import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { useHabits } from "#web/player/habits.ts";
import { openStage } from "#web/testing/stage.tsx";

beforeEach(() => page.viewport(390, 844));
afterEach(() => {
  vi.useRealTimers();
  useHabits.setState({ rate: 1 });
});

/** As a browser reports a finger; a real one is in e2e/player-touch.spec.ts. */
function touch(target: Element, type: string, { x, y, id = 2 }: { x: number; y: number; id?: number }): void {
  const event = { pointerType: "touch", pointerId: id, clientX: x, clientY: y, bubbles: true, cancelable: true };
  target.dispatchEvent(new PointerEvent(type, event));
}

async function open(playback = {}, description = "") {
  const stage = await openStage({ isPaused: false, duration: 10_800, ...playback }, { description });
  const region = stage.screen.getByRole("region", { name: "Player" }).element() as HTMLElement;
  const isHidden = () => region.dataset["idle"] === "true";
  const { left, top, width, height } = region.getBoundingClientRect();
  /** What a finger meets there. */
  const under = (x: number, y: number) => document.elementFromPoint(x, y) ?? document.body;
  const tap = (x: number, y: number) => {
    const target = under(x, y);
    touch(target, "pointerdown", { x, y });
    touch(target, "pointerup", { x, y });
  };
  return { ...stage, region, isHidden, tap, under, box: { left, top, width, height } };
}

test("hidden controls are inert; a tap shows them, and a tap hides them", async () => {
  const { screen, region, isHidden, tap, under, box, asked } = await open();
  const controls = () => region.querySelector("[inert] [role=slider]");
  await expect.poll(isHidden).toBe(true);
  expect(controls()).not.toBeNull();
  const pause = screen.getByRole("button", { name: "Pause", includeHidden: true }).element().getBoundingClientRect();
  expect(under(pause.x + 10, pause.y + 10).closest("button")).toBeNull();
  const before = asked.length;
  tap(pause.x + 10, pause.y + 10);
  await expect.poll(isHidden).toBe(false);
  expect(asked).toHaveLength(before);
  await expect.poll(controls).toBeNull();
  expect(under(pause.x + 10, pause.y + 10).closest("button")).not.toBeNull();
  tap(box.left + box.width / 2, box.top + 60);
  await expect.poll(isHidden).toBe(true);
  expect(asked).toHaveLength(before);
});

test("a key shows hidden controls before it moves the focus, and they stay while the focus is visible", async () => {
  const { region, isHidden } = await open();
  await expect.poll(isHidden).toBe(true);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  await userEvent.keyboard("{Tab}");
  expect(isHidden()).toBe(false);
  expect(region.contains(document.activeElement)).toBe(true);
  expect(document.activeElement).not.toHaveTextContent("Show controls");
  vi.advanceTimersByTime(10_000);
  vi.useRealTimers();
  await expect.element(region).toHaveAttribute("data-idle", "false");
});

test("a screen reader finds a button that shows the controls", async () => {
  const { screen, isHidden } = await open();
  await expect.poll(isHidden).toBe(true);
  (screen.getByRole("button", { name: "Show controls" }).element() as HTMLElement).click();
  await expect.poll(isHidden).toBe(false);
  await expect.element(screen.getByRole("button", { name: "Show controls" })).not.toBeInTheDocument();
});

test("double taps skip, add up, and say so", async () => {
  const { screen, tap, box, asked, isHidden } = await open({ time: 1000 });
  await expect.poll(isHidden).toBe(true);
  const y = box.top + box.height - 20;
  for (let n = 0; n < 3; n += 1) tap(box.left + box.width * 0.9, y);
  await expect.element(screen.getByText("20 seconds")).toBeVisible();
  expect(asked.filter(([name]) => name === "seek")).toEqual([
    ["seek", 1010],
    ["seek", 1010],
  ]);
  await expect.element(screen.getByText("20 seconds")).not.toBeInTheDocument();
});

test("a long press hurries only while something plays, and the speed is not remembered", async () => {
  const { screen, under, box, asked, report } = await open({ rate: 1.25 });
  const [x, y] = [box.left + box.width / 2, box.top + 60];
  const target = under(x, y);
  touch(target, "pointerdown", { x, y });
  await expect.element(screen.getByText("2× speed")).toBeVisible();
  report({ rate: 2 });
  touch(target, "pointerup", { x, y });
  await expect.element(screen.getByText("2× speed")).not.toBeInTheDocument();
  expect(asked.filter(([name]) => name === "setRate")).toEqual([
    ["setRate", 2],
    ["setRate", 1.25],
  ]);
  expect(useHabits.getState().rate).toBe(1);
});

test("on a recording of three hours, a finger away from the seek bar chooses a tenth of a second, and sees the song", async () => {
  const setList = "0:10 Overture\n1:30:00 Night drive\n2:30:00 Encore";
  const { screen, asked } = await open({ isPaused: true, time: 60 }, setList);
  const bar = screen.getByRole("slider", { name: "Position" }).element().parentElement as HTMLElement;
  const box = bar.getBoundingClientRect();
  expect(box.height).toBeGreaterThanOrEqual(44);
  const at = (x: number, y: number) => ({ x: box.left + x, y: box.top + y });
  touch(bar, "pointerdown", at(box.width / 2, 22));
  await expect.element(screen.getByText("1:30:00", { exact: true })).toBeVisible();
  await expect.element(screen.getByText("Night drive")).toBeVisible();
  touch(bar, "pointermove", at(box.width / 2, 444));
  touch(bar, "pointermove", at(box.width / 2 + 100, 444));
  await expect.element(screen.getByText("1:30:02.0", { exact: true })).toBeVisible();
  expect(asked.filter(([name]) => name === "seek")).toEqual([]);
  touch(bar, "pointerup", at(box.width / 2 + 100, 444));
  const [, seconds] = asked.findLast(([name]) => name === "seek") ?? [];
  expect(seconds).toBeCloseTo(5402, 1);
});

test("a touch that the system takes over changes nothing", async () => {
  const { screen, under, box, asked } = await open({ isPaused: true });
  const [x, y] = [box.left + box.width / 4, box.top + 60];
  const target = under(x, y);
  touch(target, "pointerdown", { x, y });
  touch(target, "pointermove", { x: x + 30, y });
  touch(target, "pointermove", { x: x + 60, y });
  await expect.element(screen.getByText(/^\+0:0\d$/)).toBeVisible();
  touch(target, "pointercancel", { x: x + 60, y });
  await expect.element(screen.getByText(/^\+0:0\d$/)).not.toBeInTheDocument();
  expect(asked.filter(([name]) => name === "seek")).toEqual([]);
});
