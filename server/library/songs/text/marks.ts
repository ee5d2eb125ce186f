// What people write behind a title: who played the original, who is a guest, whether it is new, and remarks.
import { toPlain } from "./clock.ts";
import type { Quotes } from "./quotes.ts";

/** What is known while a line is read. */
export interface Surroundings {
  quotes: Quotes;
  /** What the signs at the end of titles mean, such as * or [1]. */
  legend: ReadonlyMap<string, string>;
}

export interface Marks {
  cover?: { artist: string | null };
  guests: string[];
  notes: string[];
  debut: boolean;
  talk: boolean;
  medley: boolean;
}

export function noMarks(): Marks {
  return { guests: [], notes: [], debut: false, talk: false, medley: false };
}

const debut =
  /^(?:(?:live |world |tour |stage |band )*(?:debut|premi[eè]re)|(?:the )?first time(?: (?:ever|played|live|performed|out))*|ftp|new(?: song)?!?|brand new|初披露|新曲)[.!]?$/i;
const talk = /^(?:not a song|talk|talking|spoken|speech|banter|トーク)$/i;
const remark =
  /^(?:(?:solo |semi-|full |partly )?(?:acoustic|electric|instrumental|a ?cappella|unplugged)(?: (?:version|solo))?|(?:on|by) (?:piano|guitar|ukulele|request|demand|bass|organ|synth|banjo)|improv(?:ised?)?|extended(?: version)?|cut(?: off)?|false starts?|restart(?:ed)?|tease[sd]?)$/i;
const remarks = new Set(
  "solo|partial|part|snippet|excerpt|abridged|shortened|short version|long version|slow version|fast version|incomplete|unfinished|aborted|abandoned|with false start|twice|2x|x2|requested|request|fan request|tape|from tape|played from tape|unreleased|by request|reworked|rearranged|demo|弾き語り|アコースティック".split(
    "|",
  ),
);

/** Adds what a remark in brackets says; false when it says nothing that is known. */
export function readMark(marks: Marks, inner: string, quotes: Quotes): boolean {
  const text = inner.trim();
  const plain = toPlain(text);
  if (plain === "") return true;
  if (debut.test(plain)) marks.debut = true;
  else if (talk.test(plain)) marks.talk = true;
  else if (/^medley$/i.test(plain)) marks.medley = true;
  else if (/^note:/i.test(plain) || remarks.has(plain.toLowerCase()) || remark.test(plain))
    marks.notes.push(quotes.restore(text.replace(/^note:\s*/i, "")));
  else return readCover(marks, text, quotes) || readGuest(marks, text, quotes);
  return true;
}

const coverBefore = /^(?:a )?cover(?: of| by|:) ?(.+)$/i;
const original = /^(?:originally by|orig(?:inal)?(?:ly)?\.?(?: by)?:?|by) (.+)$/i;
const coverAfter = /^(.+?)(?: cover(?: version)?| song cover| \(?cover\)?|(?: ?の)? ?カバー|(?: ?の)? ?カヴァー)$/i;

function readCover(marks: Marks, text: string, quotes: Quotes): boolean {
  if (/^(?:a |the )?(?:cover|カバー|カヴァー)(?: song| version)?$/i.test(text)) {
    marks.cover ??= { artist: null };
    return true;
  }
  const [, artist] = coverBefore.exec(text) ?? original.exec(text) ?? coverAfter.exec(text) ?? [];
  if (artist === undefined) return false;
  marks.cover = { artist: quotes.restore(artist.trim()) };
  return true;
}

function readGuest(marks: Marks, text: string, quotes: Quotes): boolean {
  const [, guest] = /^(?:(?:ft|feat)\b\.?|featuring\b|with\b|w\/|mit\b|avec\b|con\b|guests?:) ?(.+)$/i.exec(text) ?? [];
  if (guest === undefined) return false;
  marks.guests.push(quotes.restore(guest.trim()));
  return true;
}

const group = / ?(?:\(([^()]*)\)|\[([^[\]]*)\])$/;
const sign = / ?(?:(\*{1,3}|[†‡§]|[¹²³⁴⁵⁶⁷⁸⁹])|\[(\d{1,2})\])$/;
const openGuest = / (?:ft\.|feat\.|feat |featuring |w\/) ?(?=\S)/gi;
const coverEnd = / cover$/i;
const dash = / [-–—](?= \S)/g;
/** More signs and brackets than this at the end of one title are not remarks. */
const mostMarks = 20;

/** Takes the marks off the end of a title, one after the other, and returns what is left. */
export function takeMarks(marks: Marks, title: string, { quotes, legend }: Surroundings): string {
  let rest = title.trim();
  for (let taken = 0; taken < mostMarks; taken++) {
    const plain = toPlain(rest);
    const footnote = sign.exec(plain);
    const meaning = footnote && legend.get(footnote[0].trim());
    const found = meaning === undefined || meaning === null ? group.exec(plain) : footnote;
    if (!found || found.index === 0) break;
    const inside = rest.slice(found.index).trim().slice(1, -1).trim();
    if (found === footnote) {
      if (!readMark(marks, meaning ?? "", quotes)) marks.notes.unshift(meaning ?? "");
    } else if (!readMark(marks, inside, quotes)) {
      if (found[2] === undefined) break;
      marks.notes.unshift(quotes.restore(inside));
    }
    rest = rest.slice(0, found.index).trim();
  }
  const emoji = /^(.*\S)\s*🆕$/u.exec(rest);
  if (emoji) [rest, marks.debut] = [emoji[1] ?? "", true];
  const guest = [...rest.matchAll(openGuest)].at(-1);
  if (guest && guest.index > 0) {
    marks.guests.push(quotes.restore(rest.slice(guest.index + guest[0].length)));
    rest = takeMarks(marks, rest.slice(0, guest.index), { quotes, legend });
  }
  const artistAt = coverEnd.test(rest) ? [...rest.matchAll(dash)].at(-1)?.index : undefined;
  if (artistAt !== undefined && artistAt > 0) {
    marks.cover = { artist: quotes.restore(rest.slice(artistAt + 3, -" cover".length)) };
    rest = rest.slice(0, artistAt);
  }
  return rest;
}
