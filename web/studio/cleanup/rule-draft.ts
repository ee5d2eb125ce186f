// The rule as typed in the form, and as written in the address for the preview, so that a login in between loses nothing. Pure.
import type { RetentionRule } from "#contract/retention.ts";
import { words } from "./words.ts";

export interface RuleDraft {
  isForEver: boolean;
  days: string;
  hasCap: boolean;
  /** Gigabytes. */
  cap: string;
  keepsAudio: boolean;
}
interface Faults {
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
    ...(!isForEver && !isWhole && { days: words.form.daysFault }),
    ...(hasCap && !isEnough && { cap: words.form.capFault }),
  };
}

/** The draft must have no faults. */
export function toRule({ isForEver, days, hasCap, cap, keepsAudio }: RuleDraft): RetentionRule {
  return {
    keep_days: isForEver ? null : Number(days),
    cap_bytes: hasCap ? Math.round(readCap(cap) * gigabyte) : null,
    keep_audio: keepsAudio,
  };
}

/** 1,5 is read as 1.5. 1,000 is refused, because it may also mean a thousand. */
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

/** The rule as a sentence. */
export function sayRule(
  { keep_days, cap_bytes, keep_audio }: RetentionRule,
  sayBytes: (bytes: number) => string,
): string {
  const { never, byAge, byAgeVideoOnly, byCap, byCapVideoOnly, audioIsKept } = words.sayRule;
  const parts = [
    ...(keep_days === null ? [] : [(keep_audio ? byAgeVideoOnly : byAge)(keep_days)]),
    ...(cap_bytes === null ? [] : [(keep_audio ? byCapVideoOnly : byCap)(sayBytes(cap_bytes))]),
  ];
  if (parts.length === 0) return never;
  return [...parts, ...(keep_audio ? [audioIsKept] : [])].join(" ");
}
