import { afterEach, expect, test, vi } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import { HomePage } from "#web/library/home.tsx";
import { closeMessages, makeVideo, standIn } from "#web/testing/library-stand-in.ts";
import { viewer } from "#web/testing/people.ts";
import { expectAccessible, show } from "#web/testing/render.tsx";

/** One each month, the newest in December 2025. */
const monthly = (count: number) =>
  Array.from({ length: count }, (_, n) =>
    makeVideo({ id: `n${n}`, title: `Night ${n}`, add_date: new Date(Date.UTC(2025, 11 - n, 15, 12)).toISOString() }),
  );

afterEach(() => {
  closeMessages();
  vi.restoreAllMocks();
});

async function open(count: number, { width = 1280, path = "/" } = {}) {
  await page.viewport(width, 800);
  vi.spyOn(globalThis, "fetch").mockImplementation(standIn(monthly(count)).fetch);
  const screen = await show(<HomePage />, { user: viewer, path });
  const bar = screen.getByRole("slider", { name: "Year and month" });
  const night = (n: number) => screen.getByRole("link", { name: `Night ${n}`, exact: true });
  return { screen, bar, night };
}

/** Where the test before this one has scrolled to is over. */
async function atTop(bar: Locator) {
  await expect.element(bar).toBeVisible();
  scrollTo(0, 0);
  await expect.element(bar).toHaveAttribute("aria-valuetext", "Dec 2025");
}

test("years are at the edge of a long list, and say where one is", async () => {
  const { bar, night } = await open(240);
  await atTop(bar);
  await expect.element(bar.getByText("2010", { exact: true })).toBeVisible();
  await expectAccessible();
  scrollTo(0, document.documentElement.scrollHeight);
  await expect.element(night(239)).toBeVisible();
  await expect.poll(() => bar.element().getAttribute("aria-valuetext")).toMatch(/ 200[67]$/);
});

test("by keyboard one gets to the next month, the next year, and the end", async () => {
  const { bar, night } = await open(240);
  await atTop(bar);
  (bar.element() as HTMLElement).focus();
  await userEvent.keyboard("{PageDown}");
  await expect.element(bar).toHaveAttribute("aria-valuetext", "Dec 2024");
  await expect.element(night(12)).toBeInViewport();
  await userEvent.keyboard("{PageUp}");
  await expect.element(bar).toHaveAttribute("aria-valuetext", "Dec 2025");
  await userEvent.keyboard("{End}");
  await expect.element(night(239)).toBeInViewport();
});

test("dragging along it scrolls the list", async () => {
  const { bar, night } = await open(240);
  await atTop(bar);
  const { x, y, height } = bar.element().getBoundingClientRect();
  const point = (type: string, clientY: number) =>
    bar
      .element()
      .dispatchEvent(
        new PointerEvent(type, { bubbles: true, pointerId: 1, clientX: x + 20, clientY, button: 0, isPrimary: true }),
      );
  // a pointer that the browser does not know cannot be captured
  bar.element().setPointerCapture = () => undefined;
  point("pointerdown", y + height / 4);
  await expect.element(bar).toHaveAttribute("data-dragged", "true");
  point("pointermove", y + height);
  await expect.element(night(239)).toBeInViewport();
  point("pointerup", y + height);
});

test("on a phone they come with scrolling and go afterwards", async () => {
  const { bar } = await open(240, { width: 390 });
  await expect.poll(() => getComputedStyle(bar.element()).opacity).toBe("0");
  scrollTo(0, 3000);
  await expect.poll(() => getComputedStyle(bar.element()).opacity).toBe("1");
  await expect.poll(() => getComputedStyle(bar.element()).opacity).toBe("0");
});

test.each([
  ["a short list", 30, "/"],
  ["a list by title", 240, "/?sort=title"],
])("%s has none", async (_, count, path) => {
  const { bar, screen } = await open(count, { path });
  await expect.element(screen.getByText(`${count} recordings`)).toBeVisible();
  expect(bar.query()).toBeNull();
});
