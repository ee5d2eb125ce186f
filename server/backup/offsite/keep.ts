// Which backups are kept: the newest good one of each of the last 7 days, 5 weeks and 12 months that have one. Pure.
import { dayOf } from "#server/queue/last-time.ts";

export interface MadeBackup {
  name: string;
  at: Date;
  /** It lacks no file. */
  isGood: boolean;
}

const rules = [
  { most: 7, period: (day: string) => day },
  { most: 5, period: mondayOf },
  { most: 12, period: (day: string) => day.slice(0, 7) },
];

/** Never empty when there is a backup. One that lacks files is kept until there is a newer good one. */
export function chooseKept(backups: readonly MadeBackup[], timeZone: string): MadeBackup[] {
  const newestFirst = backups.toSorted((one, other) => other.at.getTime() - one.at.getTime());
  const good = newestFirst.filter(({ isGood }) => isGood);
  const [newestGood] = good;
  if (!newestGood) return newestFirst;
  const kept = new Set(newestFirst.filter(({ at }) => at >= newestGood.at));
  for (const { most, period } of rules) {
    const newestOf = new Map<string, MadeBackup>();
    for (const backup of good) {
      const name = period(dayOf(backup.at, timeZone));
      if (!newestOf.has(name)) newestOf.set(name, backup);
    }
    for (const backup of [...newestOf.values()].slice(0, most)) kept.add(backup);
  }
  return newestFirst.filter((backup) => kept.has(backup));
}

function mondayOf(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return date.toISOString().slice(0, 10);
}
