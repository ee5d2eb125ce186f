// When it was last a given hour of the day somewhere. Pure; works across changes of the clock in spring and autumn.
const hourMs = 3_600_000;

/** The last time that it was this hour there, at or before `now`. */
export function lastTime(hour: number, { now, timeZone }: { now: Date; timeZone: string }): Date {
  const today = dayOf(now, timeZone);
  const whole = Math.floor(now.getTime() / (hourMs / 4)) * (hourMs / 4);
  let earliest: Date | undefined;
  // in spring this hour may be missing: then the one after it counts
  for (let back = 0; back < 26 * 4; back += 1) {
    const at = new Date(whole - back * (hourMs / 4));
    if (dayOf(at, timeZone) !== today) break;
    if (hourOf(at, timeZone) >= hour) earliest = at;
  }
  return earliest ?? lastTime(hour, { now: endOfDayBefore(now, timeZone), timeZone });
}

/** The day in that time zone, such as 2026-11-17. */
export function dayOf(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" }).format(at);
}

function hourOf(at: Date, timeZone: string): number {
  return Number(new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", hourCycle: "h23" }).format(at));
}

function endOfDayBefore(now: Date, timeZone: string): Date {
  const today = dayOf(now, timeZone);
  let at = now;
  while (dayOf(at, timeZone) === today) at = new Date(at.getTime() - hourMs / 4);
  return at;
}
