// The theme chosen in this browser: light, dark, or the system's. public/theme.js shows it before the first paint;
// this file takes over when the page's code runs.
import { create } from "zustand";

type Theme = "auto" | "light" | "dark";

// Not in the persisted entry: public/theme.js reads it too, and should not have to parse anything.
const entry = "stagedoor-theme";

export const useTheme = create<{ theme: Theme }>(() => ({ theme: "auto" }));

/** Called once, before the page is rendered. */
export function startTheme(): void {
  showTheme(readStored());
  addEventListener("storage", ({ key }) => {
    // without a key: another tab cleared everything
    if (key === entry || key === null) showTheme(readStored());
  });
}

export function chooseTheme(theme: Theme): void {
  try {
    localStorage.setItem(entry, theme);
  } catch {
    // Storage is full or not allowed: the choice holds until the page is closed.
  }
  showTheme(theme);
}

function showTheme(theme: Theme): void {
  useTheme.setState({ theme });
  const root = document.documentElement;
  // Without this, controls fade to their new colours while the page behind them changes at once.
  root.dataset["themeChanging"] = "";
  if (theme === "auto") delete root.dataset["theme"];
  else root.dataset["theme"] = theme;
  showFrame(theme);
  requestAnimationFrame(() => requestAnimationFrame(() => delete root.dataset["themeChanging"]));
}

/** The browser's own frame: one of the two theme-color lines of index.html applies. */
function showFrame(theme: Theme): void {
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = meta.dataset["theme"];
    if (theme === "auto") meta.media = `(prefers-color-scheme: ${own})`;
    else meta.media = own === theme ? "all" : "not all";
  }
}

/** The owner's theme counts without a choice; the server writes it into the page. */
function readStored(): Theme {
  let stored: string | undefined;
  try {
    stored = localStorage.getItem(entry) ?? undefined;
  } catch {
    // Storage is not allowed.
  }
  stored ??= document.documentElement.dataset["defaultTheme"];
  return stored === "light" || stored === "dark" ? stored : "auto";
}
