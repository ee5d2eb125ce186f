// Checks how a page is built and how it looks: no accessibility violation in light and in dark, and nothing too wide.
// With LONG=on, screenshots are saved in .cache/e2e/pictures for a person to look at.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type axe from "axe-core";
import { withLong } from "#server/testing/proof.ts";
import { expect } from "./journey.ts";

/** For a page that is ready, in a theme that follows the system. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  const width = page.viewportSize()?.width;
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expect(page.getByRole("progressbar", { name: "Loading page" })).toHaveCount(0);
    if (withLong) await page.screenshot({ path: `.cache/e2e/pictures/${name}-${width}-${colorScheme}.png` });
    // a theme changes colours and nothing else
    const violations = await listViolations(page, colorScheme === "light" ? {} : { runOnly: ["color-contrast"] });
    expect(violations, `${name} in ${colorScheme}`).toEqual([]);
  }
  const surplus = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(surplus, `${name} is too wide`).toBeLessThanOrEqual(0);
  expect(await page.evaluate(listCut), `${name} has controls that are cut off`).toEqual([]);
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

async function listViolations(page: Page, options: axe.RunOptions): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axeSource);
  return page.evaluate(async (chosen) => {
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(document, chosen);
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  }, options);
}

/** Controls that lie beyond the right edge, unless one can scroll to them. */
function listCut(): string[] {
  const canScroll = (element: Element | null): boolean =>
    element !== null && (/auto|scroll/.test(getComputedStyle(element).overflowX) || canScroll(element.parentElement));
  return [...document.querySelectorAll("button, a, input, select")]
    .filter((control) => control.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    .filter((control) => control.getBoundingClientRect().right > innerWidth + 1 && !canScroll(control.parentElement))
    .map((control) => control.outerHTML.slice(0, 120));
}
