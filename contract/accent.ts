// The owner's accent colour as shades that can be read on the light and the dark page. Pure; the server writes them into
// the page, and the studio shows them before they are saved. web/ui/tokens.css has the same grounds.

interface Shades {
  /** Lines, icons and other signs. */
  lamp: string;
  text: string;
  /** Behind the text of buttons. */
  fill: string;
  onFill: string;
  wash: string;
}

export interface Accent {
  light: Shades;
  dark: Shades;
}

interface Page {
  grounds: readonly string[];
  background: string;
  /** Text in other colours, which is written on the wash, too. */
  dim: string;
  towards: string;
}

export const pages: Record<keyof Accent, Page> = {
  light: {
    background: "#fbfaf8",
    grounds: ["#fbfaf8", "#ffffff", "#f3f0eb", "#fdf0ee"],
    dim: "#6a6472",
    towards: "#000000",
  },
  dark: {
    background: "#0e0d10",
    grounds: ["#0e0d10", "#17151a", "#1f1c24", "#261517"],
    dim: "#a39dad",
    towards: "#ffffff",
  },
};

const ofText = 4.5;
const ofSigns = 3;
/** A button must be seen; its text has its own contrast. */
const ofFills = 1.5;

export function isColor(text: string): boolean {
  return /^#[0-9a-f]{6}$/.test(text);
}

/** `color` as isColor has it. */
export function makeAccent(color: string): Accent {
  return { light: makeShades(color, pages.light), dark: makeShades(color, pages.dark) };
}

/** As the colours of web/ui/tokens.css, which it replaces. */
export function writeTokens({ light, dark }: Accent): Record<string, string> {
  const both = (first: string, second: string) => `light-dark(${first},${second})`;
  return {
    "--lamp": both(light.lamp, dark.lamp),
    "--lamp-text": both(light.text, dark.text),
    "--lamp-fill": both(light.fill, dark.fill),
    "--on-lamp-fill": both(light.onFill, dark.onFill),
    "--lamp-light": both(light.fill, dark.lamp),
    // dark text is written on it
    "--lamp-on-black": both(dark.text, dark.text),
    "--info-wash": both(light.wash, dark.wash),
    "--glow": both(`${light.fill}40`, `${dark.fill}33`),
  };
}

function makeShades(color: string, page: Page): Shades {
  const wash = makeWash(color, page);
  const fill = shift(color, page, { grounds: page.grounds, least: ofFills });
  return {
    lamp: shift(color, page, { grounds: page.grounds, least: ofSigns }),
    text: shift(color, page, { grounds: [...page.grounds, wash], least: ofText }),
    fill,
    onFill: contrast("#ffffff", fill) >= ofText ? "#ffffff" : "#000000",
    wash,
  };
}

/** A little of the colour on the background: less of it, until all other text can be read on it. */
function makeWash(color: string, { background, dim }: Page): string {
  for (let share = 0.08; share > 0; share -= 0.01) {
    const wash = mix(background, color, share);
    if (contrast(dim, wash) >= ofText) return wash;
  }
  return background;
}

/** Darker on the light page and lighter on the dark one, by as little as is needed. */
function shift(color: string, { towards }: Page, { grounds, least }: { grounds: readonly string[]; least: number }) {
  for (let share = 0; share < 1; share += 0.02) {
    const shade = mix(color, towards, share);
    if (grounds.every((ground) => contrast(shade, ground) >= least)) return shade;
  }
  return towards;
}

function mix(from: string, to: string, share: number): string {
  const parts = readParts(from).map((part, index) => Math.round(part + ((readParts(to)[index] ?? 0) - part) * share));
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

/** As WCAG 2.2 counts it: from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = readParts(color).map((part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function readParts(color: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));
}
