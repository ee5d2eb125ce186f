// How recorders, downloaders and people write dates into file names, as patterns. The first that fits is used. Pure.

import { trimEnd, trimStart } from "#server/text/trim.ts";
import type { DateGroups } from "./moment.ts";

export interface Shape {
  pattern: RegExp;
  /** The time is in UTC; otherwise it is local. */
  isUtc?: boolean;
  /** There is no title in such a name: a device made it. */
  isUntitled?: boolean;
}

const day = "(?<year>(?:19|20)\\d\\d)[-_.]?(?<month>\\d\\d)[-_.]?(?<day>\\d\\d)";
/** 01.05.2024: with dots the day comes first everywhere. */
const dotted = "(?<day>\\d{1,2})\\.\\s?(?<month>\\d{1,2})\\.\\s?(?<year>(?:19|20)\\d\\d)";
const names = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec";
const month = `(?<monthName>${names})[a-z]{0,6}`;
const dayName = `(?<day>\\d{1,2})(?:st|nd|rd|th)?[ _.-]{1,3}${month}[ _.,-]{1,3}(?<year>(?:19|20)\\d\\d)`;
const nameDay = `${month}[ _.]{1,3}(?<day>\\d{1,2})(?:st|nd|rd|th)?,?[ _.]{1,3}(?<year>(?:19|20)\\d\\d)`;
const half = "(?:[\\s\\u202f]?(?<half>[ap])\\.?m\\b\\.?)?";
const time = `(?<hour>\\d\\d?)[-_.:h：](?<minute>\\d\\d)(?:[-_.:m：](?<second>\\d\\d))?s?(?!\\d)${half}`;
const solidTime = "(?<hour>\\d\\d)(?<minute>\\d\\d)(?<second>\\d\\d)?(?:\\d{3})?(?!\\d)";
const between = "(?:[T _-]{1,3}| (?:at|um|om|à|a las|alle|kl\\.?) )";
const shape = (pattern: string, more: Omit<Shape, "pattern"> = {}): Shape => ({
  pattern: new RegExp(pattern, "i"),
  ...more,
});

/** Names that programs and devices make by themselves. */
const made: readonly Shape[] = [
  // twitch-dl: 2022-01-07_1255522958_channel_title_in_small_letters
  shape(`^${day}_\\d{6,}_(?<channel>[a-z0-9]+)_(?<slug>[a-z0-9_]+)$`),
  // TwitchDownloader: [5-1-24] channel - Title
  shape("^\\[(?<month>\\d{1,2})-(?<day>\\d{1,2})-(?<shortYear>\\d\\d)\\]\\s(?:(?<channel>\\S+)\\s-\\s)?(?<title>.+)$"),
  // Google's phones and Zoom's cloud write UTC
  shape(`^PXL_${day}_${solidTime}.*$`, { isUtc: true, isUntitled: true }),
  shape(`^GMT${day}-${solidTime}_Recording.*$`, { isUtc: true, isUntitled: true }),
  // phones, cameras, drones: VID_20240501_213015, DJI_20240501213015_0001_D, WIN_20240501_21_30_15_Pro
  shape(
    `^(?:VID|MOV|AUD|REC|PXL|DJI|CAM|MVI|VIDEO|VOICE|SL_MO_VID|Screen_?Recording|Record)[-_ ]?${day}[-_]?${solidTime}.{0,12}$`,
    {
      isUntitled: true,
    },
  ),
  shape(`^WIN_${day}_${time}.{0,8}$`, { isUntitled: true }),
  shape(`^(?:VID|AUD|PTT)-${day}-WA\\d+$`, { isUntitled: true }),
  shape(`^signal-${day}-(?:${solidTime}|(?:\\d\\d-){3}.*)`, { isUntitled: true }),
  // of screens: Screen Recording 2024-05-01 at 9.30.15 PM, ScreenRecording_05-01-2024 21-30-15_1, RPReplay_Final1714591815
  shape(`^(?:Screen ?Recording|Bildschirmaufnahme|WhatsApp Video|Replay|Zoom)[\\s_-]${day}${between}${time}.{0,8}$`, {
    isUntitled: true,
  }),
  shape(`^ScreenRecording_(?<month>\\d\\d)-(?<day>\\d\\d)-(?<year>\\d{4})\\s${time}.{0,4}$`, { isUntitled: true }),
  shape("^RPReplay_Final(?<seconds>\\d{10})$", { isUntitled: true }),
  // sound recorders: 240501-213015, 240501_0012
  shape(`^(?<shortYear>\\d\\d)(?<month>\\d\\d)(?<day>\\d\\d)[-_](?<hour>\\d\\d)(?<minute>\\d\\d)(?<second>\\d\\d)$`, {
    isUntitled: true,
  }),
  shape("^(?<shortYear>\\d\\d)(?<month>\\d\\d)(?<day>\\d\\d)[-_]\\d{3,4}$", { isUntitled: true }),
];

// Names that somebody chose: the date may be anywhere. A name has single blanks.
const within = (pattern: string) => new RegExp(`(?<!\\d)${pattern}(?!\\d)`, "gi");
const datesWithTimes = [
  `${day}${between}(?:${time}|${solidTime})(?<zone>Z)?`,
  `${day}(?=\\d{4})${solidTime}(?<zone>Z)?`,
];
const kinds = [
  ...datesWithTimes.map((pattern) => ({ pattern: within(pattern), isTimed: true })),
  ...[day, dotted, dayName, nameDay].map((pattern) => ({ pattern: within(pattern), isTimed: false })),
];

interface Around {
  before: string;
  after: string;
  isInBrackets: boolean;
}

/** What the title is when the date stands like this; undefined when it does not. */
type Place = (around: Around) => { title: string; rest?: string } | undefined;

const atStart: Place = ({ before, after }) => (before === "" ? { title: trimGap(after) } : undefined);
/** channel - 2024-05-01 - Title */
const behindChannel: Place = ({ before, after }) =>
  /^[^\d[(]{1,40} [-–—_] $/.test(before) && trimGap(after) !== "" ? { title: trimGap(after) } : undefined;
const atEnd: Place = ({ before, after }) =>
  after === "" && trimGap(before) !== "" ? { title: trimGap(before) } : undefined;
/** Title (2024-05-01) more of the title */
const inBrackets: Place = ({ before, after, isInBrackets }) =>
  isInBrackets && before.length > 1 && before.endsWith(" ") && after !== ""
    ? { title: before.trimEnd(), rest: after.trimStart() }
    : undefined;

const isGap = (letter: string) => " _.,–—-".includes(letter);

function trimGap(text: string): string {
  return trimEnd(trimStart(text, isGap), isGap);
}

/** Each way to read a date in the name, the most likely one first. */
export function* findDates(name: string): Generator<[DateGroups, Shape]> {
  for (const one of made) {
    const groups = one.pattern.exec(name)?.groups;
    if (groups) yield [groups, one];
  }
  for (const { pattern, isTimed } of kinds) {
    const found = [...name.matchAll(pattern)];
    for (const place of isTimed ? [atStart, behindChannel, atEnd] : [behindChannel, atStart, atEnd, inBrackets])
      for (const one of found) {
        const said = place(lookAround(name, one.index, one.index + one[0].length));
        if (said) yield [{ ...one.groups, ...said }, { pattern }];
      }
  }
  // First part of the title 2024-05-01 and its rest
  for (const one of name.matchAll(/(?<=[ ,–—-])(?<year>(?:19|20)\d\d)-(?<month>\d\d)-(?<day>\d\d)(?=[ ,–—-])/g)) {
    const [title, rest] = [name.slice(0, one.index), name.slice(one.index + one[0].length)].map(trimGap);
    if (title && rest) yield [{ ...one.groups, title, rest }, { pattern: yearAlone }];
  }
  const alone = yearAlone.exec(name);
  if (alone && alone.index > 0) yield [{ ...alone.groups, title: name.slice(0, alone.index) }, { pattern: yearAlone }];
}

/** Title (2019) */
const yearAlone = /[ _]\((?<year>(?:19|20)\d\d)\)$/;

function lookAround(name: string, from: number, to: number): Around {
  const [before, after] = [name.slice(0, from), name.slice(to)];
  const [isOpen, isClosed] = [/[[(]$/.test(before), /^[\])]/.test(after)];
  return {
    before: isOpen ? before.slice(0, -1) : before,
    after: isClosed ? after.slice(1) : after,
    isInBrackets: isOpen && isClosed,
  };
}

/** 01 for January. */
export function monthOf(name: string): string {
  return String(names.split("|").indexOf(name.slice(0, 3).toLowerCase()) + 1).padStart(2, "0");
}
