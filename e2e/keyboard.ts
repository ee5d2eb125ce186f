// Using a page with the keyboard alone: Tab or Shift+Tab until an element has the focus, and through a whole page.
import type { Locator, Page } from "@playwright/test";
import { expect } from "./journey.ts";

/** More than any page has. */
const mostSteps = 300;

/** From now on the page notes whether anything has had the focus: before that, a missing focus is not a lost one. */
export async function watchFocus(page: Page): Promise<void> {
  await page.addInitScript(() => {
    addEventListener("focusin", () => Object.assign(globalThis, { hadFocus: true }), { capture: true });
  });
}

/** Uses Shift+Tab where the target comes before the focus. Fails if an earlier action has lost the focus. */
export async function reach(target: Locator): Promise<void> {
  await target.waitFor();
  for (let steps = 0; steps < mostSteps; steps += 1) {
    const way = await target.evaluate((element) => {
      const { activeElement: current, body } = document;
      if (current === element) return "here";
      if (!current || current === body) return "hadFocus" in globalThis ? "lost" : "Tab";
      const isBefore = current.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING;
      return isBefore ? "Shift+Tab" : "Tab";
    });
    if (way === "here") return;
    expect(way, `the focus was lost on the way to ${String(target)}`).not.toBe("lost");
    await target.page().keyboard.press(way);
  }
  throw new Error(`${String(target)} cannot be reached with the keyboard`);
}

export async function press(target: Locator, key = "Enter"): Promise<void> {
  await reach(target);
  await target.page().keyboard.press(key);
}

export async function typeInto(target: Locator, text: string): Promise<void> {
  await press(target, "ControlOrMeta+a");
  await target.page().keyboard.type(text);
}

/** Checks that Tab and Shift+Tab reach every control, that each shows its focus, and that each has a name. */
export async function expectReachable(page: Page, what: string): Promise<void> {
  const all = await page.evaluate(watchStops);
  expect(all.length, `${what} has controls`).toBeGreaterThan(0);
  const seen = new Set<string>();
  for (const key of ["Tab", "Shift+Tab"]) {
    const tour = await goAround(page, key);
    const missed = all.filter((name) => !tour.reached.includes(name));
    expect(missed, `${what}: not reached by ${key}`).toEqual([]);
    for (const name of tour.seen) seen.add(name);
  }
  // in a date field, the browser itself marks the part that Shift+Tab reaches
  const unseen = all.filter((name) => !seen.has(name));
  expect(unseen, `${what}: the focus is not visible`).toEqual([]);
  expect(await listNameless(page), `${what}: without a name`).toEqual([]);
}

interface Tour {
  reached: string[];
  /** Those of them that looked different with the focus. */
  seen: string[];
  isRound: boolean;
}

async function goAround(page: Page, key: string): Promise<Tour> {
  await page.evaluate(() => dispatchEvent(new Event("tour-begins")));
  for (let steps = 0; steps < mostSteps; steps += 10) {
    for (let step = 0; step < 10; step += 1) await page.keyboard.press(key);
    const tour = await page.evaluate(() => (globalThis as unknown as { tour: Tour }).tour);
    if (tour.isRound) return tour;
  }
  throw new Error(`${key} does not go around the whole page`);
}

/** Runs in the page: names every control, and from then on notes which of them get the focus. */
function watchStops(): string[] {
  const usable =
    "a[href], button, input, select, textarea, summary, [contenteditable], " +
    ["button", "link", "tab", "menuitem", "switch", "checkbox", "slider", "option", "radio"]
      .map((role) => `[role=${role}]`)
      .join();
  const stops = [...document.querySelectorAll<HTMLElement>(`${usable}, [tabindex]:not([tabindex="-1"])`)].filter(
    (element) => element.checkVisibility({ visibilityProperty: true }) && !element.matches(":disabled"),
  );
  // of a group of radio buttons, the arrow keys reach the others
  const nameOf = (element: HTMLElement, place: number) =>
    element instanceof HTMLInputElement && element.type === "radio"
      ? `radio ${element.name}`
      : `${place} ${element.outerHTML.slice(0, 160)}`;
  const lookOf = (element: Element) =>
    [element, ...element.querySelectorAll("*"), element.parentElement ?? element]
      .map((one) => getComputedStyle(one))
      .map(({ outlineStyle, outlineWidth, boxShadow }) => `${outlineStyle} ${outlineWidth} ${boxShadow}`)
      .join();
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  const calm = new Map(
    stops.map((element, place) => [element, { name: nameOf(element, place), look: lookOf(element) }]),
  );
  const shared = globalThis as unknown as { tour: Tour; touring?: AbortController };
  // removes the listeners of the previous tour
  shared.touring?.abort();
  shared.touring = new AbortController();
  const { signal } = shared.touring;
  addEventListener("tour-begins", () => (shared.tour = { reached: [], seen: [], isRound: false }), { signal });
  const note = ({ target }: Event) => {
    const { tour } = shared;
    const stop = calm.get(target as HTMLElement);
    if (!stop) return;
    const { name, look } = stop;
    if (tour.reached[0] === name && tour.reached.length > 1) tour.isRound = true;
    tour.reached.push(name);
    if (lookOf(target as HTMLElement) !== look) tour.seen.push(name);
  };
  document.addEventListener("focusin", note, { signal });
  return [...new Set([...calm.values()].map(({ name }) => name))];
}

/** Names as a screen reader gets them. An element that only the page itself focuses needs none. */
async function listNameless(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  await session.detach();
  const begins = ["RootWebArea", "main", "listitem"];
  return nodes
    .filter(
      ({ ignored, properties }) =>
        !ignored && properties?.some(({ name, value }) => name === "focusable" && value.value),
    )
    .filter(({ role, name }) => !begins.includes(String(role?.value)) && !String(name?.value ?? "").trim())
    .map(({ role }) => String(role?.value));
}
