// Getting about with the keyboard alone: Tab, or Shift+Tab, until something has the focus; and once around a whole page.
import type { Locator, Page } from "@playwright/test";
import { expect } from "./journey.ts";

/** More than any page has. */
const mostSteps = 300;

/** From then on a page knows whether anything in it has had the focus: until then it is nowhere, and not lost. */
export async function watchFocus(page: Page): Promise<void> {
  await page.addInitScript(() => {
    addEventListener("focusin", () => Object.assign(globalThis, { hadFocus: true }), { capture: true });
  });
}

/** Goes back where the target stands before what has the focus. Fails where an act before it has lost the focus. */
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
  throw new Error(`the keyboard does not reach ${String(target)}`);
}

export async function press(target: Locator, key = "Enter"): Promise<void> {
  await reach(target);
  await target.page().keyboard.press(key);
}

export async function typeInto(target: Locator, text: string): Promise<void> {
  await press(target, "ControlOrMeta+a");
  await target.page().keyboard.type(text);
}

/** Everything that can be used is reached by Tab and by Shift+Tab, shows that it has the focus, and has a name. */
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
  // of a field for a date the browser itself marks the part that one comes to from behind
  const unseen = all.filter((name) => !seen.has(name));
  expect(unseen, `${what}: the focus is not seen`).toEqual([]);
  expect(await listNameless(page), `${what}: without a name`).toEqual([]);
}

interface Tour {
  reached: string[];
  /** Of these, what looked different with the focus. */
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
  throw new Error(`${key} does not lead around the page`);
}

/** In the page: names what can be used, and from then on notes what gets the focus. */
function watchStops(): string[] {
  const usable =
    "a[href], button, input, select, textarea, summary, [contenteditable], " +
    ["button", "link", "tab", "menuitem", "switch", "checkbox", "slider", "option", "radio"]
      .map((role) => `[role=${role}]`)
      .join();
  const stops = [...document.querySelectorAll<HTMLElement>(`${usable}, [tabindex]:not([tabindex="-1"])`)].filter(
    (element) => element.checkVisibility({ visibilityProperty: true }) && !element.matches(":disabled"),
  );
  // of radio buttons the arrow keys reach the others
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
  // those of the page before
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

/** As the browser tells it to a screen reader. What only the page itself focuses, to begin there, needs no name. */
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
