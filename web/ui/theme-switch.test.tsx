import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { expectAccessible, show } from "#web/testing/render.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";
import { chooseTheme, startTheme } from "./theme.ts";

const entry = "stagedoor-theme";
const shown = () => getComputedStyle(document.documentElement).colorScheme;
const frames = () =>
  [...document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")].map(({ media }) => media);

beforeEach(() => {
  for (const theme of ["light", "dark"]) {
    const meta = document.createElement("meta");
    meta.name = "theme-color";
    meta.dataset["theme"] = theme;
    document.head.append(meta);
  }
  startTheme();
});

afterEach(() => {
  vi.restoreAllMocks();
  for (const meta of document.querySelectorAll("meta[name=theme-color]")) meta.remove();
  chooseTheme("auto");
  localStorage.clear();
});

test("the system's theme is shown until somebody chooses another", async () => {
  const screen = await show(<ThemeSwitch />);
  await expect.element(screen.getByRole("radio", { name: "System" })).toBeChecked();
  expect(shown()).toBe("light dark");
  expect(frames()).toEqual(["(prefers-color-scheme: light)", "(prefers-color-scheme: dark)"]);
  await expectAccessible();
});

test("a chosen theme is shown at once, in the browser's frame too, and is kept; System undoes it", async () => {
  const screen = await show(<ThemeSwitch />);
  await screen.getByText("Dark").click();
  expect(shown()).toBe("dark");
  expect(frames()).toEqual(["not all", "all"]);
  expect(localStorage.getItem(entry)).toBe("dark");
  await screen.getByText("Light").click();
  expect(shown()).toBe("light");
  expect(frames()).toEqual(["all", "not all"]);
  await screen.getByText("System").click();
  expect(shown()).toBe("light dark");
  expect(localStorage.getItem(entry)).toBe("auto");
});

test.each([
  ["dark", "dark"],
  ["light", "light"],
  ["auto", "light dark"],
  ["purple", "light dark"],
  ["", "light dark"],
])("an entry %j is shown as %s when the page starts", (stored, expected) => {
  localStorage.setItem(entry, stored);
  startTheme();
  expect(shown()).toBe(expected);
});

test("what another tab chooses, or clears, is shown here", async () => {
  const screen = await show(<ThemeSwitch />);
  localStorage.setItem(entry, "dark");
  dispatchEvent(new StorageEvent("storage", { key: entry }));
  await expect.element(screen.getByRole("radio", { name: "Dark" })).toBeChecked();
  expect(shown()).toBe("dark");
  localStorage.clear();
  dispatchEvent(new StorageEvent("storage", { key: null }));
  await expect.element(screen.getByRole("radio", { name: "System" })).toBeChecked();
  expect(shown()).toBe("light dark");
});

test("without storage a choice holds until the page is closed", async () => {
  const refuse = () => {
    throw new DOMException("storage is switched off", "SecurityError");
  };
  vi.spyOn(Storage.prototype, "getItem").mockImplementation(refuse);
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(refuse);
  startTheme();
  const screen = await show(<ThemeSwitch />);
  await screen.getByText("Dark").click();
  await expect.element(screen.getByRole("radio", { name: "Dark" })).toBeChecked();
  expect(shown()).toBe("dark");
});

test("nothing fades while the theme changes, and fading is back afterwards", async () => {
  await show(<button style={{ transition: "color var(--quick)", color: "var(--text)" }}>Colour</button>);
  chooseTheme("light");
  const button = document.querySelector("button") ?? document.body;
  const length = () => getComputedStyle(button).transitionDuration;
  await expect.poll(length).not.toBe("0s");
  chooseTheme("dark");
  expect(length()).toBe("0s");
  expect(button.getAnimations()).toEqual([]);
  await expect.poll(length).not.toBe("0s");
});
