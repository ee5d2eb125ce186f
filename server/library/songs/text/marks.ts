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
  /^(?:note:.*|(?:solo |semi-|full |partly )?(?:acoustic|electric|instrumental|a ?cappella|unplugged)(?: (?:version|solo))?|solo|(?:on|by) (?:piano|guitar|ukulele|request|demand|bass|organ|synth|banjo)|partial|part|snippet|tease[sd]?|excerpt|abridged|shortened|short version|extended(?: version)?|long version|slow version|fast version|incomplete|unfinished|aborted|abandoned|cut(?: off)?|false starts?|with false start|restarted?|twice|2x|x2|requested|request|fan request|tape|from tape|played from tape|unreleased|improvised?|improv|by request|reworked|rearranged|demo|弾き語り|アコースティック)$/i;

/** Adds what a remark in brackets says; false when it says nothing that is known. */
export function readMark(marks: Marks, inner: string, quotes: Quotes): boolean {
  const text = inner.trim();
  const plain = toPlain(text);
  if (plain === "") return true;
  if (debut.test(plain)) marks.debut = true;
  else if (talk.test(plain)) marks.talk = true;
  else if (/^medley$/i.test(plain)) marks.medley = true;
  else if (remark.test(plain)) marks.notes.push(quotes.restore(text.replace(/^note:\s*/i, "")));
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

const group = /\s*(?:\(([^()]*)\)|\[([^[\]]*)\])$/;
const sign = /\s*(?:(\*{1,3}|[†‡§]|[¹²³⁴⁵⁶⁷⁸⁹])|\[(\d{1,2})\])$/;
const openGuest = /^(.*\S)\s+(?:ft\.|feat\.?|featuring|w\/)\s*(\S.*)$/i;
const dashCover = /^(.*\S) [-–—] (\S.*?) cover$/i;

/** Takes the marks off the end of a title, one after the other, and returns what is left. */
export function takeMarks(marks: Marks, title: string, { quotes, legend }: Surroundings): string {
  let rest = title.trim();
  for (;;) {
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
  const guest = openGuest.exec(rest);
  if (guest) {
    marks.guests.push(quotes.restore(guest[2] ?? ""));
    rest = takeMarks(marks, guest[1] ?? "", { quotes, legend });
  }
  const cover = dashCover.exec(rest);
  if (cover) {
    marks.cover = { artist: quotes.restore(cover[2] ?? "") };
    rest = cover[1] ?? "";
  }
  return rest;
}
