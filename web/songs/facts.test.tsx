import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { SongFigures } from "#contract/songs.ts";
import { expectAccessible, show } from "#web/testing/render.tsx";
import { Figures } from "./song-page.tsx";

const blank = { first: null, last: null, longest: null, shortest: null, before: [], after: [] };
const figuresOf = (from: number, to: number): SongFigures => {
  const years = Array.from({ length: to - from + 1 }, (_, index) => ({ year: from + index, times: (index % 5) + 1 }));
  return { ...blank, times: 40, recordings: 30, years: years.filter(({ year }) => year !== from + 2) };
};

test.each([
  [390, 2019, 2026],
  [390, 1990, 2026],
  [390, 1967, 2026],
  [1440, 2019, 2026],
  [1440, 1967, 2026],
])("at %i pixels the years from %i to %i are under their bars and do not touch", async (width, from, to) => {
  await page.viewport(width, 800);
  const screen = await show(
    <div style={{ padding: 16 }}>
      <Figures figures={figuresOf(from, to)} />
    </div>,
  );
  const bars = screen.getByRole("list").getByRole("listitem").elements();
  expect(bars).toHaveLength(to - from + 1);
  const labels = bars.flatMap((bar) => {
    const label = bar.querySelector("small");
    if (!label) return [];
    const said = { year: label.textContent, ofBar: bar.textContent };
    return [{ ...said, bar: bar.getBoundingClientRect(), label: label.getBoundingClientRect() }];
  });
  expect(labels.length).toBeGreaterThan(5);
  expect(labels.at(-1)?.year).toBe(String(to));
  for (const { year, ofBar, bar, label } of labels) {
    expect(ofBar).toContain(`${year}:`);
    expect(Math.abs(bar.left + bar.width / 2 - label.left - label.width / 2)).toBeLessThan(1);
    expect(label.top).toBeGreaterThanOrEqual(bar.bottom);
  }
  for (const [index, { label }] of labels.entries())
    expect(label.left).toBeGreaterThan(labels[index - 1]?.label.right ?? 0);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  await expectAccessible();
});
