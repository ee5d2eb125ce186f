import { expect, test } from "vitest";
import type { InboxEntry } from "#contract/inbox.ts";
import {
  cellsOf,
  countFilled,
  fillPattern,
  pasteTable,
  readDate,
  readDraft,
  readTable,
  replaceText,
  typeCells,
  undoFill,
} from "./cells.ts";

const entry = (id: string, more: Partial<InboxEntry> = {}): InboxEntry => ({
  ...{
    id,
    title: `Show ${id}`,
    description: "",
    add_date: "2024-05-01T00:00:00.000Z",
    time_missing: true,
    hidden: true,
  },
  ...{ state: "published", duration: 60, thumbnail_url: null, revision: 3, place: `2024/show-${id}.mp4` },
  ...{ title_from: "the file name", is_title_guess: false, date_from: "the file name", is_date_guess: false },
  ...{ notes: [], doubles: [] },
  ...more,
});
const entries = [entry("a"), entry("b"), entry("c")];
const titles = (drafts: Parameters<typeof cellsOf>[1]) => entries.map((one) => cellsOf(one, drafts).title);

test("a date is a day, or a day with a local time, and nothing else", () => {
  expect(readDate("2024-02-29")).toEqual({ add_date: "2024-02-29T00:00:00.000Z", time_missing: true });
  const vague = { add_date: "2024-05-01T00:00:00.000Z", time_missing: true, only_known: "month" as const };
  expect(readDate(" 2024-05 ")).toEqual(vague);
  expect(cellsOf(entry("v", vague), {}).date).toBe("2024-05");
  expect(readDate("2017")).toEqual({ add_date: "2017-01-01T00:00:00.000Z", time_missing: true, only_known: "year" });
  const local = new Date(2024, 4, 1, 9, 30).toISOString();
  for (const text of ["2024-05-01 09:30", " 2024-05-01T09:30:00 ", "2024-05-01 9:30"])
    expect(readDate(text)).toEqual({ add_date: local, time_missing: false });
  for (const text of [
    "",
    "201",
    "2024-13",
    "2023-02-29",
    "2024-13-01",
    "1 May 2024",
    "2024-05-01 25:00",
    "2024-05-01 later",
  ])
    expect(readDate(text)).toBeUndefined();
});

test("what is shown is what is saved: a date that was not touched is not sent", () => {
  const timed = entry("t", { add_date: "2024-05-01T18:30:05.000Z", time_missing: false });
  const shown = cellsOf(timed, {}).date;
  expect(readDate(shown)).toEqual({ add_date: timed.add_date, time_missing: false });
  expect(readDraft("t", { revision: 3, title: " New " })).toEqual({ edit: { id: "t", revision: 3, title: "New" } });
  expect(readDraft("t", { revision: 3, title: " " })).toEqual({ fault: "title" });
  expect(readDraft("t", { revision: 3, date: "soon" })).toEqual({ fault: "date" });
});

test("a draft that says what is saved is none, and keeps the revision that was shown when typing began", () => {
  const [first] = entries;
  if (!first) throw new Error("there is one");
  const typed = typeCells({}, first, { title: "New" });
  expect(typed).toEqual({ a: { revision: 3, title: "New" } });
  const later = typeCells(typed, { ...first, revision: 4, title: "Theirs" }, { description: "More" });
  expect(later).toEqual({ a: { revision: 3, title: "New", description: "More" } });
  expect(typeCells(typed, first, { title: "Show a" })).toEqual({});
});

test("a pasted column fills the rows below, and what is too much is left out", () => {
  const table = readTable("One\nTwo\r\nThree\rFour\n");
  expect(table).toEqual([["One"], ["Two"], ["Three"], ["Four"]]);
  const drafts = pasteTable(entries, {}, { table, row: 1, column: "title" });
  expect(titles(drafts)).toEqual(["Show a", "One", "Two"]);
  expect(countFilled({}, drafts)).toBe(2);
});

test("pasted columns go to the right; quotes of spreadsheets are removed, quotes of titles are not", () => {
  const table = readTable('"Heroes" live\t2024-06-01\t"Two\nlines, ""quoted"""\n"Heroes"\t\tx\n\tonly a date');
  expect(table).toEqual([
    ['"Heroes" live', "2024-06-01", 'Two\nlines, "quoted"'],
    ['"Heroes"', "", "x"],
    ["", "only a date"],
  ]);
  const drafts = pasteTable(entries, {}, { table: table.slice(0, 1), row: 0, column: "title" });
  expect(drafts.a).toEqual({
    revision: 3,
    ...{ title: '"Heroes" live', date: "2024-06-01", description: 'Two\nlines, "quoted"' },
  });
});

test("a pattern counts, and knows date, title and file", () => {
  const named = fillPattern(entries, {}, { column: "title", pattern: "Live on {date}, part {n} ({file})", first: 9 });
  expect(titles(named)[1]).toBe("Live on 2024-05-01, part 10 (show-b)");
  const dated = fillPattern(entries, {}, { column: "date", pattern: "2024-06-{nn}", first: 1 });
  expect(entries.map((one) => cellsOf(one, dated).date)).toEqual(["2024-06-01", "2024-06-02", "2024-06-03"]);
});

test("taking back a step keeps what was typed since", () => {
  const [a, b] = entries;
  if (!a || !b) throw new Error("there are three");
  const before = typeCells({}, a, { title: "By hand" });
  const after = fillPattern(entries, before, { column: "title", pattern: "Night {n}", first: 1 });
  const now = typeCells(typeCells(after, b, { title: "Typed since" }), a, { date: "2024-07-01" });
  expect(undoFill(now, { before, after })).toEqual({
    a: { revision: 3, title: "By hand", date: "2024-07-01" },
    b: { revision: 3, title: "Typed since" },
  });
  expect(undoFill({}, { before: now, after: {} })).toEqual(now);
});

test("find and replace takes text literally, in capitals or not", () => {
  const drafts = replaceText(entries, {}, { column: "title", find: "SHOW ", replace: "$& " });
  expect(titles(drafts)).toEqual(["$& a", "$& b", "$& c"]);
  expect(replaceText(entries, {}, { column: "title", find: "(", replace: "x" })).toEqual({});
  expect(replaceText(entries, {}, { column: "title", find: "", replace: "x" })).toEqual({});
});
