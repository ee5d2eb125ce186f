import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, it } from "vitest";
import { contrast, makeAccent, pages, writeTokens } from "./accent.ts";

const colors = fc.integer({ min: 0, max: 0xffffff }).map((number) => `#${number.toString(16).padStart(6, "0")}`);
const css = readFileSync("web/ui/tokens.css", "utf8");
const tokens = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6,8}), (#[0-9a-f]{6,8})\);/g)].map(([, name = "", ...pair]) => [
    name,
    pair,
  ]),
);

it("whatever colour the owner chooses, text and signs in it can be read on both pages", () => {
  const judge = (color: string) => {
    const accent = makeAccent(color);
    for (const theme of ["light", "dark"] as const) {
      const { lamp, text, fill, onFill, wash } = accent[theme];
      const { grounds, dim } = pages[theme];
      for (const ground of grounds) {
        expect(contrast(lamp, ground)).toBeGreaterThanOrEqual(3);
        expect(contrast(fill, ground)).toBeGreaterThanOrEqual(1.5);
      }
      for (const ground of [...grounds, wash]) expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(onFill, fill)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(dim, wash)).toBeGreaterThanOrEqual(4.5);
    }
    // the player writes dark text on it, too
    expect(contrast("#231503", accent.dark.text)).toBeGreaterThanOrEqual(4.5);
  };
  fc.assert(fc.property(colors, judge), { numRuns: 500 });
  for (const color of ["#000000", "#ffffff", "#777777", "#ff0000", "#00ff00", "#0000ff", "#ffff00"]) judge(color);
});

it("a colour that can be read everywhere is used as it is", () => {
  expect(makeAccent("#8f5200").light).toMatchObject({ lamp: "#8f5200", text: "#8f5200", fill: "#8f5200" });
  expect(makeAccent("#ffb454").dark).toMatchObject({ lamp: "#ffb454", text: "#ffb454", fill: "#ffb454" });
});

it("the pages have the colours of tokens.css, and every colour that is replaced is one of them", () => {
  for (const [index, theme] of (["light", "dark"] as const).entries()) {
    const of = (name: string) => tokens.get(name)?.[index];
    const { background, grounds, dim } = pages[theme];
    expect([background, dim]).toEqual([of("background"), of("dim")]);
    expect(grounds).toEqual(["background", "raised", "sunken", "danger-wash"].map(of));
  }
  for (const name of Object.keys(writeTokens(makeAccent("#123456"))))
    expect([...tokens.keys()]).toContain(name.slice(2));
});
