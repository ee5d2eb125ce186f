// What yt-dlp writes beside a download: name.info.json. Pure.
import { z } from "zod";
import { parseBounded } from "./bounded-json.ts";
import { dropEmpty, tidyLine, tidyText, type Chapter, type Said } from "#server/intake/reading/found.ts";
import { readMoment, readTimestamp, type Moment } from "#server/intake/reading/moment.ts";

const text = z.string().optional().catch(undefined);
const number = z.number().optional().catch(undefined);
const list = z.array(z.string()).optional().catch(undefined);

const InfoJson = z.object({
  _type: text,
  title: text,
  fulltitle: text,
  description: text,
  timestamp: number,
  release_timestamp: number,
  upload_date: text,
  release_date: text,
  webpage_url: text,
  channel: text,
  uploader: text,
  artist: text,
  album: text,
  categories: list,
  tags: list,
  chapters: z
    .array(z.object({ start_time: z.number(), title: z.string().catch("") }))
    .nullish()
    .catch(undefined),
});
type InfoJson = z.infer<typeof InfoJson>;

/** Undefined when it cannot be read, or is about something else, such as a whole playlist. */
export function readInfoJson(json: string): Said | undefined {
  const { success, data } = InfoJson.safeParse(parseBounded(json));
  if (!success || (data._type ?? "video") !== "video") return undefined;
  const { description, chapters } = data;
  const title = data.fulltitle ?? data.title;
  if (title === undefined && findMoment(data) === undefined) return undefined;
  return dropEmpty<Said>({
    ...(title !== undefined && { title: tidyLine(dropLiveTime(title), 200) }),
    ...(description !== undefined && { description: tidyText(description) }),
    ...spreadMoment(findMoment(data)),
    chapters: (chapters ?? []).map(({ start_time, title: name }): Chapter => ({
      startSeconds: start_time,
      title: name,
    })),
    details: dropEmpty({
      artist: tidyLine(data.artist ?? "", 200),
      album: tidyLine(data.album ?? "", 200),
      channel: tidyLine(data.channel ?? data.uploader ?? "", 200),
      address: readAddress(data.webpage_url),
      categories: tidyList(data.categories),
      tags: tidyList(data.tags),
    }),
  });
}

/** When a broadcast began is better known than when it became a video; days are in UTC, so moments come first. */
function findMoment({ release_timestamp, timestamp, release_date, upload_date }: InfoJson): Moment | undefined {
  for (const seconds of [release_timestamp, timestamp]) {
    const found = seconds === undefined ? undefined : readTimestamp(seconds);
    if (found) return found;
  }
  for (const day of [release_date, upload_date]) {
    const found = day === undefined ? undefined : readMoment(day, "UTC");
    if (found?.precision === "day") return found;
  }
  return undefined;
}

/** yt-dlp adds the time of the download to the title of a live broadcast. */
function dropLiveTime(title: string): string {
  return title.replace(/\s\d{4}-\d\d-\d\d \d\d:\d\d$/, "") || title;
}

export function spreadMoment(moment: Moment | undefined): { moment?: Moment } {
  return moment ? { moment } : {};
}

/** Only addresses of the web: it may become a link. */
export function readAddress(address = ""): string {
  return /^https?:\/\/[^\s<>"']{3,1000}$/.test(address) ? address : "";
}

export function tidyList(entries: readonly string[] = []): string[] {
  return entries
    .map((entry) => tidyLine(entry, 100))
    .filter(Boolean)
    .slice(0, 50);
}
