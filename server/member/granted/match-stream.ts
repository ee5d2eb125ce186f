// Which of the channel's videos at Twitch a recording is: by its day and its length. Pure.
import { writeDay, type OnlyKnown } from "#contract/dates/dates.ts";
import type { StreamVideo } from "#server/member/providers/twitch-markers.ts";

export interface Recorded {
  date: Date;
  timeMissing: boolean;
  onlyKnown: OnlyKnown | null;
  durationSeconds: number | null;
}

const [hourMs, dayMs] = [3_600_000, 86_400_000];
/** A local recording is started and stopped by hand, a little before or after the stream. */
const leastSlackSeconds = 60;
const slackShare = 0.02;
const mostChoices = 8;

/** The one that it surely is, and those to choose from: of about that day first, then the newest. */
export function matchStream(
  recorded: Recorded,
  videos: readonly StreamVideo[],
): { match: StreamVideo | undefined; choices: StreamVideo[] } {
  const sameDay = videos.filter((video) => isSameDay(recorded, video));
  const fitting = sameDay.filter((video) => hasSameLength(recorded, video));
  const others = videos
    .filter((video) => !sameDay.includes(video))
    .toSorted((a, b) => b.startedAt.getTime() - a.startedAt.getTime());
  return {
    match: fitting.length === 1 ? fitting[0] : undefined,
    choices: [...sameDay, ...others].slice(0, mostChoices),
  };
}

/** Without a time of day, the day before and after count: a stream goes past midnight, and time zones differ. */
function isSameDay({ date, timeMissing, onlyKnown }: Recorded, { startedAt, durationSeconds }: StreamVideo): boolean {
  if (onlyKnown !== null)
    return date.toISOString().startsWith(writeDay({ add_date: startedAt.toISOString(), only_known: onlyKnown }));
  const [start, end] = [startedAt.getTime(), startedAt.getTime() + durationSeconds * 1000];
  const slackMs = timeMissing ? dayMs : 12 * hourMs;
  return date.getTime() >= start - slackMs && date.getTime() <= end + slackMs;
}

export function hasSameLength({ durationSeconds }: Recorded, video: StreamVideo): boolean {
  if (durationSeconds === null) return false;
  const slack = Math.max(leastSlackSeconds, slackShare * video.durationSeconds);
  return Math.abs(durationSeconds - video.durationSeconds) <= slack;
}

/** Reads what an editor has typed: a number, or the address of a video at Twitch. */
export function findVideoNumber(text: string): string | undefined {
  const trimmed = text.trim();
  const url = URL.parse(/^https?:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`);
  const place = url && /^(?:www\.|m\.)?twitch\.tv$/.test(url.hostname) ? url.pathname.split("/") : [];
  const [, first = "", second = "", third = ""] = place;
  // twitch.tv/videos/123, and as it was before: twitch.tv/channel/v/123
  const number = first === "videos" ? second : second === "v" || second === "video" ? third : trimmed;
  return /^v?(\d{1,20})$/.exec(number)?.[1];
}
