// The rule as it stands in the form, and in the address once it is asked about: a login in between loses nothing. Pure.
import type { RetentionRule } from "#contract/retention.ts";

export interface RuleDraft {
  isForEver: boolean;
  days: string;
  hasCap: boolean;
  /** In GB. */
  cap: string;
  keepsAudio: boolean;
}
export interface Faults {
  days?: string;
  cap?: string;
}

const gigabyte = 1_000_000_000;

export function toDraft({ keep_days, cap_bytes, keep_audio }: RetentionRule): RuleDraft {
  return {
    isForEver: keep_days === null,
    days: keep_days === null ? "365" : String(keep_days),
    hasCap: cap_bytes !== null,
    cap: cap_bytes === null ? "" : String(cap_bytes / gigabyte),
    keepsAudio: keep_audio,
  };
}

export function findFaults({ isForEver, days, hasCap, cap }: RuleDraft): Faults {
  const isWhole = /^\d{1,5}$/.test(days.trim()) && Number(days) >= 1 && Number(days) <= 36_500;
  const isEnough = readCap(cap) >= 1 && readCap(cap) <= 9_000_000;
  return {
    ...(!isForEver && !isWhole && { days: "Please give a whole number of days, from 1 to 36500." }),
    ...(hasCap && !isEnough && { cap: "Please give a number of GB, from 1 to 9000000." }),
  };
}

/** Only of a draft without faults. */
export function toRule({ isForEver, days, hasCap, cap, keepsAudio }: RuleDraft): RetentionRule {
  return {
    keep_days: isForEver ? null : Number(days),
    cap_bytes: hasCap ? Math.round(readCap(cap) * gigabyte) : null,
    keep_audio: keepsAudio,
  };
}

/** 1,5 is how half of the world writes 1.5; but 1,000 may mean a thousand, and nobody guesses here. */
function readCap(cap: string): number {
  const text = cap.trim();
  return /^\d+(\.\d+|,\d{1,2})?$/.test(text) ? Number(text.replace(",", ".")) : Number.NaN;
}

export function writeRule({ keep_days, cap_bytes, keep_audio }: RetentionRule): URLSearchParams {
  return new URLSearchParams({
    days: keep_days === null ? "never" : String(keep_days),
    cap: cap_bytes === null ? "none" : String(cap_bytes / gigabyte),
    audio: keep_audio ? "keep" : "leave",
  });
}

/** Undefined when the address does not hold a whole rule. */
export function readRule(query: URLSearchParams): RetentionRule | undefined {
  const [days, cap, audio] = [query.get("days"), query.get("cap"), query.get("audio")];
  if (days === null || cap === null || (audio !== "keep" && audio !== "leave")) return undefined;
  const draft: RuleDraft = {
    isForEver: days === "never",
    days,
    hasCap: cap !== "none",
    cap,
    keepsAudio: audio === "keep",
  };
  return Object.keys(findFaults(draft)).length === 0 ? toRule(draft) : undefined;
}

/** The rule in words, as the person who comes to see it wants to read it. */
export function sayRule(
  { keep_days, cap_bytes, keep_audio }: RetentionRule,
  sayBytes: (bytes: number) => string,
): string {
  const parts = [
    ...(keep_days === null
      ? []
      : [`${keep_days === 1 ? "1 day" : `${keep_days.toLocaleString()} days`} after they came in`]),
    ...(cap_bytes === null ? [] : [`the oldest first, when the archive takes more than ${sayBytes(cap_bytes)}`]),
  ];
  if (parts.length === 0) return "Recordings stay for ever.";
  return `Recordings leave ${parts.join(", and ")}.${keep_audio ? " Their sound stays." : ""}`;
}
