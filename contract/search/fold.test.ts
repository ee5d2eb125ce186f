import { expect, test } from "vitest";
import { fold, foldWords } from "./fold.ts";

test.each([
  ["ÉTÉ à Nîmes", "ete a nimes"],
  ["  Straße   ŁÓDŹ ", "strasse lodz"],
  ["Ｎｉｇｈｔ", "night"],
  ["パーティー", "ぱーてぃー"],
  ["ば and は", "ば and は"],
  ["หมี दिल", "หมี दिल"],
  ["ΟΔΟΣ می\u200cخواهم", "οδοσ ميخواهم"],
  ["حَفْلَة", "حفله"],
  ["Session #12", "session #12"],
  ["a\u00a0b", "a b"],
])("'%s' is searched for as '%s'", (text, folded) => {
  expect(fold(text)).toBe(folded);
});

test("each word is searched for once", () => {
  expect(foldWords(" Loops  loops ÉTÉ ")).toEqual(["loops", "ete"]);
});
