// Reads tokens.css and checks every pair of colours that must be told apart, in both themes (WCAG 2.2 AA).
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const css = readFileSync(path.join(import.meta.dirname, "tokens.css"), "utf8");
const colours = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g)].map(
    ([, name = "", light = "", dark = ""]) => [name, { light, dark }],
  ),
);

const grounds = ["background", "raised", "sunken", "info-wash", "danger-wash"];
const texts = ["text", "dim", "lamp-text"];
const legible = [
  ...grounds.flatMap((ground) => texts.map((text) => [text, ground] as const)),
  ...["background", "raised", "danger-wash"].map((ground) => ["danger", ground] as const),
  ...["background", "raised"].map((ground) => ["good", ground] as const),
  ["on-lamp-fill", "lamp-fill"] as const,
  ["on-chip", "chip-danger"] as const,
  ["on-twitch", "twitch"] as const,
  ["on-twitch", "twitch-pressed"] as const,
  ["on-patreon", "patreon"] as const,
  ["on-patreon", "patreon-pressed"] as const,
];
const visible = ["background", "raised", "sunken"].flatMap((ground) =>
  ["lamp", "edge"].map((sign) => [sign, ground] as const),
);

for (const theme of ["light", "dark"] as const) {
  test.each(legible)(`text in %s on %s is legible, ${theme}`, (text, ground) => {
    expect(contrast(colourOf(text, theme), colourOf(ground, theme))).toBeGreaterThanOrEqual(4.5);
  });
  test.each(visible)(`a control in %s on %s is visible, ${theme}`, (sign, ground) => {
    expect(contrast(colourOf(sign, theme), colourOf(ground, theme))).toBeGreaterThanOrEqual(3);
  });
}

test("the browser's own frame has the page's colours", () => {
  const html = readFileSync(path.join(import.meta.dirname, "..", "index.html"), "utf8");
  for (const theme of ["light", "dark"] as const) {
    expect(html).toContain(`content="${colourOf("background", theme)}" media="(prefers-color-scheme: ${theme})"`);
  }
});

function colourOf(name: string, theme: "light" | "dark"): string {
  const pair = colours.get(name);
  if (!pair) throw new Error(`tokens.css has no colour --${name}`);
  return pair[theme];
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const value = Number.parseInt(colour.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
