// The files that a feed names: each name has all that is needed to find the file again, and changes with its content. Pure.

/** Whole milliseconds of the audio file. */
export interface Excerpt {
  fromMs: number;
  toMs: number;
}

export type FeedFile =
  | { kind: "audio"; version: string; excerpt: Excerpt | null }
  | { kind: "chapters" }
  | { kind: "captions"; slot: number }
  | { kind: "cover" }
  | { kind: "notice" };

export const chaptersFile = "chapters.json";
export const noticeFile = "notice.m4a";
/** The folder of the archive's own files, in place of a recording's id. */
export const archiveFolder = "archive";

export function nameAudio(version: string, excerpt: Excerpt | null): string {
  return excerpt ? `${version}-${excerpt.fromMs}-${excerpt.toMs}.m4a` : `${version}.m4a`;
}

export function nameCover(version: string): string {
  return `cover-${version}.jpg`;
}

export function readFileName(name: string): FeedFile | undefined {
  if (name === chaptersFile) return { kind: "chapters" };
  if (name === noticeFile) return { kind: "notice" };
  if (/^cover-\w{1,40}\.jpg$/.test(name)) return { kind: "cover" };
  const slot = /^captions-([1-4])\.vtt$/.exec(name)?.[1];
  if (slot !== undefined) return { kind: "captions", slot: Number(slot) };
  const [, version, from, to] = /^([0-9a-f]{16})(?:-(\d{1,9})-(\d{1,9}))?\.m4a$/.exec(name) ?? [];
  if (version === undefined) return undefined;
  if (from === undefined) return { kind: "audio", version, excerpt: null };
  const excerpt = { fromMs: Number(from), toMs: Number(to) };
  return excerpt.fromMs < excerpt.toMs ? { kind: "audio", version, excerpt } : undefined;
}
