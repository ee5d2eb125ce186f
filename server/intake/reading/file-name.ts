// Title and date from the name of a file, as recorders, downloaders and people write them. Pure.
import { trimEnd, trimStart } from "#server/text/trim.ts";
import { makeMoment, readTimestamp, type DateGroups, type Moment } from "./moment.ts";
import { findDates, monthOf, type Shape } from "./name-shapes.ts";

interface Named {
  title: string;
  moment: Moment | undefined;
  /** The name has no title in it: it is a date, or a device made it up. */
  isUntitled: boolean;
}

interface Place {
  zone: string;
  /** The files of this folder are numbered, so a number at the beginning is not a part of the title. */
  isNumbered?: boolean;
}

export function readFileName(fileName: string, { zone, isNumbered = false }: Place): Named {
  const bare = nameWithoutKind(fileName);
  const name = dropId(restoreSigns(bare.normalize("NFC")).replaceAll(/\s+/g, " "));
  for (const [groups, one] of findDates(name)) {
    const moment = readGroups(groups, one, zone);
    if (moment) return { moment, ...makeTitle(groups, one, { name, isNumbered }) };
  }
  const title = tidyName(dropNumber(name, isNumbered));
  return { title: title || tidyName(name), moment: undefined, isUntitled: isDeviceName(name) };
}

function nameWithoutKind(fileName: string): string {
  return fileName.replace(/^.*[/\\]/, "").replace(/(?<=.)\.(?=[a-z0-9]*[a-z])[a-z0-9]{1,5}$/i, "");
}

function readGroups(groups: DateGroups, { isUtc }: Shape, zone: string): Moment | undefined {
  if (groups.seconds !== undefined) return readTimestamp(Number(groups.seconds));
  const year = groups.shortYear === undefined ? groups.year : `20${groups.shortYear}`;
  const month = groups.monthName === undefined ? groups.month : monthOf(groups.monthName);
  return makeMoment({ ...groups, year, month, zone: isUtc ? "Z" : groups.zone }, zone);
}

function makeTitle(
  groups: DateGroups,
  { isUntitled = false }: Shape,
  { name, isNumbered }: { name: string; isNumbered: boolean },
): { title: string; isUntitled: boolean } {
  if (groups.slug !== undefined)
    return { title: capitalise(groups.slug.replaceAll("_", " ").trim()), isUntitled: false };
  const rest = groups.rest === undefined ? "" : ` ${groups.rest}`;
  const said = isUntitled ? "" : tidyName(dropId(dropNumber(`${groups.title ?? ""}${rest}`, isNumbered)));
  // what is left of "2024-05-01 21-30-15 (2)" or of "2024-05-01 21-30-15-vertical" is not a title
  const isTitle = said !== "" && !/^(\(?\d{1,2}\)?|vertical|replay)$/i.test(said);
  return isTitle ? { title: said, isUntitled: false } : { title: tidyName(name), isUntitled: true };
}

/** The id that a downloader puts at the end: [dQw4w9WgXcQ], [v2134567890], (2134567890), -dQw4w9WgXcQ; and a resolution. */
function dropId(name: string): string {
  const withoutSize = dropEnd(name, /[[(]?\b\d{3,4}p\d{0,3}\b[\])]?$/i) || name;
  const withoutNumber = dropEnd(withoutSize.trimEnd(), /[[(]v?\d{8,}[\])]$/i).trimEnd();
  const bracketed = /\[([\w-]{11})\]$/.exec(withoutNumber)?.[1] ?? "";
  const withoutId = looksMade(bracketed) ? withoutNumber.slice(0, -13).trimEnd() : withoutNumber;
  const behind = /-([\w-]{11})$/.exec(withoutId)?.[1] ?? "";
  const isMade = looksMade(behind) && /\d/.test(behind) && /[A-Z]/.test(behind);
  return (isMade ? withoutId.slice(0, -12) : withoutId).trim() || name;
}

/** Without what fits at the end, and without the signs before it. */
function dropEnd(name: string, pattern: RegExp): string {
  const at = name.search(pattern);
  return at < 0 ? name : trimEnd(name.slice(0, at), (letter) => " _-".includes(letter));
}

/** An id and not a word: with a digit or a sign, or with a capital letter inside. */
function looksMade(id: string): boolean {
  const hasCapitalInside = id.search(/[A-Z][^A-Z]*$/) > id.search(/[a-z]/) && /[a-z]/.test(id);
  const hasSmallBehind = id.search(/[a-z][^a-z]*$/) > id.search(/[A-Z]{2}/) && /[A-Z]{2}/.test(id);
  return hasCapitalInside || hasSmallBehind || (/\d/.test(id) && /[a-z]/i.test(id));
}

/** yt-dlp writes signs that Windows forbids as wide ones. In a text of wide letters they were there before. */
function restoreSigns(name: string): string {
  if (/[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/u.test(name)) return name;
  const wide: Record<string, string> = {
    "：": ":",
    "？": "?",
    "＂": '"',
    "＊": "*",
    "｜": "|",
    "＜": "<",
    "＞": ">",
    "／": "/",
    "⧸": "/",
    "＼": "\\",
    "⧹": "\\",
  };
  return name.replaceAll(/[：？＂＊｜＜＞／⧸＼⧹]/g, (sign) => wide[sign] ?? sign);
}

/** "Artist - Album - 03 Title", "03 - Title", "03. Title", "03 Title"; and "12 Title" where the folder is numbered. */
function dropNumber(name: string, isNumbered: boolean): string {
  const dash = name.indexOf(" - ", 1);
  const place =
    (dash < 0 ? undefined : [...name.matchAll(/ - \d\d (?=\S)/g)].find(({ index }) => index > dash + 3)) ??
    /^(?:\d-)?(?:0\d|\d\d(?= ?[-.] )) ?[-.]? (?=\S)/.exec(name) ??
    (isNumbered ? /^(?:\d-)?\d{1,3}[ _.-]+(?=\S)/.exec(name) : null);
  return place ? name.slice(place.index + place[0].length) : name;
}

const devices =
  /^(IMG|MVI|DSC|DSCN|DSCF|MOV|MAH|GX|GH|GOPR|GP|G|C|CLIP|DJI|VID|ZOOM|TASCAM|STE|MONO|TRK|video|movie|audio|recording|new recording|untitled|capture|clip|track|output|final|export|sequence)?[-_ ]?\(?[\dE]*\)?([-_][\dE]+)?$/i;

function isDeviceName(name: string): boolean {
  return devices.test(name) && !/^\d{1,5}$/.test(name);
}

function tidyName(text: string): string {
  const spaced = /\s/.test(text) ? text : text.replaceAll(/[_.]+/g, " ");
  const tidy = spaced.replaceAll(/\s+/g, " ");
  return trimEnd(
    trimStart(tidy, (letter) => " -–—_.,".includes(letter)),
    (letter) => " -–—_,".includes(letter),
  );
}

function capitalise(text: string): string {
  return text.replace(/^./, (letter) => letter.toUpperCase());
}
