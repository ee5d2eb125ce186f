import { describe, expect, it } from "vitest";
import { CaptionsEdit } from "#contract/extras.ts";
import { NewGuest } from "#contract/guests.ts";
import { StoredLevel } from "#contract/levels/levels.ts";
import { ListTitle } from "#contract/lists.ts";
import { line } from "./line.ts";
import { hasControls, isUnseen, tidyName } from "./plain-text.ts";

describe("a name", () => {
  it.each([
    "",
    " ",
    "\u200b",
    "\u200b \u200d\u2060",
    "\ufeff",
    "\u00ad",
    "\u3164",
    "\uffa0",
    "\u115f",
    "\u2800",
    "\u180e",
    "\ufe0f",
    "\u{e0061}",
    "\u034f",
    "\u200e\u200f\u061c",
    "\u2028",
    "\u00a0\u3000",
  ])("of which nothing is seen is empty: %j", (text) => {
    expect(isUnseen(text)).toBe(true);
    expect(tidyName(text)).toBe("");
    expect(line(100).safeParse(text).success).toBe(false);
  });

  it.each(["a\u202eb", "\u202aa", "a\u2066b\u2069", "a\nb", "a\u0000", "a\u2029b", "a\ud83c"])(
    "turns no text around and has one line: %j",
    (text) => {
      expect(hasControls(text)).toBe(true);
      expect(hasControls(tidyName(text))).toBe(false);
      expect(tidyName(text)).toContain("a");
      if (text.isWellFormed()) expect(line(100).safeParse(text).success).toBe(false);
    },
  );

  it.each([
    "👩‍👩‍👧 family",
    "👩🏽‍🎤",
    "❤️",
    "🏴󠁧󠁢󠁳󠁣󠁴󠁿",
    "می‌خواهم",
    "क्‍ष",
    "ক্‌ষ",
    "سلام\u200f!",
    "שלום\u200e 2",
    "عنوان",
    "日本語のタイトル",
    "한국어",
    "\u0600",
    "-",
    "·",
  ])("stays as it is in every script: %j", (text) => {
    expect(isUnseen(text)).toBe(false);
    expect(hasControls(text)).toBe(false);
    expect(tidyName(text)).toBe(text);
    expect(line(100).parse(text)).toBe(text);
  });

  it.each([
    ["a level", (name: string) => StoredLevel.safeParse({ id: "a", name, patreonTierIds: [], twitchTier: null })],
    ["a list", (title: string) => ListTitle.safeParse(title)],
  ])("of %s is seen, and turns no text around", (_, parse) => {
    expect(["Late", "\u200b", "La\u202ete"].map((name) => parse(name).success)).toEqual([true, false, false]);
  });

  it.each([
    ["a guest's note", (note: string) => NewGuest.safeParse({ provider: "twitch", account: "a", until: null, note })],
    ["captions", (title: string) => CaptionsEdit.safeParse({ title })],
  ])("of %s may be empty, and turns no text around", (_, parse) => {
    expect(["", "Late", "La\u202ete"].map((name) => parse(name).success)).toEqual([true, true, false]);
  });
});
