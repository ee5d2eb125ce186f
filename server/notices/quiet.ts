// Quiet hours: how long to wait until they are over. Pure.

interface Quiet {
  quiet_from: number | null;
  quiet_to: number | null;
  time_zone: string;
}

const minuteMs = 60_000;
const dayMinutes = 1440;

/** 0 when it may be sent now. */
export function findQuietMs({ quiet_from: from, quiet_to: to, time_zone: zone }: Quiet, now: Date): number {
  if (from === null || to === null || from === to) return 0;
  const minute = minuteOfDay(now, zone);
  const isQuiet = from < to ? minute >= from && minute < to : minute >= from || minute < to;
  return isQuiet ? ((to - minute + dayMinutes) % dayMinutes) * minuteMs : 0;
}

function minuteOfDay(at: Date, zone: string): number {
  const parts = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).formatToParts(at);
  const read = (type: "hour" | "minute") => Number(parts.find((part) => part.type === type)?.value ?? 0);
  return read("hour") * 60 + read("minute");
}

export function readClock(text: string): number {
  const [hours = 0, minutes = 0] = text.split(":").map(Number);
  return hours * 60 + minutes;
}

export function writeClock(minute: number): string {
  return [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, "0")).join(":");
}
