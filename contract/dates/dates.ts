// The date of a recording: how much of it is known, and how people read it. Without schemas, which the page does not load.

/** Where not even the day is known. */
export const onlyKnown = ["month", "year"] as const;
export type OnlyKnown = (typeof onlyKnown)[number];

export interface Dated {
  add_date: string;
  time_missing: boolean;
  only_known?: OnlyKnown | null | undefined;
}

/** Locale and time zone; by default the browser's own. */
export interface Place {
  locale?: string;
  timeZone?: string;
}

const styles = {
  moment: { dateStyle: "short", timeStyle: "short" },
  day: { dateStyle: "long" },
  month: { year: "numeric", month: "long" },
  year: { year: "numeric" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** A short date with time; a long date when only the date is known, or what is known of it: "May 2024", "2017". */
export function formatDate({ add_date, time_missing, only_known: known }: Dated, place: Place = {}): string {
  const date = new Date(add_date);
  if (Number.isNaN(date.getTime())) return "";
  if (!time_missing) return formatterOf(place, "moment").format(date);
  // A day without a time is stored as midnight UTC: in any other zone it could become the day before.
  return formatterOf({ ...place, timeZone: "UTC" }, known ?? "day").format(date);
}

interface Played {
  played_at: string;
  only_known?: OnlyKnown | undefined;
}

/** Without the time of day, even where it is known. */
export function formatDay({ played_at, only_known: known }: Played, place: Place = {}): string {
  return formatDate({ add_date: played_at, time_missing: true, only_known: known }, place);
}

/** The same of a recording: beside the days of songs there is only one way to write a date. */
export function formatDayOf(dated: Dated, place: Place = {}): string {
  return dated.time_missing ? formatDate(dated, place) : formatterOf(place, "day").format(new Date(dated.add_date));
}

/** As `writeDay`, or the moment: for the page's <time>. */
export function machineDate(dated: Dated): string {
  return dated.time_missing ? writeDay(dated) : dated.add_date;
}

/** 2024-05-01, 2024-05 or 2024: for programs, names of files, and sheets. The day is that of UTC. */
export function writeDay({ add_date, only_known: known }: Pick<Dated, "add_date" | "only_known">): string {
  return add_date.slice(0, known === "year" ? 4 : known === "month" ? 7 : 10);
}

// Creating a formatter takes as long as using it a hundred times, and every card needs one.
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf({ locale, timeZone }: Place, style: keyof typeof styles): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone} ${style}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat(locale, { ...styles[style], ...(timeZone !== undefined && { timeZone }) });
    formatters.set(key, formatter);
  }
  return formatter;
}
