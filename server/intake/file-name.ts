// Title and date from the name of a file, as recorders and downloaders write them. Pure.

interface NamedTitle {
  title: string;
  date: Date | null;
  /** A date was found, but no time of day. */
  timeMissing: boolean;
}

export function readFileName(fileName: string): NamedTitle {
  const name = fileName.replace(/^.*[/\\]/, "").replace(/\.[a-z0-9]{1,5}$/i, "");
  for (const pattern of patterns) {
    const groups = pattern.exec(name)?.groups;
    const date = groups && readDate(groups);
    if (groups && date)
      return { title: tidy(groups.title ?? "") || tidy(name), date, timeMissing: groups.hour === undefined };
  }
  return { title: tidy(name), date: null, timeMissing: false };
}

const day = "(?<year>(?:19|20)\\d\\d)[-_.]?(?<month>\\d\\d)[-_.]?(?<day>\\d\\d)";
const time = "(?<hour>\\d\\d)[-_.:h]?(?<minute>\\d\\d)(?:[-_.:m]?(?<second>\\d\\d))?s?";
const gap = "[\\s_.,–—-]*";
const patterns = [
  // 2024-05-01 21-30-15 Title, 20240501_213015 Title, 2024-05-01T21-30 Title
  `^[[(]?${day}[T\\s_-]+${time}[\\])]?Z?${gap}(?<title>.*)$`,
  // Twitch downloaders: [2024-05-01 21-30] Title, 2024-05-01 Title [v123456789], channel - 2024-05-01 21h30m15s - Title
  `^[^\\d[(]{1,40}?\\s[-–—_]\\s[[(]?${day}[T\\s_-]+${time}[\\])]?${gap}(?<title>.+)$`,
  `^[^\\d[(]{1,40}?\\s[-–—_]\\s[[(]?${day}[\\])]?${gap}(?<title>.+)$`,
  // [2024-05-01] Title, (2024-05-01) Title, 2024-05-01 Title
  `^[[(]?${day}[\\])]?(?!\\d)${gap}(?<title>.*)$`,
  // Title 2024-05-01 21-30-15, Title (2024-05-01)
  `^(?<title>.+?)${gap}[[(]?${day}[T\\s_-]+${time}[\\])]?$`,
  `^(?<title>.+?)${gap}[[(]?(?<!\\d)${day}[\\])]?$`,
].map((pattern) => new RegExp(pattern));

/** Read as UTC: a file's name does not say where it was recorded. Undefined when there is no such day. */
function readDate(groups: Record<string, string | undefined>): Date | undefined {
  const number = (name: string) => Number(groups[name] ?? 0);
  const [year, month, dayOfMonth] = [number("year"), number("month"), number("day")];
  const [hour, minute, second] = [number("hour"), number("minute"), number("second")];
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const date = new Date(Date.UTC(year, month - 1, dayOfMonth, hour, minute, second));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === dayOfMonth ? date : undefined;
}

function tidy(text: string): string {
  const withoutId = text.replace(/[\s_-]*[[(]v?\d{8,}[\])]\s*$/i, "");
  const words = /\s/.test(withoutId) ? withoutId : withoutId.replaceAll(/[_.]+/g, " ");
  return words
    .replaceAll(/\s+/g, " ")
    .replaceAll(/^[\s\-–—_.,]+|[\s\-–—_,]+$/g, "")
    .trim();
}
