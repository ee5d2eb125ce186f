// Which key means what, everywhere on the video page. Pure.

export type Command =
  | { do: "toggle" | "mute" | "fullscreen" | "theatre" | "captions" | "audio-only" | "slower" | "faster" | "help" }
  | { do: "big-screen" }
  | { do: "song" | "recording"; step: -1 | 1 }
  | { do: "loop-song" | "heart" }
  | { do: "skip"; seconds: number }
  | { do: "louder"; by: number }
  | { do: "jump"; to: number };

export interface Pressed {
  key: string;
  isModified: boolean;
  isShifted?: boolean;
  /** The player is a bar below another page. */
  isBar?: boolean;
  /** Where the focus is. */
  on: "page" | "text" | "slider" | "button" | "choice";
}

const letters: Record<string, Command> = {
  k: { do: "toggle" },
  j: { do: "skip", seconds: -10 },
  l: { do: "skip", seconds: 10 },
  m: { do: "mute" },
  f: { do: "fullscreen" },
  t: { do: "theatre" },
  c: { do: "captions" },
  a: { do: "audio-only" },
  b: { do: "big-screen" },
  p: { do: "song", step: -1 },
  n: { do: "song", step: 1 },
  r: { do: "loop-song" },
  h: { do: "heart" },
  "<": { do: "slower" },
  ">": { do: "faster" },
  "?": { do: "help" },
};
const arrows: Record<string, Command> = {
  ArrowLeft: { do: "skip", seconds: -5 },
  ArrowRight: { do: "skip", seconds: 5 },
  ArrowUp: { do: "louder", by: 0.05 },
  ArrowDown: { do: "louder", by: -0.05 },
};

/** Keys that work on every page: pages without the player may need the others themselves. */
const everywhere = new Set(["k", "j", "l", "m", "p", "n", "r", "h", "a"]);

/** Undefined when the focused element needs the key: a text field all, a slider the arrows, a button Space, radio buttons both. */
export function findCommand({ key, isModified, isShifted = false, on, isBar = false }: Pressed): Command | undefined {
  if (isModified || on === "text") return undefined;
  if (key === " ") return on === "button" || on === "choice" ? undefined : { do: "toggle" };
  const letter = key.toLowerCase();
  if (isShifted && (letter === "p" || letter === "n")) return { do: "recording", step: letter === "p" ? -1 : 1 };
  if (isBar) return everywhere.has(letter) ? letters[letter] : undefined;
  if (key in arrows) return on === "slider" || on === "choice" ? undefined : arrows[key];
  if (/^\d$/.test(key)) return { do: "jump", to: Number(key) / 10 };
  return letters[letter];
}

export function describeFocus(target: EventTarget | null): Pressed["on"] {
  if (!(target instanceof HTMLElement)) return "page";
  if (target.isContentEditable) return "text";
  if (target instanceof HTMLInputElement) {
    if (target.type === "range") return "slider";
    if (target.type === "radio") return "choice";
    return ["checkbox", "button", "submit"].includes(target.type) ? "button" : "text";
  }
  if (target.closest("textarea, select")) return "text";
  if (target.getAttribute("role") === "slider") return "slider";
  return target.closest("button, a[href], summary, [role=button]") ? "button" : "page";
}
