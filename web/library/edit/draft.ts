// An edited recording before it is saved: the picker's text, what differs, and how conflicting edits are merged. Pure.
import type { Video } from "#contract/video.ts";
import { formatDate } from "#contract/dates/dates.ts";
import { words } from "./words.ts";

/** The dialog cannot hide a recording, but somebody else may have hidden it in the meantime. */
const draftFields = [
  ...(["title", "add_date", "prevent_autodelete", "description", "hidden"] as const),
  ...(["level", "opens_at", "opens_level"] as const),
] as const;
type DraftField = (typeof draftFields)[number];

export function listDifferences(one: Video, other: Video): DraftField[] {
  return draftFields.filter((field) => one[field] !== other[field]);
}

export interface Clash {
  field: DraftField;
  theirs: string;
  yours: string;
  /** Both changed it: what was typed is kept until the editor chooses otherwise. */
  isBoth: boolean;
}

/**
 * Somebody else saved `theirs` while `base` was edited into `mine`. What only they changed is taken over, what was typed is
 * kept, and everything they changed is listed.
 */
export function mergeDraft(base: Video, mine: Video, theirs: Video): { draft: Video; clashes: Clash[] } {
  const typed = listDifferences(base, mine);
  const draft = typed.reduce((video, field) => takeField(video, mine, field), theirs);
  const clashes = listDifferences(base, theirs)
    .filter((field) => mine[field] !== theirs[field])
    .map((field) => ({
      field,
      theirs: sayValue(field, theirs),
      yours: sayValue(field, mine),
      isBoth: typed.includes(field),
    }));
  return { draft, clashes };
}

/** The upload time is two fields: the date, and whether its time of day is known. */
export function takeField(video: Video, from: Video, field: DraftField): Video {
  if (field !== "add_date") return { ...video, [field]: from[field] };
  return { ...video, add_date: from.add_date, time_missing: from.time_missing, only_known: from.only_known };
}

export function setUploadTime(video: Video, date: Date): Video {
  return { ...video, add_date: date.toISOString(), time_missing: false, only_known: undefined };
}

/** What a date and time picker shows: the local clock; a day without a time begins at midnight. */
export function toPicker({ add_date, time_missing }: Pick<Video, "add_date" | "time_missing">): string {
  if (time_missing) return `${add_date.slice(0, 10)}T00:00`;
  const date = new Date(add_date);
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString();
  return date.getSeconds() === 0 ? local.slice(0, 16) : local.slice(0, 19);
}

/** Undefined while the date is incomplete, or outside the years we accept. */
export function readPicker(text: string): Date | undefined {
  const date = new Date(text);
  const year = date.getFullYear();
  return text !== "" && year >= 1970 && year <= 2100 ? date : undefined;
}

function sayValue(field: DraftField, video: Video): string {
  if (field === "add_date") return formatDate(video);
  const value = video[field] ?? "";
  if (field === "opens_at" && value !== "") return formatDate({ add_date: String(value), time_missing: false });
  if (typeof value === "boolean") return value ? words.values.on : words.values.off;
  return value === "" ? words.values.empty : value;
}
