// Times as an editor types and reads them: 83.4, 1:23.4 or 1:02:03.4. Pure.
import { toTenth } from "./rows.ts";

/** Null for an empty text; undefined when it is not a time. */
export function readClock(text: string): number | null | undefined {
  const typed = text.trim().replace(",", ".");
  if (typed === "") return null;
  const match = /^(?:(?:(\d{1,3}):)?(\d{1,3}):)?(\d{1,6}(?:\.\d*)?)$/.exec(typed);
  if (!match) return undefined;
  const [, hours = "0", minutes = "0", seconds = "0"] = match;
  const isClock = typed.includes(":");
  if (isClock && Number(seconds) >= 60) return undefined;
  return toTenth(Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds));
}
