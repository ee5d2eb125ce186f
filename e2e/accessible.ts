// Checks how a page is built and how it looks: no accessibility violation in light and in dark, and nothing too wide.
// Screenshots are saved in .cache/e2e/pictures for a person to look at.
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./journey.ts";

/** For a page that is ready, in a theme that follows the system. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  const width = page.viewportSize()?.width;
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expect(page.getByRole("progressbar", { name: "Loading page" })).toHaveCount(0);
    await page.screenshot({ path: `.cache/e2e/pictures/${name}-${width}-${colorScheme}.png` });
    // a theme changes colours and nothing else
    const axe = new AxeBuilder({ page });
    const { violations } = await (colorScheme === "light" ? axe : axe.withRules("color-contrast")).analyze();
    expect(violations.map(({ id, nodes }) => `${name} in ${colorScheme}, ${id}: ${nodes[0]?.html}`)).toEqual([]);
  }
  const surplus = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(surplus, `${name} is too wide`).toBeLessThanOrEqual(0);
  expect(await page.evaluate(listCut), `${name} has controls that are cut off`).toEqual([]);
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
