// Title and date from the name of a file or a folder, as recorders, downloaders and people write them. Pure.
import { tidyName } from "#contract/text/plain-text.ts";
import { trimEnd, trimStart } from "#server/text/trim.ts";
import { makeMoment, type Moment } from "./moment.ts";
import { findDates, findMadeDate, type NamedDate } from "./name-dates.ts";

export interface Named {
  title: string;
  moment: Moment | undefined;
  /** The name has no title in it: it is a date, a part of something, or a device made it up. */
  isUntitled: boolean;
  /** "part 1", "CD 2", "03": which part it is, but not of what. */
  part: string | undefined;
  /** Somebody should look at it. */
  isTitleGuess: boolean;
  isDateGuess: boolean;
}

interface Place {
  zone: string;
  /** The files of this folder are numbered, so a number at the beginning is not a part of the title. */
  isNumbered?: boolean;
  /** How the names of twitch-dl begin in this folder, as far as they are the same. */
  channel?: string;
}

export function readFileName(fileName: string, place: Place): Named {
  const bare = nameWithoutKind(fileName);
  const clean = tidyName(decode(bare).normalize("NFC")).replaceAll(unseen, "").replaceAll(/\s+/g, " ").trim();
  const isDecoded = decode(bare) !== bare;
  const copied = dropCopy(restoreSigns(clean));
  const { name, isSure } = dropId(copied.name);
  const read = readName(name, place);
  const isTitleGuess = read.isTitleGuess || read.isUntitled || isDecoded || copied.isCopy || !isSure;
  return { ...read, title: tidyName(read.title), isTitleGuess: isTitleGuess || tidyName(read.title) === "" };
}

/** Marks of the direction, and what breaks lines or words without being seen. Joiners of letters stay. */
const unseen = /[\u00ad\u061c\u200b\u200e\u200f\u2060\ufeff]/g;
const kinds = /\.(mp4|m4v|mov|mkv|webm|avi|ts|mpe?g|wav|flac|mp3|m4a|ogg|opus|aac|temp|f\d{2,4})$/i;

function nameWithoutKind(fileName: string): string {
  const name = fileName.slice(Math.max(fileName.lastIndexOf("/"), fileName.lastIndexOf("\\")) + 1);
  const bare = name.replace(/(?<=.)\.(?=[a-z0-9]*[a-z])[a-z0-9]{1,5}$/i, "");
  // show.f137.mp4, show.mkv.mp4
  return bare === name ? name : bare.replace(kinds, "") || bare;
}

/** What a browser or a server wrote as %20, and UTF-8 that some program took for Latin-1. */
function decode(name: string): string {
  try {
    if (/%[0-9a-f]{2}/i.test(name) && !name.includes(" ")) return decodeURIComponent(name);
    if (/^[\0-\xff]+$/.test(name) && /[\xc2-\xf4][\x80-\xbf]/.test(name))
      return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(name, "latin1"));
  } catch {
    // it is only a name with such signs
  }
  return name;
}

/** yt-dlp writes signs that Windows forbids as wide ones. In a text of wide letters they were there before. */
function restoreSigns(name: string): string {
  if (/[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/u.test(name)) return name;
  const [wide, plain] = ["：？＂＊｜＜＞／⧸＼⧹", ':?"*|<>//\\\\'];
  return name.replaceAll(/[：？＂＊｜＜＞／⧸＼⧹]/g, (sign) => plain[wide.indexOf(sign)] ?? sign);
}

const copyBefore = /^(?:copy(?: \(?\d{1,3}\)?)? of|kopie (?:von|van)|copie de|c[oó]pia (?:de|di)|kopia) (?=\S)/i;
const copyBehind = /(?: [-–]|_) ?(?:copy|kopie|copie|c[oó]pia|kopia)(?: ?\(?\d{1,3}\)?)?$| copy(?: \d{1,3})?$/i;

/** "Copy of x", "x - Copy (2)"; and "x (1)", where the number may also mean a part. */
function dropCopy(name: string): { name: string; isCopy: boolean } {
  const without = name.replace(copyBefore, "").replace(copyBehind, "").trim();
  return { name: without || name, isCopy: without !== name || /\(\d{1,2}\)$/.test(name) };
}

/** The id that a downloader puts at the end: [dQw4w9WgXcQ], [v2134567890], (2134567890), -dQw4w9WgXcQ; and a resolution. */
function dropId(name: string): { name: string; isSure: boolean } {
  const withoutSize = dropEnd(name, /[[(]?\b\d{3,4}p\d{0,3}\b[\])]?$/i) || name;
  const withoutNumber = dropEnd(withoutSize.trimEnd(), /[[(](?:v\d{8,}|\d{9,})[\])]$/i).trimEnd();
  const bracketed = /\[([\w-]{11})\]$/.exec(withoutNumber)?.[1] ?? "";
  const withoutId = looksMade(bracketed) ? withoutNumber.slice(0, -13).trimEnd() : withoutNumber;
  const behind = /-([\w-]{11})$/.exec(withoutId)?.[1] ?? "";
  const isMade = looksMade(behind) && /\d/.test(behind) && /[A-Z]/.test(behind);
  const rest = (isMade ? withoutId.slice(0, -12) : withoutId).trim();
  return { name: rest || name, isSure: !isMade };
}

/** Without what fits at the end, and without the signs before it. */
function dropEnd(name: string, pattern: RegExp): string {
  const at = name.search(pattern);
  return at < 0 ? name : trimEnd(name.slice(0, at), (letter) => " _-".includes(letter));
}

/** An id and not a word: with a digit or a sign, or with a capital letter inside. */
function looksMade(id: string): boolean {
  if (/^[A-Za-z]?[a-z]+[-_]?\d{1,4}$|^\d{4}-\d\d-\d\d|^\d+[-_]?[A-Za-z]?[a-z]+$/.test(id)) return false;
  const hasCapitalInside = id.search(/[A-Z][^A-Z]*$/) > id.search(/[a-z]/) && /[a-z]/.test(id);
  const hasSmallBehind = id.search(/[a-z][^a-z]*$/) > id.search(/[A-Z]{2}/) && /[A-Z]{2}/.test(id);
  return hasCapitalInside || hasSmallBehind || (/\d/.test(id) && /[a-z]/i.test(id));
}

/** A name without its ending, copy marks and id. */
function readName(name: string, { zone, isNumbered = false, channel = "" }: Place): Named {
  const nothing = { isUntitled: false, part: undefined, isTitleGuess: false, isDateGuess: false };
  const made = findMadeDate(name, zone);
  if (made) return { ...nothing, title: tidyTitle(name), moment: made, isUntitled: true };
  const twitch = readTwitchDl(name, channel);
  const dates = findDates(name, zone);
  const placed = dates.map((date) => ({ ...date, ...takeOut(name, date) })).toSorted((a, b) => a.rank - b.rank);
  const chosen = placed.find(({ moment }) => moment);
  const days = new Set(placed.map(({ moment }) => moment?.at.toISOString().slice(0, 10)));
  const isDateGuess = days.size > 1 || (chosen ? chosen.isDoubtful || chosen.isDoubtfulPlace : days.size > 0);
  if (twitch) return { ...nothing, title: twitch, moment: chosen?.moment, isTitleGuess: true };
  // Zoom's folders end with the number of the meeting
  const isMeeting = chosen?.moment?.precision === "time" && / \d{9,11}$/.test(chosen.title);
  const raw = chosen ? (isMeeting ? chosen.title.replace(/ \d+$/, "") : chosen.title) : name;
  const title = tidyTitle(dropNumber(raw, isNumbered)) || tidyTitle(raw);
  const part = readPart(title);
  // what is left of "2024-05-01 21-30-15 (2)" or of "2024-05-01 21-30-15-vertical" is not a title
  const isRest =
    chosen !== undefined && (/^(\(?\d{1,2}\)?|vertical)?$/i.test(title) || (isDeviceName(title) && !/^\d/.test(title)));
  const isUntitled = isRest || part !== undefined || (!chosen && isDeviceName(name));
  const isTitleGuess = isUntitled || isWorking(title) || isMeeting || isDateGuess || (chosen?.isTitleGuess ?? false);
  const year = chosen || dates.length > 0 ? undefined : readYear(name, zone);
  if (year) return { ...nothing, ...year, isTitleGuess: isTitleGuess, part, isUntitled };
  return {
    title: isRest ? tidyTitle(name) : title || tidyTitle(name),
    moment: chosen?.moment,
    isUntitled,
    part,
    isTitleGuess,
    isDateGuess,
  };
}

/** 2022-01-07_1255522958_channel_title_in_small_letters: where the channel ends is known only from other names. */
function readTwitchDl(name: string, channel: string): string | undefined {
  const slug = twitchSlug(name);
  if (slug === undefined) return undefined;
  const isKnown = channel !== "" && slug.startsWith(`${channel}_`);
  const title = isKnown ? slug.slice(channel.length + 1) : slug.slice(slug.indexOf("_") + 1);
  return title
    .replaceAll("_", " ")
    .trim()
    .replace(/^./u, (letter) => letter.toUpperCase());
}

function twitchSlug(name: string): string | undefined {
  const [day = "", id = "", ...words] = name.split("_");
  const isMade = /^\d{4}-\d\d-\d\d$/.test(day) && /^\d{6,20}$/.test(id) && /^[a-z0-9_]+$/.test(words.join("_"));
  return isMade && words.length > 1 ? words.join("_") : undefined;
}

/** The words with which all names of twitch-dl in a folder begin. */
export function findChannel(names: readonly string[]): string {
  const slugs = [...new Set(names.flatMap((name) => twitchSlug(nameWithoutKind(name)) ?? []))].map((one) =>
    one.split("_"),
  );
  const [first = [], ...others] = slugs;
  const same = first.findIndex((word, at) => others.some((one) => one[at] !== word));
  return others.length === 0 ? "" : first.slice(0, Math.max(0, same)).join("_");
}

interface TakenOut {
  title: string;
  isTitleGuess: boolean;
  isDoubtfulPlace: boolean;
  /** The better it stands, the smaller. */
  rank: number;
}

/** What the title is without the date. */
function takeOut(name: string, { from, to, moment, isDoubtful }: NamedDate): TakenOut {
  const [left, right] = [name.slice(0, from), name.slice(to)];
  const isInBrackets = /[[(]$/.test(left) && /^[\])]/.test(right);
  const before = isInBrackets || /[[(]$/.test(left) ? left.slice(0, -1) : left;
  const after = isInBrackets || /^[\])]/.test(right) ? right.slice(1) : right;
  const [head, tail] = [trimGap(before), trimGap(after)];
  // 11.-12.08.2018, 2018-08-11 - 12
  const isRange = moment?.precision === "day" && (/\d\.?\s?[-–+&]\s?$/.test(before) || /^\s?[-–+&]\s?\d/.test(after));
  const sure = { isTitleGuess: isRange, isDoubtfulPlace: isRange };
  const whole = { title: name, isTitleGuess: true, isDoubtfulPlace: false };
  const vague = moment && moment.precision !== "day" && moment.precision !== "time" ? 10 : isDoubtful ? 5 : 0;
  if (head === "" || tail === "") {
    if (before !== "" && !/[\s_.,–—-]$/.test(before)) return { ...whole, rank: vague + 4 };
    if (after !== "" && !/^[\s_.,–—-]/.test(after) && !isInBrackets) return { ...whole, rank: vague + 4 };
    const title = tail || head.replace(/ (?:am|vom|den|du|le|on|from|of|del|el|il|op|em)$/, "");
    const taken = { title, ...sure, isTitleGuess: isRange || (tail === "" && title !== head), rank: vague };
    return /^\[\d{1,2}-\d{1,2}-\d\d\]$/.test(name.slice(from, to)) ? dropChannel(taken) : taken;
  }
  // channel - 2024-05-01 - Title
  if (/^[a-z0-9_]{3,25} [-–—_] $/.test(before) && /^ [-–—_] /.test(after))
    return { title: tail, ...sure, isTitleGuess: true, rank: vague };
  if (isInBrackets && before.endsWith(" "))
    return { title: `${before.trimEnd()} ${after.trimStart()}`, ...sure, rank: vague + 1 };
  const isApart = /[\s,_.–—-]$/.test(before) && /^[\s,_.–—-]/.test(after);
  if (!isApart || vague >= 10) return { ...whole, isTitleGuess: !isApart || vague < 10, rank: vague + 4 };
  const isDash = / [-–—] $/.test(before) && /^ [-–—] /.test(after);
  // Late.Show.2024.05.01.1080p.WEB
  const isDotted = !name.includes(" ");
  return {
    title: `${head}${isDash ? " - " : " "}${tail}`,
    ...sure,
    isTitleGuess: isRange || isDash || isDotted,
    rank: vague + 2,
  };
}

/** TwitchDownloader: [5-1-24] channel - Title. A name of several words may also be the beginning of the title. */
function dropChannel(taken: TakenOut): TakenOut {
  const end = taken.title.indexOf(" - ", 1);
  const channel = taken.title.slice(0, Math.max(0, end));
  return { ...taken, title: taken.title.slice(end < 0 ? 0 : end + 3), isTitleGuess: end < 0 || /\s/.test(channel) };
}

/** "Title (2019)", and with doubt "2019 Title", "Title 2019". */
function readYear(name: string, zone: string): Pick<Named, "title" | "moment" | "isDateGuess"> | undefined {
  const [inBrackets, said] = /[ _]\(((?:19|20)\d\d)\)$/.exec(name) ?? [];
  const moment = said === undefined ? undefined : makeMoment({ year: said }, zone);
  if (moment) return { title: tidyTitle(name.slice(0, -(inBrackets ?? "").length)), moment, isDateGuess: false };
  const bare = /^((?:19|20)\d\d)(?=[ _](?:- )?\p{L})|(?<=\p{L},?[ _](?:- )?)(?:19|20)\d\d$/u.exec(name)?.[0];
  const doubtful = bare === undefined ? undefined : makeMoment({ year: bare }, zone);
  return doubtful && { title: tidyTitle(name), moment: doubtful, isDateGuess: true };
}

const isGap = (letter: string) => " _.,–—-".includes(letter);

function trimGap(text: string): string {
  return trimEnd(trimStart(text, isGap), isGap);
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

const parts =
  /^(?:(?:part|teil|partie|parte|deel|del|set|disc|disk|cd|dvd|side|seite|reel|tape|vol|volume|track|tr|act|pt|chapter|kapitel|take|d)[ _.-]?\(?[\dIVab]{1,4}\)?[ _-]?(?:t(?:rack)?[ _-]?\d{1,3})?|\d{1,3}|t\d{1,3})$/i;

function readPart(title: string): string | undefined {
  if (!parts.test(title) || title.length > 20) return undefined;
  return title.replace(/^([a-z]{2,})[ _.-]*(?=\d)/i, "$1 ").trim();
}

/** What devices and programs call their files, without numbers and signs. */
const devices = new Set(
  `img, img e, mvi, dsc, dscn, dscf, mov, mah, gx, gh, gopr, gp, gl, g, c, clip, dji, vid, zoom, zoom tr, zoom lr, tascam, tascam s,
  ste, mono, trk, r, dm, ds, dr, p, maq, audio, video, movie, recording, new recording, untitled, capture, track, output, final,
  export, sequence, timeline, master, mix, mixdown, bounce, render, project, untitled project, stereo out, standard, stream, voice,
  voice memo, memo, video ts, screen, screenrecorder, screen recorder, screen recording, screenrecording, audio recording, video recording,
  replay, bildschirmaufnahme, enregistrement de l’écran, grabación de pantalla, registrazione schermo, whatsapp video, whatsapp audio,
  neue aufnahme, aufnahme, sprachmemo, nouvel enregistrement, enregistrement, nueva grabación, grabación, nuova registrazione,
  registrazione, nieuwe opname, opname, gravação, nova gravação`.split(/,\s+/),
);

function isDeviceName(name: string): boolean {
  const letters = name
    .toLowerCase()
    .replaceAll(/[\d\s_()-]+/g, " ")
    .trim();
  return devices.has(letters) || (letters === "" && /\d/.test(name) && !/^\d{4,5}$/.test(name));
}

/** The words of somebody who still works on it, and of those who share files. */
const working = new Set(
  "mix bounce master final export render premaster mixdown bip rev edit v take tmp x h web webrip hdtv aac sbd aud flac".split(
    " ",
  ),
);

function isWorking(title: string): boolean {
  const words = title
    .toLowerCase()
    .split(/[ _.()-]/)
    .filter(Boolean);
  return words
    .slice(1)
    .slice(-4)
    .some((word) => working.has(word.replace(/\d{1,4}$/, "")));
}

function tidyTitle(text: string): string {
  const spaced = /\s/.test(text) ? text : text.replaceAll(/[_.]+/g, " ");
  const tidy = spaced.replaceAll(/\s+/g, " ");
  return trimEnd(
    trimStart(tidy, (letter) => " -–—_.,".includes(letter)),
    (letter) => " -–—_,".includes(letter),
  );
}
