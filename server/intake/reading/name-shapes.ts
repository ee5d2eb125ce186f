// How recorders, downloaders and people write dates into file names, as patterns. The first that fits is used. Pure.

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
const dayName = `(?<day>\\d{1,2})(?:st|nd|rd|th)?[\\s_.-]+(?<monthName>${names})[a-z]*[\\s_.,-]+(?<year>(?:19|20)\\d\\d)`;
const nameDay = `(?<monthName>${names})[a-z]*[\\s_.]+(?<day>\\d{1,2})(?:st|nd|rd|th)?,?[\\s_.]+(?<year>(?:19|20)\\d\\d)`;
const half = "(?:[\\s\\u202f]?(?<half>[ap])\\.?m\\b\\.?)?";
const time = `(?<hour>\\d\\d?)[-_.:h：](?<minute>\\d\\d)(?:[-_.:m：](?<second>\\d\\d))?s?(?!\\d)${half}`;
const solidTime = "(?<hour>\\d\\d)(?<minute>\\d\\d)(?<second>\\d\\d)?(?:\\d{3})?(?!\\d)";
const between = "(?:[T\\s_-]+|\\s(?:at|um|om|à|a las|alle|kl\\.?)\\s)";
const gap = "[\\s_.,–—-]*";
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

const datedAndTimed = [`${day}${between}(?:${time}|${solidTime})`, `${day}(?=\\d{4})${solidTime}`];

/** Names that somebody chose: with the date at the beginning, after a channel's name, or at the end. */
const chosen: readonly Shape[] = [
  ...datedAndTimed.flatMap((moment) => [
    // 2024-05-01 21-30-15 Title, 20240501_213015 Title, 2024-05-01T21-30-15Z Title
    shape(`^[[(]?${moment}(?<zone>Z)?[\\])]?${gap}(?<title>.*)$`),
    // channel - 2024-05-01 21h30m15s - Title
    shape(`^[^\\d[(]{1,40}?\\s[-–—_]\\s[[(]?${moment}[\\])]?${gap}(?<title>.+)$`),
    // Title 2024-05-01 21-30-15
    shape(`^(?<title>.+?)${gap}[[(]?(?<!\\d)${moment}(?<zone>Z)?[\\])]?$`),
  ]),
  ...[day, dotted, dayName, nameDay].flatMap((date) => [
    shape(`^[^\\d[(]{1,40}?\\s[-–—_]\\s[[(]?${date}[\\])]?(?!\\d)${gap}(?<title>.+)$`),
    shape(`^[[(]?${date}[\\])]?(?!\\d)${gap}(?<title>.*)$`),
    shape(`^(?<title>.+?)${gap}[[(]?(?<!\\d)${date}[\\])]?$`),
    // Title (2024-05-01) more of the title
    shape(`^(?<title>.+?)\\s[[(]${date}[\\])]\\s*(?<rest>.+)$`),
  ]),
  // First part of the title 2024-05-01 and its rest
  shape("^(?<title>.+?)[\\s,–—-]+(?<year>(?:19|20)\\d\\d)-(?<month>\\d\\d)-(?<day>\\d\\d)[\\s,–—-]+(?<rest>.+)$"),
  // Title (2019)
  shape("^(?<title>.+?)[\\s_]+\\((?<year>(?:19|20)\\d\\d)\\)$"),
];

export const shapes: readonly Shape[] = [...made, ...chosen];

/** 01 for January. */
export function monthOf(name: string): string {
  return String(names.split("|").indexOf(name.slice(0, 3).toLowerCase()) + 1).padStart(2, "0");
}
