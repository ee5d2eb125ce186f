// What one source says about a recording, and which sources there are.
import { isUnseen, tidyName } from "#contract/text/plain-text.ts";
import type { Moment } from "./moment.ts";

/** Where something about a recording can come from. Stored with the recording: do not rename. */
export type Source =
  | "person"
  | "sidecar"
  | "nfo"
  | "description-file"
  | "info-json"
  | "chat"
  | "file-name"
  | "tags"
  | "clock"
  | "folder-name"
  | "cue"
  | "container"
  | "beside"
  | "file-time";

export interface Chapter {
  startSeconds: number;
  title: string;
}

/** Facts that no field of a recording holds yet; kept as they are. */
export interface Details {
  artist?: string;
  album?: string;
  track?: string;
  channel?: string;
  address?: string;
  categories?: string[];
  tags?: string[];
}

/** Everything may be missing. */
export interface Said {
  title?: string;
  description?: string;
  moment?: Moment;
  chapters?: Chapter[];
  hidden?: boolean;
  isProtected?: boolean;
  details?: Details;
}

/** A source with what it says. `weak` fields are used only if no other source has one. */
export interface Witness {
  source: Source;
  said: Said;
  weak?: readonly ("title" | "moment" | "chapters")[];
}

const mostChapters = 500;

/** In order, each within the recording, with a title on one line. */
export function tidyChapters(chapters: readonly Chapter[], durationSeconds: number): Chapter[] {
  const end = durationSeconds > 0 ? durationSeconds : Infinity;
  const sorted = chapters
    .filter(({ startSeconds }) => Number.isFinite(startSeconds) && startSeconds >= 0 && startSeconds < end)
    .map(({ startSeconds, title }) => ({
      startSeconds: Math.round(startSeconds * 1000) / 1000,
      title: tidyLine(title, 200),
    }))
    .toSorted((a, b) => a.startSeconds - b.startSeconds);
  return sorted
    .filter(({ startSeconds }, index) => startSeconds !== sorted[index - 1]?.startSeconds)
    .slice(0, mostChapters);
}

/** Without control characters and what turns the direction of text, in at most so many characters. */
export function tidyLine(text: string, most: number): string {
  const clean = tidyName(text).replaceAll(/\s+/g, " ");
  return tidyName(Array.from(clean).slice(0, most).join(""));
}

const mostText = 10_000;

/** Several lines, as a description may have. */
export function tidyText(text: string): string {
  const clean = text
    .toWellFormed()
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, "")
    .trim();
  return isUnseen(clean) ? "" : Array.from(clean).slice(0, mostText).join("").trim();
}

/** Without what is empty, so that another source may say it. */
export function dropEmpty<T extends object>(said: T): T {
  const isEmpty = (value: unknown) =>
    value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
  return Object.fromEntries(Object.entries(said).filter(([, value]) => !isEmpty(value))) as T;
}
