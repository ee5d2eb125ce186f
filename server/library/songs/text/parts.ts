// Headings of a set list: Set 1, Encore, Soundcheck and their like, alone or with songs behind them.
import { trimEnd, trimStart } from "#server/text/trim.ts";
import { toPlain } from "./clock.ts";

const numbers: Record<string, number> = {
  ...{ one: 1, two: 2, three: 3, four: 4, five: 5, i: 1, ii: 2, iii: 3, iv: 4, v: 5 },
  ...{ first: 1, second: 2, third: 3, fourth: 4, "1st": 1, "2nd": 2, "3rd": 3, "4th": 4 },
};
const number = String.raw`\d{1,2}|one|two|three|four|five|iii|ii|iv|i|v`;
const ordinal = "first|second|third|fourth|1st|2nd|3rd|4th";

const end = String.raw`(?<more> ?[:!]+ ?| [-–—] | ?$)`;
const setHeading = new RegExp(String.raw`^(set|disc|disk|cd) ?#?(${number})${end}`, "i");
const countedHeading = new RegExp(String.raw`^(${ordinal}) (set|encore)${end}`, "i");
const encoreHeading = new RegExp(String.raw`^encore ?#?(${number})?${end}`, "i");
const foreignHeading = new RegExp(
  String.raw`^(zugaben?|rappel|bis|アンコール|ダブルアンコール|第[0-9一二三]部|セット ?[0-9]|הדרן|앵콜|앙코르)${end}`,
  "i",
);

interface Part {
  /** Null for a heading that ends a part. */
  name: string | null;
  /** What follows on the same line. */
  rest: string;
}

const isOpening = (letter: string) => "-–—=*_~# [【".includes(letter);
const isClosing = (letter: string) => "-–—=*_~# ]】".includes(letter);

/** Undefined when the line is not a heading. `hasTime`: there was a time before it. */
export function readPart(line: string, hasTime: boolean): Part | undefined {
  const plain = toPlain(line);
  const isDecorated =
    /^#{1,6} \S/.test(plain) || (/^(?:[-–—=*_~]{2} ?|\[ ?)\S/.test(plain) && /[-–—=*_~\]]$/.test(plain));
  const text = isDecorated ? trimEnd(trimStart(line, isOpening), isClosing) : line;
  const known = readKnown(text, { isDecorated, hasTime });
  if (known || hasTime) return known;
  if (isDecorated && text !== "" && text.length <= 60 && !/^\W*$/u.test(text.replace(/\p{L}/gu, "x")))
    return { name: text.replace(/ ?[:：]$/, ""), rest: "" };
  const [, title] = /^([^\s:：].{0,39}?) ?[:：]$/u.exec(text) ?? [];
  return title && title.split(" ").length <= 4 ? { name: title, rest: "" } : undefined;
}

function readKnown(
  text: string,
  { isDecorated, hasTime }: { isDecorated: boolean; hasTime: boolean },
): Part | undefined {
  const plain = toPlain(text);
  const take = (found: RegExpExecArray, name: string): Part => ({ name, rest: text.slice(found[0].length).trim() });

  const set = setHeading.exec(plain);
  if (set) return take(set, `${/^set/i.test(set[1] ?? "") ? "Set" : "Disc"} ${toNumber(set[2])}`);
  const counted = countedHeading.exec(plain);
  if (counted) return take(counted, nameCounted(counted[2], toNumber(counted[1])));
  const encore = encoreHeading.exec(plain);
  if (encore) return take(encore, nameCounted("encore", toNumber(encore[1] ?? "1")));
  const short = /^E([123])?: ?/.exec(plain);
  if (short) return take(short, nameCounted("encore", Number(short[1] ?? 1)));
  const foreign = foreignHeading.exec(plain);
  if (foreign) return take(foreign, text.slice(0, foreign[1]?.length));
  const named = /^(sound ?check|pre-?show|after-?show|main set|acoustic set)( ?[:!] ?| ?$)/i.exec(plain);
  if (named && (!hasTime || isDecorated || named[2]?.includes(":"))) return take(named, nameNamed(named[1] ?? ""));
  if (/^no part:$/i.test(plain)) return { name: null, rest: "" };
  const free = /^part: ?(\S.*)$/i.exec(plain);
  return free && !hasTime ? { name: text.slice(text.length - (free[1]?.length ?? 0)), rest: "" } : undefined;
}

function toNumber(text = ""): number {
  return numbers[text.toLowerCase()] ?? Number(text);
}

function nameCounted(what = "", count: number): string {
  if (/^set$/i.test(what)) return `Set ${count}`;
  return count === 1 ? "Encore" : `Encore ${count}`;
}

function nameNamed(text: string): string {
  const lower = text.toLowerCase();
  if (lower.startsWith("sound")) return "Soundcheck";
  if (lower.startsWith("pre")) return "Pre-show";
  if (lower.startsWith("after")) return "After-show";
  return lower.replace(/^./, (letter) => letter.toUpperCase());
}
