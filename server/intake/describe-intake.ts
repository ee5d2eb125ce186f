// What a person says about a new recording, in an upload form or on the command line.
import type { OnlyKnown } from "#contract/dates/dates.ts";
import { onlyKnownOf, readMoment } from "./reading/moment.ts";
import type { Said } from "./reading/found.ts";

/** Everything may be missing. */
export interface Description {
  title?: string;
  description?: string;
  addDate?: Date;
  /** Only the date of addDate is known. */
  timeMissing?: boolean;
  /** Not even the day of addDate is known. */
  onlyKnown?: OnlyKnown | null;
  hidden?: boolean;
  preventAutodelete?: boolean;
}

export function toSaid({
  title,
  description,
  addDate,
  timeMissing,
  onlyKnown,
  hidden,
  preventAutodelete,
}: Description): Said {
  return {
    ...(title?.trim() && { title: title.trim() }),
    ...(description?.trim() && { description }),
    ...(addDate && { moment: { at: addDate, precision: onlyKnown ?? (timeMissing ? "day" : "time") } }),
    ...(hidden !== undefined && { hidden }),
    ...(preventAutodelete !== undefined && { isProtected: preventAutodelete }),
  };
}

/** "2024-05-01" has no time; "2024-05-01T21:30" has one; "2024-05" and "2024" no day. Undefined when it is not a plausible date. */
export function readDate(
  text: string,
): Required<Pick<Description, "addDate" | "timeMissing" | "onlyKnown">> | undefined {
  const vague = /^\d{4}(-\d\d)?$/.test(text.trim()) ? readMoment(text, "UTC") : undefined;
  if (vague) return { addDate: vague.at, timeMissing: true, onlyKnown: onlyKnownOf(vague) };
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text.trim());
  if (!isDay && !/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text.trim())) return undefined;
  const hasZone = isDay || /(Z|[+-]\d\d:?\d\d)$/.test(text.trim());
  const date = new Date(hasZone ? text.trim() : `${text.trim().replace(" ", "T")}Z`);
  const isSane = date.getUTCFullYear() >= 1971 && date.getTime() < Date.now() + 366 * 86_400_000;
  return isSane ? { addDate: date, timeMissing: isDay, onlyKnown: null } : undefined;
}
