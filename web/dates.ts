// How the date of a recording is written, in the list and on its own page.
import type { VideoInList } from "#contract/video.ts";

/** Locale and time zone; by default the browser's own. */
export interface Place {
  locale?: string;
  timeZone?: string;
}
export type Dated = Pick<VideoInList, "add_date" | "time_missing">;

/** A long date when only the date is known, otherwise a short date with time. */
export function formatDate({ add_date, time_missing }: Dated, place: Place = {}): string {
  const date = new Date(add_date);
  if (Number.isNaN(date.getTime())) return "";
  return time_missing
    ? // A day without a time is stored as midnight UTC: in any other zone it could become the day before.
      formatterOf({ ...place, timeZone: "UTC" }, { dateStyle: "long" }).format(date)
    : formatterOf(place, { dateStyle: "short", timeStyle: "short" }).format(date);
}

// Creating a formatter takes as long as using it a hundred times, and every card needs one.
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf({ locale, timeZone }: Place, style: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone} ${style.dateStyle}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat(locale, timeZone === undefined ? style : { ...style, timeZone });
    formatters.set(key, formatter);
  }
  return formatter;
}
