// Title and date of a new recording: from its description, else from the file's metadata, else from the file's name.
import type { Facts } from "#server/media/facts/facts.ts";
import { readFileName } from "./file-name.ts";
import { words } from "./words.ts";

/** What a person or a sidecar says; everything may be missing. */
export interface Description {
  title?: string;
  description?: string;
  addDate?: Date;
  /** Only the date of addDate is known. */
  timeMissing?: boolean;
  hidden?: boolean;
  preventAutodelete?: boolean;
}

interface Described extends Description {
  title: string;
  addDate: Date;
  timeMissing: boolean;
}

export function describeIntake(said: Description, facts: Facts, file: { name: string; changedAt: Date }): Described {
  const named = readFileName(file.name);
  const title = said.title?.trim() || facts.title || named.title || words.untitled;
  return { ...said, title, ...chooseDate(said, facts, { named, changedAt: file.changedAt }) };
}

function chooseDate(
  said: Description,
  { recordedAt }: Facts,
  { named, changedAt }: { named: ReturnType<typeof readFileName>; changedAt: Date },
): { addDate: Date; timeMissing: boolean } {
  if (said.addDate) return { addDate: said.addDate, timeMissing: said.timeMissing ?? false };
  const told = recordedAt ? readDate(recordedAt) : undefined;
  if (told) return told;
  if (named.date) return { addDate: named.date, timeMissing: named.timeMissing };
  return { addDate: changedAt, timeMissing: false };
}

/** "2024-05-01" has no time; "2024-05-01T21:30" has one. Undefined when it is not a plausible date. */
export function readDate(text: string): { addDate: Date; timeMissing: boolean } | undefined {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text.trim());
  if (!isDay && !/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text.trim())) return undefined;
  const hasZone = isDay || /(Z|[+-]\d\d:?\d\d)$/.test(text.trim());
  const date = new Date(hasZone ? text.trim() : `${text.trim().replace(" ", "T")}Z`);
  const isSane = date.getUTCFullYear() >= 1971 && date.getTime() < Date.now() + 366 * 86_400_000;
  return isSane ? { addDate: date, timeMissing: isDay } : undefined;
}
