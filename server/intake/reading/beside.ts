// Which files of a folder are recordings, and which lie beside one and describe it: by their names alone. Pure.
import { readLanguage } from "./language.ts";

type Role = "own" | "info" | "chat" | "nfo" | "description" | "captions" | "picture" | "cue";

export interface Beside {
  name: string;
  role: Role;
  /** The language of captions. */
  language: string | null;
  title: string | null;
}

/** Endings of files that describe recordings or come with them. They are never refused. */
const sideKinds =
  /\.(json|json\.gz|nfo|description|srt|vtt|ass|ssa|lrc|sbv|ttml|srv\d|sub|idx|jpe?g|png|webp|gif|bmp|avif|heic|tiff?|cue|txt|log|md5|sha1|sha256|sfv|ffp|xml|url|webloc|html?|md|pdf|rtf|docx?|odt|m3u8?|pls|torrent|annotations)$/i;

/** Copying programs, browsers and downloaders use these endings until a file is complete. */
const unfinished = /\.(part|partial|filepart|tmp|temp|crdownload|download|opdownload|aria2|ytdl|!qb|!ut)$/i;

export function isUnfinished(name: string): boolean {
  return unfinished.test(name) || /\.part-Frag\d+$/i.test(name);
}

/** Names that promise a recording: such a file is refused if it is none, and any other one is only left out. */
export function isRecordingKind(name: string): boolean {
  return /\.(?:mp4|m4v|mov|mkv|webm|avi|m?ts|m2ts|mpe?g|wav|w64|flac|mp3|m4[ab]|og[gav]|opus|aac|aiff?|wm[av]|3gp|flv|vob|mka|caf|mxf)$/i.test(
    name,
  );
}

/** Files that systems and cameras make for themselves, in folders of people. */
const clutter =
  /^(?:\.DS_Store|\._|\.nfs|\.directory$|\.localized$|ehthumbs|thumbs\.db|desktop\.ini$|autorun\.inf$|icon\r$|folder\.jpg~$|\.?picasa\.ini$|\.hidden$|\.fuse_hidden|\.syncignore|\.stfolder|\.taken-)/i;
const clutterKinds = /\.(?:lrv|thm|bdm|cpi|mpl|ctg|lnk|pek|pkf|sfk|sfl|reapeaks|asd|ovw|peak)$/i;
const clutterFolders =
  /^(?:\.|\$recycle\.bin$|recycler$|system volume information$|@eadir$|#recycle$|#snapshot$|lost\+found$|__macosx$)/i;

export function isClutter(name: string): boolean {
  return clutter.test(name) || clutterKinds.test(name);
}

export function isClutterFolder(name: string): boolean {
  return clutterFolders.test(name);
}

export function isSideFile(name: string): boolean {
  return sideKinds.test(name);
}

/** "song.mkv" is "song" and ".mkv". What is long after the last dot belongs to the name. */
function stemOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot <= 0 || name.length - dot > 16 ? name : name.slice(0, dot);
}

/**
 * For each recording the files that describe it, best first. A file belongs to the recordings with the longest name that
 * it begins with, so that "show.part2.srt" is not taken for captions of "show.mp4". Two recordings may share one.
 */
export function findBeside(recordings: readonly string[], others: readonly string[]): Map<string, Beside[]> {
  const byBase = new Map<string, string[]>();
  for (const name of recordings)
    for (const base of new Set([name, stemOf(name)])) byBase.set(base, [...(byBase.get(base) ?? []), name]);
  const found = new Map<string, (Beside & { base: number })[]>(recordings.map((name) => [name, []]));
  for (const name of others) {
    for (let end = name.length - 1; end > 0; end -= 1) {
      const owners = /[._-]/.test(name.charAt(end)) ? byBase.get(name.slice(0, end)) : undefined;
      const meant = owners && readSuffix(name.slice(end));
      if (!owners || !meant) continue;
      for (const owner of owners) found.get(owner)?.push({ name, ...meant, base: end });
      break;
    }
  }
  const sorted = (list: (Beside & { base: number })[]) =>
    list
      .toSorted((a, b) => b.base - a.base || a.name.length - b.name.length || (a.name < b.name ? -1 : 1))
      .map(({ base: _base, ...one }) => one);
  return new Map([...found].map(([name, list]) => [name, sorted(list)]));
}

/** What follows the recording's name. */
function readSuffix(suffix: string): Omit<Beside, "name"> | undefined {
  const plain = { language: null, title: null };
  const isOne = (pattern: RegExp) => pattern.test(suffix);
  if (isOne(/^\.json$/i)) return { role: "own", ...plain };
  if (isOne(/^\.info\.json$/i)) return { role: "info", ...plain };
  if (isOne(/^([._-]chat)?\.json\.gz$|^[._-]chat\.json$/i)) return { role: "chat", ...plain };
  if (isOne(/^\.nfo$/i)) return { role: "nfo", ...plain };
  if (isOne(/^\.description$/i)) return { role: "description", ...plain };
  if (isOne(/^\.cue$/i)) return { role: "cue", ...plain };
  if (isOne(/^([-._](thumb|thumbnail|poster|cover))?\.(jpe?g|png|webp)$/i)) return { role: "picture", ...plain };
  const [, middle, kind] = /^((?:\.[^.]{1,40}){0,3})\.(srt|vtt)$/i.exec(suffix) ?? [];
  if (kind !== undefined) return { role: "captions", ...readCaptionName(middle ?? "") };
  return undefined;
}

/** "name.en.sdh.srt": a language, or else a title. Words for players only, such as "default", are dropped. */
function readCaptionName(middle: string): { language: string | null; title: string | null } {
  const parts = middle.split(".").filter((part) => part !== "" && !/^(default|forced|orig|auto)$/i.test(part));
  const language = parts.map((part) => readName(part)).find((one) => one !== null) ?? null;
  const rest = parts.filter((part) => readName(part) === null);
  return { language, title: rest.join(" ").replaceAll("_", " ").slice(0, 60) || null };
}

function readName(part: string): string | null {
  const word = part.replace(/-orig$/i, "");
  if (/^[a-z]{2,3}([-_][a-z0-9]{2,8})*$/i.test(word) && !/^(sdh|cc|hi)$/.test(word)) return readLanguage(word);
  return languages.get(word.toLowerCase()) ?? null;
}

/** Languages by their names in English and in the language itself. */
const languages = new Map(
  "en de fr es it pt nl pl ru uk ja ko zh sv da nb fi cs hu tr el ro bg hr he ar hi".split(" ").flatMap((code) => {
    const nameIn = (locale: string) =>
      new Intl.DisplayNames(locale, { type: "language" }).of(code)?.toLowerCase() ?? code;
    return [
      [nameIn("en"), code],
      [nameIn(code), code],
    ] as const;
  }),
);

const folderPicture = /^(cover|folder|front|album)\.(jpe?g|png|webp)$/i;

/** The cover of an album is for all of its songs. */
export function findFolderPicture(names: readonly string[]): string | undefined {
  return names.filter((name) => folderPicture.test(name)).toSorted()[0];
}

/** At least three names, among them one with 1, begin with a number: then numbers are not parts of titles. */
export function isNumbered(names: readonly string[]): boolean {
  const numbers = names.flatMap((name) => /^(?:\d-)?(\d{1,3})[\s_.-]/.exec(name)?.[1] ?? []).map(Number);
  return new Set(numbers).size >= 3 && numbers.includes(1);
}
