// One line without its times becomes one or more entries: segues, medleys, talk, and the marks behind a title.
import type { SetListEntry } from "#contract/songs.ts";
import { blankEntry, clean, newSong } from "./entry.ts";
import { noMarks, takeMarks, type Marks, type Surroundings } from "./marks.ts";

const talkWords =
  /^(?:(?:band |crew |member )?(?:introductions?|intros?)|(?:crowd |stage |audience )?(?:banter|talk(?:ing)?|noise|chat(?:ting|ter)?)|tuning(?: up)?|(?:short |set )?break|q ?(?:&|and) ?a|mc ?\d{0,3}|announcements?|(?:stream )?start(?:s|ing)? ?(?:soon)?|sound ?check|pre-?show)[.!]?$/i;
const otherTalk =
  /^(?:outro|interview|applause|intermission|pause|speech|be right back|brb|トーク|休憩|挨拶|告知|멘트|הפסקה)[.!]?$/i;
// not the end of a tag such as <b>
const arrow = String.raw`(?:-{1,2}>|=>|(?<!<[^<>]{0,40})>{1,2}|[→➔⇒➜])`;
const between = new RegExp(String.raw` ${arrow} ?| ?${arrow} | ?(?:->|→|➔|⇒|➜) ?`, "uy");
const atEnd = new RegExp(String.raw` ?${arrow}$`, "u");
const atStart = new RegExp(String.raw`^${arrow} ?`, "u");

interface Titles {
  entries: SetListEntry[];
  /** The line begins with an arrow: the song before it goes into this one. */
  isFromBefore: boolean;
}

/** `isList`: songs may be separated by commas, as behind "Set 1:". */
export function readTitles(text: string, surroundings: Surroundings, { isList }: { isList: boolean }): Titles {
  const started = text.trim();
  const isFromBefore = atStart.test(started) && started.replace(atStart, "") !== "";
  const rest = isFromBefore ? started.replace(atStart, "") : started;
  const groups = isList ? splitOutside(rest, / ?[,、;] ?/uy) : [rest];
  const entries: SetListEntry[] = [];
  for (const group of groups) {
    const endsOpen = atEnd.test(group) && group.replace(atEnd, "") !== "";
    const inner = endsOpen ? group.replace(atEnd, "") : group;
    const titles = isMedley(inner) ? [inner] : splitOutside(inner, between);
    for (const [index, title] of titles.entries()) {
      const entry = readTitle(title, surroundings);
      if (entry) entries.push({ ...entry, segue: index < titles.length - 1 || endsOpen });
    }
  }
  return { entries, isFromBefore };
}

const medley = /^(?:medley|mash-?up|メドレー) ?[:：] ?/i;

function isMedley(text: string): boolean {
  return medley.test(text) || /[([]medley[)\]]/i.test(text);
}

function readTitle(text: string, surroundings: Surroundings): SetListEntry | undefined {
  const { quotes } = surroundings;
  const marks = noMarks();
  const rest = takeMarks(marks, text.replace(medley, ""), surroundings);
  const name = clean(quotes.restore(rest));
  if (name === "") return undefined;
  const entry = { ...blankEntry, debut: marks.debut, guest: join(marks.guests, ", "), note: join(marks.notes, "; ") };
  if (marks.talk || (!quotes.isQuoted(rest) && (talkWords.test(name) || otherTalk.test(name))))
    return { ...entry, talk: name };
  if (!medley.test(text) && !marks.medley) return { ...entry, songs: [newSong(name, marks.cover)] };
  const songs = splitMedley(rest).map((one, index, all) => {
    const own: Marks = noMarks();
    const title = clean(quotes.restore(takeMarks(own, one, surroundings)));
    return newSong(title, own.cover ?? (index === all.length - 1 ? marks.cover : undefined));
  });
  return { ...entry, songs: songs.filter(({ title }) => title !== "") };
}

/** Splits at the first of these that occurs. */
function splitMedley(text: string): string[] {
  for (const separator of [/ [/／] /uy, / ?[/／] ?/uy, / [+＋&] /uy, between, / ?[,、] ?/uy]) {
    const parts = splitOutside(text, separator);
    if (parts.length > 1) return parts;
  }
  return [text];
}

/** Splits only outside of brackets. The separator is sticky. */
function splitOutside(text: string, separator: RegExp): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? "";
    if ("([（【".includes(letter)) depth++;
    else if (")]）】".includes(letter)) depth = Math.max(0, depth - 1);
    if (depth > 0) continue;
    separator.lastIndex = at;
    const match = separator.exec(text);
    if (!match || match[0] === "" || at === from) continue;
    parts.push(text.slice(from, at));
    from = at + match[0].length;
    at = from - 1;
  }
  parts.push(text.slice(from));
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

function join(list: readonly string[], separator: string): string | null {
  return clean(list.join(separator)).slice(0, 500).trim() || null;
}
