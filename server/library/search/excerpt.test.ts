import { expect, it } from "vitest";
import { foldWords } from "#contract/search/fold.ts";
import { findExcerpt } from "./texts.ts";

const shown = (text: string, q: string) => {
  const found = findExcerpt(text, foldWords(q));
  return found && { text: found.text, marked: found.marks.map(([from, to]) => found.text.slice(from, to)) };
};

it.each([
  ["Été à Nîmes", "ete nimes", ["Été", "Nîmes"]],
  ["Die Straße bei Nacht", "strasse", ["Straße"]],
  ["夜会のうた、パーティー", "ぱーてぃー", ["パーティー"]],
  ["حَفْلَة الليل", "حفلة", ["حَفْلَة"]],
  ["Вечер на Неве", "вечер неве", ["Вечер", "Неве"]],
  ["aaa", "a aa", ["aaa"]],
  ["two  spaces", "two spaces", ["two", "spaces"]],
])("in '%s' the words '%s' are marked", (text, q, marked) => {
  expect(shown(text, q)).toEqual({ text: text.replaceAll(/\s/g, " "), marked });
});

it("of a long text the part around the first word is shown, from the beginning of a word", () => {
  const text = `${"Lorem ipsum dolor sit amet. ".repeat(20)}Here the river begins.\nIt ends ${"later ".repeat(50)}`;
  const found = shown(text, "river");
  expect(found?.text).toMatch(/^…[a-zA-Z]+ .*Here the river begins\. It ends .*…$/);
  expect(found?.text.length).toBeLessThanOrEqual(162);
  expect(found?.marked).toEqual(["river"]);
});

it("nothing is shown of a text without the words", () => {
  expect(findExcerpt("A quiet evening", ["loud"])).toBeNull();
});
