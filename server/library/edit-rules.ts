// Which fields of a recording editors may change, and the rule for each. Pure.
import { isDeepStrictEqual } from "node:util";
import { onlyKnown, type OnlyKnown } from "#contract/dates/dates.ts";
import { editableFields, Video } from "#contract/video.ts";
import { Refusal, type BrokenRule } from "#server/refusal.ts";
import { countCharacters, findTitleFault } from "./title.ts";
import { words } from "./words.ts";

/** What editors may change, as the columns are called. */
export interface Values {
  title?: string | undefined;
  description?: string | undefined;
  add_date?: Date | undefined;
  time_missing?: boolean | undefined;
  only_known?: OnlyKnown | null | undefined;
  prevent_autodelete?: boolean | undefined;
  hidden?: boolean | undefined;
  level?: string | null | undefined;
  opens_at?: Date | null | undefined;
  opens_level?: string | null | undefined;
}

const mostInDescription = 10_000;

/** The new values of the editable fields, or a refusal that names every field that breaks its rule. */
export function readEdit(
  edited: Record<string, unknown>,
  current: Video,
  levels: readonly string[],
): { values: Values; revision: number } {
  const broken: BrokenRule[] = [];
  const read = <T>(field: string, parse: (value: unknown) => T): T | undefined => {
    if (edited[field] === undefined) return undefined;
    try {
      return parse(edited[field]);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      broken.push({ field, rule: error.message });
      return undefined;
    }
  };
  const values: Values = {
    title: read("title", parseTitle),
    description: read("description", parseDescription),
    add_date: read("add_date", parseAddDate),
    time_missing: read("time_missing", parseBoolean),
    only_known: read("only_known", parseKnown),
    prevent_autodelete: read("prevent_autodelete", parseBoolean),
    level: read("level", parseLevel),
    opens_at: read("opens_at", (value) => (value === null ? null : parseAddDate(value))),
    opens_level: read("opens_level", parseLevel),
  };
  const revision = read("revision", parseRevision) ?? current.revision;
  const unknown = Object.keys(edited).filter((field) => !Object.hasOwn(Video.shape, field));
  broken.push(...unknown.map((field) => ({ field, rule: words.rules.unknown })));
  if (broken.length > 0) throw refuse(broken);

  // an editor who sets the upload time knows the time of day
  const isMoved = values.add_date && values.add_date.getTime() !== Date.parse(current.add_date);
  if (isMoved && current.time_missing) values.time_missing = false;
  const isTimeKnown = !(values.time_missing ?? current.time_missing);
  if (isTimeKnown && (values.only_known ?? current.only_known)) values.only_known = null;
  return { values: { ...values, ...readLevels(values, current, levels) }, revision };
}

type LevelFields = Pick<Values, "level" | "opens_at" | "opens_level">;
interface Present {
  level?: string | null | undefined;
  opens_at?: string | Date | null | undefined;
  opens_level?: string | null | undefined;
}

/** `levels` are the ids above the standard, rising. Early access needs a level above the one that follows. */
export function readLevels(wanted: LevelFields, current: Present, levels: readonly string[]): LevelFields {
  const broken: BrokenRule[] = [];
  const known = [null, ...levels];
  for (const field of ["level", "opens_level"] as const) {
    const value = wanted[field];
    if (value === undefined || value === (current[field] ?? null) || known.includes(value)) continue;
    broken.push({ field, rule: words.rules.level });
  }
  const level = wanted.level === undefined ? (current.level ?? null) : wanted.level;
  const opensAt = wanted.opens_at === undefined ? (current.opens_at ?? null) : wanted.opens_at;
  const opensLevel = wanted.opens_level === undefined ? (current.opens_level ?? null) : wanted.opens_level;
  const isSaid = wanted.opens_at != null && !isSameTime(wanted.opens_at, current.opens_at);
  if (level === null && isSaid) broken.push({ field: "opens_at", rule: words.rules.earlyNeedsLevel });
  else if (level !== null && opensAt !== null && known.indexOf(opensLevel) >= known.indexOf(level))
    broken.push({ field: "opens_level", rule: words.rules.lowerLevel });
  if (broken.length > 0) throw refuse(broken);
  // without a date, or for everybody, there is nothing to open
  if (level === null || opensAt === null) {
    const isAny = (current.opens_at ?? current.opens_level ?? wanted.opens_level ?? wanted.opens_at) != null;
    return { ...wanted, ...(isAny && { opens_at: null, opens_level: null }) };
  }
  return wanted;
}

function isSameTime(one: Date, other: string | Date | null | undefined): boolean {
  return other != null && new Date(other).getTime() === one.getTime();
}

/** The archive itself may change these while an editor is editing. */
const madeByArchive = new Set<string>([
  "duration",
  "state",
  "thumbnail_url",
  "dominant_color",
  "peaks",
  "leaves_at",
  "changed_at",
]);
const mayChange = new Set<string>([...editableFields, "revision"]);

/** The rest of the object must come back as it was fetched. Call it when the revision is the current one. */
export function refuseReadOnly(edited: Record<string, unknown>, current: Video): void {
  const isOlder = Date.parse(String(edited.changed_at)) < Date.parse(current.changed_at);
  const broken = Object.entries(current)
    .filter(([field]) => !mayChange.has(field) && edited[field] !== undefined && !(isOlder && madeByArchive.has(field)))
    .filter(([field, value]) => !isDeepStrictEqual(edited[field], value))
    .map(([field]) => ({
      field,
      rule: field === "hidden" ? words.rules.hidden : words.rules.readOnly,
    }));
  if (broken.length > 0) throw refuse(broken);
}

class Fault extends Error {}

function parseTitle(value: unknown): string {
  if (typeof value !== "string") throw new Fault(words.rules.text);
  const title = value.trim();
  const fault = findTitleFault(title);
  if (fault) throw new Fault(fault);
  return title;
}

function parseDescription(value: unknown): string {
  if (typeof value !== "string") throw new Fault(words.rules.text);
  const text = value.replace(/\r\n?/g, "\n");
  if (countCharacters(text) > mostInDescription) throw new Fault(words.rules.atMost(mostInDescription));
  if (!text.isWellFormed() || /(?![\n\t])\p{Cc}/u.test(text)) throw new Fault(words.rules.noControls);
  return text;
}

const dateTime = /^(\d{4}-\d{2}-)(\d{2})T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

function parseAddDate(value: unknown): Date {
  const [, month = "", day = ""] = (typeof value === "string" && dateTime.exec(value)) || [];
  const date = new Date(value as string);
  // to JavaScript the 30th of February is a day in March
  const isInCalendar = month !== "" && new Date(`${month}${day}T00:00Z`).getUTCDate() === Number(day);
  if (!isInCalendar || Number.isNaN(date.getTime())) throw new Fault(words.rules.date);
  const year = date.getUTCFullYear();
  if (year < 1970 || year > 2100) throw new Fault(words.rules.years);
  return date;
}

function parseKnown(value: unknown): OnlyKnown | null {
  const known = value === null ? null : onlyKnown.find((one) => one === value);
  if (known === undefined) throw new Fault(words.rules.known);
  return known;
}

function parseLevel(value: unknown): string | null {
  if (value !== null && typeof value !== "string") throw new Fault(words.rules.level);
  return value;
}

function parseBoolean(value: unknown): boolean {
  if (typeof value !== "boolean") throw new Fault(words.rules.boolean);
  return value;
}

function parseRevision(value: unknown): number {
  if (typeof value !== "number" || !Number.isSafeInteger(value)) throw new Fault(words.rules.wholeNumber);
  return value;
}

function refuse(fields: readonly BrokenRule[]): Refusal {
  const sentences = fields.map(({ field, rule }) =>
    words.broken(words.fields[field] ?? words.otherField(field.slice(0, 64)), rule),
  );
  return new Refusal("bad-input", sentences.join(" "), { fields });
}
