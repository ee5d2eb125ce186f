// Which fields of a recording editors may change, and the rule for each. Pure.
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { onlyKnown } from "#contract/dates/dates.ts";
import { editableFields, Video } from "#contract/video.ts";
import { Refusal, type BrokenRule } from "#server/refusal.ts";
import { countCharacters, findTitleFault } from "./title.ts";
import { words } from "./words.ts";

const mostInDescription = 10_000;

const dateTime = /^(\d{4}-\d{2}-)(\d{2})T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

const AddDate = z.string(words.rules.date).transform((text, context) => {
  const [, month = "", day = ""] = dateTime.exec(text) ?? [];
  const date = new Date(text);
  // to JavaScript the 30th of February is a day in March
  const isInCalendar = month !== "" && new Date(`${month}${day}T00:00Z`).getUTCDate() === Number(day);
  const isDate = isInCalendar && !Number.isNaN(date.getTime());
  const year = date.getUTCFullYear();
  if (!isDate) context.addIssue(words.rules.date);
  else if (year < 1970 || year > 2100) context.addIssue(words.rules.years);
  return date;
});

const Level = z.string(words.rules.level).nullable();

/** What editors may change, as the columns are called, and the revision that they have seen. */
const Edit = z
  .object({
    title: z
      .string(words.rules.text)
      .trim()
      .superRefine((title, context) => {
        const fault = findTitleFault(title);
        if (fault) context.addIssue(fault);
      }),
    description: z
      .string(words.rules.text)
      .transform((text) => text.replace(/\r\n?/g, "\n"))
      .refine((text) => countCharacters(text) <= mostInDescription, {
        error: words.rules.atMost(mostInDescription),
        abort: true,
      })
      .refine((text) => text.isWellFormed() && !/(?![\n\t])\p{Cc}/u.test(text), words.rules.noControls),
    add_date: AddDate,
    time_missing: z.boolean(words.rules.boolean),
    only_known: z.enum(onlyKnown, words.rules.known).nullable(),
    prevent_autodelete: z.boolean(words.rules.boolean),
    level: Level,
    opens_at: AddDate.nullable(),
    opens_level: Level,
    revision: z.int(words.rules.wholeNumber),
  })
  .partial();

/** What an editor changes of a recording. Hiding it is a call of its own. */
export type Values = Omit<z.infer<typeof Edit>, "revision"> & { hidden?: boolean | undefined };

/** The new values of the editable fields, or a refusal that names every field that breaks its rule. */
export function readEdit(
  edited: Record<string, unknown>,
  current: Video,
  levels: readonly string[],
): { values: Values; revision: number } {
  const read = Edit.safeParse(edited);
  const unknown = Object.keys(edited).filter((field) => !Object.hasOwn(Video.shape, field));
  const broken = [
    ...(read.error?.issues ?? []).map(({ path, message }) => ({ field: String(path[0]), rule: message })),
    ...unknown.map((field) => ({ field, rule: words.rules.unknown })),
  ];
  if (!read.success || broken.length > 0) throw refuse(broken);
  const { revision = current.revision, ...values } = read.data;

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

function refuse(fields: readonly BrokenRule[]): Refusal {
  const sentences = fields.map(({ field, rule }) =>
    words.broken(words.fields[field] ?? words.otherField(field.slice(0, 64)), rule),
  );
  return new Refusal("bad-input", sentences.join(" "), { fields });
}
