// The day on which a song was played, as people read it. Apart from dates.ts, which the first page loads.
import { formatDate, type OnlyKnown, type Place } from "./dates.ts";

interface Played {
  played_at: string;
  only_known?: OnlyKnown | undefined;
}

/** Without the time of day, even where it is known. */
export function formatDay({ played_at, only_known: known }: Played, place: Place = {}): string {
  return formatDate({ add_date: played_at, time_missing: true, only_known: known }, place);
}
