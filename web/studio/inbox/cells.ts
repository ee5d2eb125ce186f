// The inbox as a sheet of text: what each cell shows, what a cell means when it is saved, and how many are filled at once. Pure.
import { writeDay, type Dated } from "#contract/dates/dates.ts";
import type { InboxEdit, InboxEntry } from "#contract/inbox.ts";

export const columns = ["title", "date", "description"] as const;
export type Column = (typeof columns)[number];
type Cells = Record<Column, string>;

/** What was typed and not saved yet, by recording. The revision is the one that was shown when typing began. */
export interface Draft extends Partial<Cells> {
  revision: number;
}
export type Drafts = Readonly<Record<string, Draft>>;

function toCells({ title, description, ...dated }: Pick<InboxEntry, "title" | "description"> & Dated): Cells {
  return { title, description, date: writeDate(dated) };
}

/** The local clock; a day without a time is the same day everywhere. */
function writeDate({ add_date, time_missing, only_known }: Dated): string {
  if (time_missing) return writeDay({ add_date, only_known });
  const date = new Date(add_date);
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString();
  return local.slice(0, date.getSeconds() === 0 ? 16 : 19).replace("T", " ");
}

/** Undefined when it is no date. A month or a year is enough. */
export function readDate(text: string): Pick<InboxEdit, "add_date" | "time_missing" | "only_known"> | undefined {
  const [, year, month] = /^\s*(\d{4})(?:-(\d\d))?\s*$/.exec(text) ?? [];
  if (year !== undefined) {
    const first = readDate(`${year}-${month ?? "01"}-01`);
    return first && { ...first, only_known: month === undefined ? "year" : "month" };
  }
  const [, day, time] = /^\s*(\d{4}-\d\d-\d\d)(?:[T ]+(\d{1,2}:\d\d(?::\d\d)?))?\s*$/.exec(text) ?? [];
  if (day === undefined) return undefined;
  const midnight = new Date(`${day}T00:00:00Z`);
  // to JavaScript the 30th of February is a day in March
  if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== day) return undefined;
  if (time === undefined) return { add_date: midnight.toISOString(), time_missing: true };
  const moment = new Date(`${day}T${time.padStart(time.length === 4 || time.length === 7 ? time.length + 1 : 0, "0")}`);
  return Number.isNaN(moment.getTime()) ? undefined : { add_date: moment.toISOString(), time_missing: false };
}

export function cellsOf(entry: InboxEntry, drafts: Drafts): Cells {
  const { revision: _revision, ...typed } = drafts[entry.id] ?? { revision: 0 };
  return { ...toCells(entry), ...typed };
}

/** Text that is as it was saved is no draft. */
export function typeCells(drafts: Drafts, entry: InboxEntry, typed: Partial<Cells>): Drafts {
  const saved = toCells(entry);
  const { revision = entry.revision, ...before } = drafts[entry.id] ?? {};
  const all = { ...before, ...typed };
  const kept = columns.filter((column) => all[column] !== undefined && all[column] !== saved[column]);
  const { [entry.id]: _gone, ...others } = drafts;
  if (kept.length === 0) return others;
  return { ...others, [entry.id]: { revision, ...Object.fromEntries(kept.map((column) => [column, all[column]])) } };
}

type Read = { edit: InboxEdit } | { fault: "date" | "title" };

export function readDraft(id: string, { revision, title, date, description }: Draft): Read {
  const moment = date === undefined ? {} : readDate(date);
  if (!moment) return { fault: "date" };
  if (title?.trim() === "") return { fault: "title" };
  return {
    edit: {
      ...{ id, revision, ...moment },
      ...(title !== undefined && { title: title.trim() }),
      ...(description !== undefined && { description }),
    },
  };
}

/** A column, or several beside each other, as spreadsheets copy them: a cell with line ends is in quotes. */
export function readTable(text: string): string[][] {
  const rows: string[][] = [[]];
  const all = text.replace(/(?:\r\n?|\n)$/, "");
  for (let at = 0; ;) {
    const end = endOfCell(all, at);
    const value = all.slice(at, end);
    const isNothing = at === all.length && rows.at(-1)?.length;
    if (!isNothing) rows.at(-1)?.push(value.startsWith('"') && value.length > 1 ? unquote(value) : value);
    if (end >= all.length) return rows;
    if (all[end] !== "\t") rows.push([]);
    at = end + (all.startsWith("\r\n", end) ? 2 : 1);
  }
}

function endOfCell(text: string, from: number): number {
  const ends = /[\t\r\n]|$/g;
  if (text[from] === '"') {
    let close = text.indexOf('"', from + 1);
    while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
    if (close >= 0 && (close + 1 === text.length || /[\t\r\n]/.test(text[close + 1] ?? ""))) return close + 1;
  }
  ends.lastIndex = from;
  return ends.exec(text)?.index ?? text.length;
}

/** A program quotes only a cell with a line end, a tab or doubled quotes; other quotes are somebody's own. */
function unquote(value: string): string {
  const inside = value.slice(1, -1);
  return /[\t\r\n]|""/.test(inside) ? inside.replaceAll('""', '"') : value;
}

/** Fills downwards from a row, and to the right from a column. */
export function pasteTable(
  entries: readonly InboxEntry[],
  drafts: Drafts,
  { table, row, column }: { table: readonly (readonly string[])[]; row: number; column: Column },
): Drafts {
  const from = columns.indexOf(column);
  return table.reduce((all, values, index) => {
    const entry = entries[row + index];
    const typed = values.flatMap((value, place) => {
      const name = columns[from + place];
      return name ? [[name, name === "description" ? value : value.trim()] as const] : [];
    });
    return entry ? typeCells(all, entry, Object.fromEntries(typed)) : all;
  }, drafts);
}

export function fillPattern(
  entries: readonly InboxEntry[],
  drafts: Drafts,
  { column, pattern, first }: { column: Column; pattern: string; first: number },
): Drafts {
  return entries.reduce((all, entry, index) => {
    const { title, date } = cellsOf(entry, drafts);
    const file = (entry.place.split("/").at(-1) ?? "").replace(/\.[^.]{1,5}$/, "");
    const values: Record<string, string> = { title, date: date.slice(0, 10), file };
    const text = pattern.replaceAll(/\{(n+|title|date|file)\}/g, (_, name: string) =>
      name.startsWith("n") ? String(first + index).padStart(name.length, "0") : (values[name] ?? ""),
    );
    return typeCells(all, entry, { [column]: text });
  }, drafts);
}

/** Wherever it occurs, in capitals or not. */
export function replaceText(
  entries: readonly InboxEntry[],
  drafts: Drafts,
  { column, find, replace }: { column: Column; find: string; replace: string },
): Drafts {
  if (find === "") return drafts;
  const wanted = new RegExp(find.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`), "giu");
  return entries.reduce((all, entry) => {
    const text = cellsOf(entry, all)[column];
    return typeCells(all, entry, { [column]: text.replaceAll(wanted, () => replace) });
  }, drafts);
}

/** Takes back one step: only cells that are still as it left them. */
export function undoFill(now: Drafts, { before, after }: { before: Drafts; after: Drafts }): Drafts {
  const ids = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...ids].reduce((all, id) => {
    const [was, made, is] = [before[id], after[id], all[id]];
    const back = columns.filter((column) => was?.[column] !== made?.[column] && is?.[column] === made?.[column]);
    const { revision = was?.revision ?? 0, ...cells } = is ?? {};
    const merged = { ...cells, ...Object.fromEntries(back.map((column) => [column, was?.[column]])) };
    const kept = Object.entries(merged).filter(([, text]) => text !== undefined);
    const { [id]: _gone, ...others } = all;
    return kept.length === 0 ? others : { ...others, [id]: { revision, ...Object.fromEntries(kept) } };
  }, now);
}

/** How many cells one has that the other has not, or otherwise. */
export function countFilled(before: Drafts, after: Drafts): number {
  const ids = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...ids].reduce(
    (sum, id) => sum + columns.filter((column) => before[id]?.[column] !== after[id]?.[column]).length,
    0,
  );
}
