// Looks at one line: takes bullets and numbers off, and finds the times at its start and its end.
import { trimEnd } from "#server/text/trim.ts";
import { range, readTime, time, toPlain } from "./clock.ts";
import { takeQuotes, type Quotes } from "./quotes.ts";

export interface Times {
  from: number;
  to: number | null;
}

export interface Line {
  /** Counted from 1. */
  number: number;
  /** The text as it was written, cleaned. */
  text: string;
  quotes: Quotes;
  /** The whole line with a sign for each quoted text, without bullets. */
  whole: string;
  lead: Times | null;
  /** What follows the time at the start, or all of it. */
  rest: string;
  /** A number before the title that may only count the lines, and the rest without it. */
  count: { number: number; rest: string } | null;
  /** A second time right behind the first, and the rest without it. */
  second: { seconds: number; rest: string } | null;
  trail: (Times & { rest: string }) | null;
}

// A line has single blanks only: see clean().
const bullet = /^(?:[-–—*•·●○◦▪▫■□►▶➤»✦✧★☆✅+~] |[•●○◦▪■□►▶➤♪♫✦★☆] ?|🎵 ?|🎶 ?|🎸 ?|🎤 ?|-(?=\d{1,3}:\d))/u;
const surely = /^(?:\((\d{1,3})\)|(\d{1,3})[.)\]]) /;
const named = /^(?:track|song|no\.?|nr\.?) ?(\d{1,3}) ?[:.)\-–—] ?/i;
const sign = /^(?:[①-⑳]|(?:\d\ufe0f?\u20e3)+) ?/u;
const perhaps = /^#?(\d{1,3})(?: ?[-–—:|.)] ?| )(?=\S)/;

const nextTime = new RegExp(String.raw`^(${time})[ |,;]{1,9}(?=\S)`, "i");

export function look(text: string, number: number): Line {
  const quotes = takeQuotes(text);
  const whole = takeOff(unmark(quotes.line).replace(/^\| ?| ?\|$/g, ""));
  const { lead, rest } = takeLead(whole);
  const plain = toPlain(rest);
  const counted = perhaps.exec(plain);
  const next = lead && nextTime.exec(plain);
  return {
    ...{ number, text, quotes, whole, lead, rest },
    count: counted && { number: Number(counted[1]), rest: rest.slice(counted[0].length) },
    second: next && { seconds: readTime(next[1] ?? ""), rest: takeOff(rest.slice(next[0].length)) },
    trail: findTrail(rest),
  };
}

/** Without the signs of Markdown: links around a time, and bold. */
function unmark(text: string): string {
  const unlinked = text.replace(/\[([^[\]]{1,200})\]\(https?:[^()\s]*\)/g, "$1");
  const bold = /\*\*([^*]+\*?)\*\*|__([^_]+)__|`([^`]+)`/g;
  return unlinked.replace(bold, (whole, stars?: string, lines?: string, ticks?: string, at = 0) => {
    const inside = stars ?? lines ?? ticks ?? "";
    const [before, after] = [unlinked.slice(Math.max(0, at - 2), at), unlinked.slice(at + whole.length).slice(0, 2)];
    const isInWord = /[\p{L}\p{N}*]$/u.test(before) || /^[\p{L}\p{N}*]/u.test(after);
    return isInWord || inside.trim() !== inside ? whole : inside;
  });
}

/** Bullets, and numbers that surely only count. */
function takeOff(text: string): string {
  let rest = text.trim();
  for (let tries = 0; tries < 4; tries++) {
    const plain = toPlain(rest);
    const found = [bullet, surely, named, sign].map((one) => one.exec(plain)).find((one) => one !== null);
    if (!found || found[0].length === rest.length) break;
    rest = rest.slice(found[0].length);
  }
  return rest;
}

const leadPattern = new RegExp(
  String.raw`^(?:#?\d{1,3}(?: ?[-–—:|.)] ?| ))?[\[({]? ?${range} ?[\])}]?(?: ?[:|=]{1,9}(?=\s|$)| [-–—~•·,;.]{1,9}(?=\s|$)| ?[-–—|,;]{1,9})? ?`,
  "i",
);
const leadAlone = new RegExp(String.raw`^[\[({]? ?${range}`, "i");

function takeLead(whole: string): { lead: Times | null; rest: string } {
  const plain = toPlain(whole);
  const found = leadPattern.exec(plain);
  // "7 3:45" is a number and a time only if something follows
  if (!found?.groups || (!leadAlone.test(plain) && found[0].length === plain.length))
    return { lead: null, rest: whole };
  const { from = "", to } = found.groups;
  const rest = whole.slice(found[0].length).trim();
  // "0:00 - 4:33" alone is a song called 4:33
  if (rest === "" && to !== undefined) {
    const at = plain.lastIndexOf(to);
    return { lead: { from: readTime(from), to: null }, rest: whole.slice(at, at + to.length) };
  }
  return { lead: { from: readTime(from), to: to === undefined ? null : readTime(to) }, rest: takeOff(rest) };
}

const endPattern = new RegExp(String.raw`(?<=[\s\p{L}\p{N}\p{P}])[\[(]? ?${range} ?[\])]?$`, "iu");

function findTrail(rest: string): Line["trail"] {
  const plain = toPlain(rest);
  const found = endPattern.exec(plain);
  if (!found?.groups) return null;
  const { from = "", to } = found.groups;
  const end = withoutLeader(plain.slice(0, found.index)).length;
  if (end === 0) return null;
  return { from: readTime(from), to: to === undefined ? null : readTime(to), rest: rest.slice(0, end).trim() };
}

/** Without what leads the eye from a title to its time: "Title - 3:45", "Title ..... 3:45", "Title: 3:45". */
function withoutLeader(text: string): string {
  const bare = text.trimEnd();
  const undashed = trimEnd(bare, (letter) => "-–—|@:·,;=~".includes(letter));
  if (undashed !== bare && undashed.endsWith(" ")) return undashed;
  const undotted = trimEnd(bare, (letter) => ".…".includes(letter));
  if (bare.length - undotted.length >= 4 || (undotted !== bare && undotted.endsWith(" "))) return undotted;
  return bare.replace(/[:|@]$/, "");
}
