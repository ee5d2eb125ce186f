// The report of an import as a table: it can be corrected in a spreadsheet and given back. Pure.
import { writeDay } from "#contract/dates/dates.ts";
import type { Description } from "#server/intake/describe-intake.ts";
import { makeMoment, onlyKnownOf, readMoment, type Moment } from "#server/intake/reading/moment.ts";
import type { Decided } from "#server/intake/reading/trust.ts";
import { toLocal } from "#server/intake/reading/zone.ts";
import { makeTitle } from "#server/library/title.ts";
import { Refusal } from "#server/refusal.ts";
import { readCsv, writeCsv } from "./csv.ts";
import { sayReason, sayTitleReason, type Planned } from "./plan.ts";
import { words } from "./words.ts";

const columns = [
  "file",
  "title",
  "date",
  "description",
  "hidden",
  "title from",
  "date from",
  "length",
  "captions",
  "chapters",
  "missing",
  "state",
  "notes",
] as const;
type Column = (typeof columns)[number];

/** These can be corrected; the others are only told. */
export type Correction = Pick<Record<Column, string>, "title" | "date" | "description" | "hidden">;

export function writeReport(plans: readonly Planned[], zone: string): string {
  const rows = plans.map((plan) => {
    const cells: Record<Column, string> = { ...describeRow(plan), ...describeCells(plan, zone), file: plan.place };
    return columns.map((column) => cells[column]);
  });
  return writeCsv([columns, ...rows]);
}

function describeRow({ examined, durationSeconds, ...plan }: Planned) {
  const why = examined?.decided.why;
  return {
    "title from": why ? sayTitleReason(why.title) : "",
    "date from": why ? sayReason(why.date) : "",
    length: sayLength(durationSeconds),
    captions: plan.captions.join(" "),
    chapters: String(examined?.decided.chapters.length || ""),
    missing: plan.missing.join(", "),
    state: plan.sentence,
    notes: (examined?.brought.notes ?? []).map(({ sentence }) => sentence).join(" "),
  };
}

export function sayLength(seconds: number): string {
  if (!(seconds > 0)) return "";
  const pad = (value: number) => String(Math.floor(value)).padStart(2, "0");
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 3600)}:${pad((whole / 60) % 60)}:${pad(whole % 60)}`;
}

/** What can be corrected, as it was read. */
export function describeCells({ examined }: Planned, zone: string): Correction {
  if (!examined) return { title: "", date: "", description: "", hidden: "" };
  const { title, description, hidden, ...decided } = examined.decided;
  return { title: makeTitle(title), date: sayDate(decided, zone), description, hidden: hidden ? "yes" : "" };
}

type Dated = Pick<Decided, "addDate" | "timeMissing" | "onlyKnown">;

/** As it may be corrected. */
export function sayDate({ addDate, timeMissing, onlyKnown }: Dated, zone: string): string {
  if (timeMissing) return writeDay({ add_date: addDate.toISOString(), only_known: onlyKnown });
  return toLocal(addDate, zone).toISOString().slice(0, 19).replace("T", " ");
}

/** Keyed by the paths of the files. Refuses a table without the right columns. */
export function readReport(bytes: Buffer, file: string): Map<string, Correction> {
  const [head = [], ...rows] = readCsv(bytes);
  const names = head.map((name) => name.trim().toLowerCase());
  const at = (column: Column) => names.indexOf(column);
  if (at("file") < 0) throw new Refusal("bad-input", words.noFileColumn(file));
  const cell = (row: readonly string[], column: Column) => row[at(column)]?.trim() ?? "";
  return new Map(
    rows.map((row) => [
      cell(row, "file"),
      {
        title: cell(row, "title"),
        date: cell(row, "date"),
        description: cell(row, "description"),
        hidden: cell(row, "hidden"),
      },
    ]),
  );
}

/** Only what differs from what was read: that is what a person has corrected. */
export function readCorrection(
  row: Correction,
  read: Correction,
  { place, zone }: { place: string; zone: string },
): Description {
  const isNew = (field: keyof Correction) => row[field] !== "" && row[field] !== read[field];
  const moment = isNew("date") ? readSpreadsheetDate(row.date, zone) : undefined;
  if (isNew("date") && !moment) throw new Refusal("bad-input", words.dateNotRead(place, row.date));
  const hidden = /^(yes|true|1|x|ja|oui|si|sí)$/i.test(row.hidden);
  return {
    ...(isNew("title") && { title: row.title }),
    ...(isNew("description") && { description: row.description }),
    ...(moment && { addDate: moment.at, timeMissing: moment.precision !== "time", onlyKnown: onlyKnownOf(moment) }),
    ...((row.hidden !== "" || read.hidden !== "") && hidden !== (read.hidden !== "") && { hidden }),
  };
}

/** As we write it, or as spreadsheets rewrite it: 1.5.2024 21:30, and 31/5/2024 or 5/31/2024 where only one can be meant. */
function readSpreadsheetDate(text: string, zone: string): Moment | undefined {
  const own = readMoment(text, zone);
  if (own) return own;
  const pattern =
    /^(\d{1,2})([./-])(\d{1,2})([./-])(\d{4})(?:[ T,]+(?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d))?\s*(?:(?<half>[ap])\.?m\.?)?)?$/i;
  const match = pattern.exec(text.trim());
  const [, first = "", sign, second = "", otherSign, year] = match ?? [];
  if (!match || sign !== otherSign) return undefined;
  const isDayFirst = sign === "." || Number(first) > 12;
  if (!isDayFirst && Number(second) <= 12 && first !== second) return undefined;
  const [day, month] = isDayFirst ? [first, second] : [second, first];
  return makeMoment({ ...match.groups, year, month, day }, zone);
}
