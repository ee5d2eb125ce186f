import { describe, expect, it } from "vitest";
import { fold, foldWords } from "#contract/search/fold.ts";
import { findTitleFault, foldTitle, makeTitle } from "./title.ts";

describe("search does not care about", () => {
  it.each([
    ["case", "LIVE At Night", "live at night"],
    ["accents", "Café Crème à la Noël", "cafe creme a la noel"],
    ["accents written as marks of their own", "e\u0301tude", "étude"],
    ["letters with strokes", "Łódź Ørsted Đorđe Straße Æther", "lodz orsted dorde strasse aether"],
    ["the dots of Turkish", "İstanbul ILIK ılık", "istanbul ilik ilik"],
    ["the width of letters", "ＬＩＶＥ　ｶﾗｵｹ", "live からおけ"],
    ["katakana or hiragana", "カラオケ", "からおけ"],
    ["Arabic vowel marks, hamza and the stretched line", "أُغْنِيَة مـــوسيقى", "اغنية موسيقي"],
    ["Hebrew points", "שָׁלוֹם", "שלום"],
    ["spaces and line breaks", "  one \u00a0 two\u2003three\u0000four ", "one two three four"],
    ["ligatures", "ﬁnal ﬂow", "final flow"],
  ])("%s", (_what, written, typed) => {
    expect(fold(written)).toBe(fold(typed));
  });

  it("finds Korean while a syllable is being typed", () => {
    expect(fold("안녕하세요")).toContain(fold("안녀"));
  });

  it("keeps は, ば and ぱ apart, as they are different letters", () => {
    expect(fold("ばす")).not.toBe(fold("はす"));
    expect(fold("パ")).toBe(fold("ぱ"));
  });
});

describe("folding", () => {
  it("is the same a second time", () => {
    for (const text of ["İıŁ Straße", "ﷺ ｶﾞ", "A\u030a Ǆ"]) expect(fold(fold(text))).toBe(fold(text));
  });

  it("stays short, even for letters that stand for many", () => {
    expect(foldTitle("ﷺ".repeat(200)).length).toBeLessThanOrEqual(400);
  });

  it("gives each word once, and not endlessly many", () => {
    expect(foldWords(" Live  live LIVE set ")).toEqual(["live", "set"]);
    expect(foldWords(Array.from({ length: 50 }, (_, index) => `w${index}`).join(" "))).toHaveLength(12);
  });
});

describe("a title", () => {
  it.each([
    ["", /empty/],
    ["\u200b", /empty/],
    ["\u2800 \u3164\u2060", /empty/],
    ["a".repeat(201), /at most 200/],
    ["🎸".repeat(201), /at most 200/],
    ["one\ntwo", /line breaks/],
    ["zero\u0000byte", /control/],
    ["turned \u202e around", /control/],
    ["half \ud83c a letter", /control/],
  ])("refuses %j", (title, rule) => {
    expect(findTitleFault(title)).toMatch(rule);
  });

  it.each(["x", "🎸".repeat(200), "日本語のタイトル", "عنوان", "👩‍👩‍👧 family"])("takes %j", (title) => {
    expect(findTitleFault(title)).toBeUndefined();
  });

  it("is made of any file name", () => {
    const made = ["\u0000\n", "🎸".repeat(500), " live\tset \u202e.mp4", "\ud83c", "\u200b\u2060"].map(makeTitle);
    expect(made.map(findTitleFault)).toEqual(made.map(() => undefined));
    expect([made[0], made[4]]).toEqual(["Untitled", "Untitled"]);
    expect(makeTitle("می\u200cخواهم 👩‍👩‍👧")).toBe("می\u200cخواهم 👩‍👩‍👧");
  });
});
