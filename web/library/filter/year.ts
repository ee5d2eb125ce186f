// The year of a recording. Apart from format.ts, whose texts the search in the header does not need.
import type { Dated } from "#contract/dates/dates.ts";

/** The year of the date as it is shown. */
export function yearOf({ add_date, time_missing }: Dated): number {
  const date = new Date(add_date);
  return time_missing ? date.getUTCFullYear() : date.getFullYear();
}
