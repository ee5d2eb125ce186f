// Dates as recorders, downloaders and people of several languages write them into names. Pure.
import { fold } from "#contract/search/fold.ts";
import { makeMoment, readTimestamp, type DateGroups, type Moment } from "./moment.ts";

export interface NamedDate {
  from: number;
  to: number;
  /** Undefined when it is a date that nobody can believe, or read in one way only. */
  moment: Moment | undefined;
  /** It may be another date, or none. */
  isDoubtful: boolean;
}

interface Shape {
  pattern: RegExp;
  /** The time is in UTC; otherwise it is local. */
  isUtc?: boolean;
  isDoubtful?: boolean;
}

const year = "(?<year>(?:19|20)\\d\\d)";
const day = `${year}(?<sign>[-_.]?)(?<month>\\d\\d)(?<other>[-_.]?)(?<day>\\d\\d)`;
const half = "(?:[\\s\\u202f]?(?<half>[ap])\\.?m\\b\\.?)?";
const time = `(?<hour>\\d\\d?)[-_.:h：](?<minute>\\d\\d)(?:[-_.:m：](?<second>\\d\\d)(?:[.,]\\d{1,6})?)?s?(?!\\d)${half}`;
const solidTime =
  "(?<hour>\\d\\d)(?<minute>\\d\\d)(?<second>\\d\\d)?(?:\\d{3})?(?!\\d)(?<zone>Z|[+-]\\d\\d:?\\d\\d(?!\\d))?";
const shortDay = "(?<shortYear>\\d\\d)(?<month>\\d\\d)(?<day>\\d\\d)";
const between = "(?:[T _-]{1,3}|,? (?:(?:at|um|om|à|a las|alle|kl\\.?) )?)";
const ending = "(?:st|nd|rd|th|er|º|ª|\\.)?";
const monthName = "(?<monthName>\\p{L}{3,14})";

/** Names that programs and devices make by themselves: there is no title in them. */
const made: readonly Shape[] = [
  // Google's phones and Zoom's cloud write UTC
  { pattern: new RegExp(`^PXL_${day}_${solidTime}`, "i"), isUtc: true },
  { pattern: new RegExp(`^GMT${day}-${solidTime}_Recording`, "i"), isUtc: true },
  // phones, cameras, drones, screens: VID_20240501_213015, DJI_20240501213015_0001_D, WIN_20240501_21_30_15_Pro
  {
    pattern: new RegExp(
      `^(?:S?VID|MOV|AUD|REC|DJI|CAM|MVI|VIDEO|VOICE|SL_MO_VID|Screen|Record)[-_ ]?${day}[-_]?${solidTime}.{0,12}$`,
      "i",
    ),
  },
  { pattern: new RegExp(`^(?:dji_fly|Screen_?Recording)[_-]${day}_${solidTime}`, "i") },
  { pattern: new RegExp(`^WIN_${day}_${time}.{0,8}$`, "i") },
  { pattern: new RegExp(`^(?:VID|AUD|PTT)-${day}-WA\\d+$`, "i") },
  { pattern: new RegExp(`^signal-${day}-(?:${solidTime}|${time})`, "i") },
  {
    pattern: new RegExp(`^ScreenRecording_(?<month>\\d\\d)-(?<day>\\d\\d)-(?<year>\\d{4})\\s${time}.{0,4}$`, "i"),
  },
  { pattern: /^RPReplay_Final(?<seconds>\d{10})$/i },
  // sound recorders: 240501-213015, 240501_0012; a digital audio workstation: 01-240501_2130
  {
    pattern: new RegExp(`^(?:Voice )?${shortDay}[-_](?<hour>\\d\\d)(?<minute>\\d\\d)(?<second>\\d\\d)$`, "i"),
  },
  { pattern: new RegExp(`^(?:\\d\\d-)?${shortDay}[-_]\\d{3,4}$`) },
];

const within = (pattern: string) => new RegExp(`(?<!\\d)${pattern}(?!\\d)`, "giu");
/** Names that somebody chose: the date may be anywhere. A name has single blanks. The most exact ones come first. */
const anywhere: readonly Shape[] = [
  // TwitchDownloader: [5-1-24]
  { pattern: /^\[(?<month>\d{1,2})-(?<day>\d{1,2})-(?<shortYear>\d\d)\](?=\s)/g },
  { pattern: within(`${day}${between}(?:${time}(?<zone>Z)?|${solidTime})`) },
  { pattern: within(`${day}(?=\\d{4})${solidTime}`) },
  { pattern: within(day) },
  { pattern: within(`${year}年(?<month>\\d{1,2})月(?<day>\\d{1,2})日`) },
  // with dots the day comes first everywhere but in America
  {
    pattern: within(
      `(?<first>\\d{1,2})(?<sign>[-_./]) ?(?<next>\\d{1,2})(?<other>[-_./]) ?${year}(?:${between}${time})?`,
    ),
  },
  {
    pattern: within(
      `(?<day>\\d{1,2})${ending}[ _.-]{1,3}(?:de |of |d['’])?${monthName}\\.?[ _.,-]{1,3}(?:del? )?${year}`,
    ),
  },
  { pattern: within(`(?<!\\p{L})${monthName}\\.?[ _.]{1,3}(?<day>\\d{1,2})${ending},?[ _.]{1,3}${year}`) },
  { pattern: within(`(?<!\\p{L})(?<!\\d[ ._,-]{0,3})${monthName}\\.?[ _.-]{1,2}(?:de )?${year}`) },
  { pattern: within(`${year}年(?<month>\\d{1,2})月`) },
  { pattern: within(`(?<![-_.])${year}[-_.](?<month>\\d\\d)(?![-_.]\\d)`), isDoubtful: true },
  // 24-05-01, 01.05.24; and 240501 at the beginning
  { pattern: within("(?<shortYear>\\d\\d)(?<sign>-)(?<month>\\d\\d)(?<other>-)(?<day>\\d\\d)"), isDoubtful: true },
  { pattern: within("(?<day>\\d\\d)(?<sign>\\.)(?<month>\\d\\d)(?<other>\\.)(?<shortYear>\\d\\d)"), isDoubtful: true },
  { pattern: new RegExp(`^${shortDay}(?=[ _-])`, "g"), isDoubtful: true },
];

/** The whole name is what a device made of a date. */
export function findMadeDate(name: string, zone: string): Moment | undefined {
  for (const one of made) {
    const groups = one.pattern.exec(name)?.groups;
    const moment = groups && readGroups(groups, one, zone);
    if (moment) return moment;
  }
  return undefined;
}

/** All dates in a name, the most exact ones first. */
export function findDates(name: string, zone: string): NamedDate[] {
  const found: NamedDate[] = [];
  const wrong: NamedDate[] = [];
  const meets = (one: NamedDate, other: NamedDate) => one.from < other.to && other.from < one.to;
  for (const shape of anywhere)
    for (const { index: from, 0: text, groups = {} } of name.matchAll(shape.pattern)) {
      if (groups["sign"] !== groups["other"]) continue;
      if (groups["monthName"] !== undefined && monthOf(groups) === undefined) continue;
      const moment = readGroups(groups, shape, zone);
      // eight digits within a name may be any number
      const isNumber = /^\d{8}$/.test(text) && /[^[(]$/.test(name.slice(0, from));
      const isDoubtful = isNumber || (shape.isDoubtful ?? false);
      const one = { from, to: from + text.length, moment, isDoubtful };
      if (!found.some((known) => meets(known, one))) (moment ? found : wrong).push(one);
    }
  return [...found, ...wrong.filter((one) => !found.some((known) => meets(known, one)))];
}

function readGroups(groups: DateGroups, { isUtc }: Shape, zone: string): Moment | undefined {
  if (groups["seconds"] !== undefined) return readTimestamp(Number(groups["seconds"]));
  if (groups["first"] !== undefined) return readOrder(groups, zone);
  const { shortYear } = groups;
  const isLastCentury = Number(shortYear) > new Date().getUTCFullYear() % 100;
  const full = shortYear === undefined ? groups["year"] : `${isLastCentury ? 19 : 20}${shortYear}`;
  const month = groups["monthName"] === undefined ? groups["month"] : monthOf(groups);
  // 2010-11 is two years
  if (!groups["day"] && !groups["monthName"] && Number(month) === (Number(full) % 100) + 1)
    return makeMoment({ year: full }, zone);
  return makeMoment({ ...groups, year: full, month, zone: isUtc ? "Z" : groups["zone"] }, zone);
}

/** 5/6/2024 is two dates: only its year is known. */
function readOrder(groups: DateGroups, zone: string): Moment | undefined {
  const { first, next, sign, year: full } = groups;
  const dayFirst = makeMoment({ ...groups, month: next, day: first }, zone);
  const monthFirst = makeMoment({ ...groups, month: first, day: next }, zone);
  const isDayFirst = sign === "." && !zone.startsWith("America/");
  if (!dayFirst || !monthFirst || first === next || isDayFirst) return dayFirst ?? monthFirst;
  return makeMoment({ year: full }, zone);
}

let monthNames: ReadonlyMap<string, string> | undefined;

/** 01 for January, in any of the languages. */
function monthOf({ monthName: name = "" }: DateGroups): string | undefined {
  monthNames ??= listMonthNames();
  return monthNames.get(fold(name));
}

/** Two languages may mean two months by one name: such a name is none. */
function listMonthNames(): ReadonlyMap<string, string> {
  const languages = "en de fr es it pt nl sv da nb fi pl cs sk hu ro tr ru uk el".split(" ");
  const names = new Map<string, string>();
  for (const language of languages)
    for (let month = 0; month < 12; month += 1) {
      const at = Date.UTC(2024, month, 1);
      const say = (options: Intl.DateTimeFormatOptions) =>
        new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" })
          .formatToParts(at)
          .find(({ type }) => type === "month")?.value ?? "";
      // short ones of other languages are words of English: set, out
      const short = ["en", "de", "fr"].includes(language) ? [say({ month: "short" })] : [];
      for (const one of [say({ month: "long" }), say({ month: "long", day: "numeric" }), ...short]) {
        const name = fold(one).replaceAll(".", "");
        const number = String(month + 1).padStart(2, "0");
        names.set(name, (names.get(name) ?? number) === number ? number : "");
      }
    }
  names.set("sept", "09");
  return new Map([...names].filter(([name, number]) => number !== "" && name.length >= 3));
}
