// A podcast feed as RSS 2.0, with what Apple, Podlove and Podcasting 2.0 add to it. Pure: the same feed gives the same bytes,
// so that an app that has it already is told so.
import { formatDate, type OnlyKnown, writeDay } from "#contract/dates/dates.ts";
import type { Episode } from "./episodes.ts";
import { chaptersFile, nameCover } from "./file-name.ts";
import { words } from "./words.ts";
import { element, escape, wrap } from "./xml.ts";
import type { Audience } from "#server/access/visible.ts";
import type { Database } from "#server/database/open.ts";
import { listAssets } from "#server/library/recording.ts";
import { readEntries } from "#server/library/songs/set-list.ts";
import { writeChapters } from "#server/library/songs/text/formats.ts";
import { getVideo } from "#server/library/video.ts";
import { findOffset } from "#server/prepare/describe-media.ts";

interface Channel {
  title: string;
  description: string;
  archive: string;
  /** The address of the page. */
  link: string;
  /** The addresses of this feed and of the folder of its files. */
  self: string;
  base: string;
  cover: string;
  isInOrder: boolean;
  episodes: readonly Episode[];
}

/** An episode that is not a recording. */
interface NoticeEpisode {
  guid: string;
  title: string;
  description: string;
  at: Date;
  audio: { url: string; bytes: number; seconds: number };
}

export const audioType = "audio/x-m4a";
const mostDescription = 3500;

const namespaces = {
  itunes: "http://www.itunes.com/dtds/podcast-1.0.dtd",
  atom: "http://www.w3.org/2005/Atom",
  content: "http://purl.org/rss/1.0/modules/content/",
  podcast: "https://podcastindex.org/namespace/1.0",
  psc: "http://podlove.org/simple-chapters",
};

export function writeFeed(channel: Channel): string {
  return writeChannel(
    channel,
    channel.episodes.map((episode, index) => writeEpisode(channel, episode, index)),
  );
}

export function writeNotice(channel: Omit<Channel, "episodes">, notice: NoticeEpisode): string {
  const { guid, title, description, at, audio } = notice;
  const lines = [
    ...[element("title", title), element("guid", guid, { isPermaLink: "false" }), element("pubDate", at.toUTCString())],
    element("description", description),
    element("enclosure", null, { url: audio.url, length: String(audio.bytes), type: audioType }),
    ...[element("itunes:duration", String(audio.seconds)), element("itunes:explicit", "false")],
  ];
  return writeChannel({ ...channel, episodes: [] }, [item(lines)]);
}

function writeChannel(channel: Channel, items: readonly string[]): string {
  const { title, description, archive, link, self, cover, isInOrder } = channel;
  const lines = [
    ...[element("title", title), element("link", link), element("description", description)],
    element("atom:link", null, { href: self, rel: "self", type: "application/rss+xml" }),
    ...[element("language", "en"), element("generator", "Stagedoor"), element("ttl", "60")],
    ...[element("itunes:author", archive), element("itunes:image", null, { href: cover })],
    ...[element("itunes:category", null, { text: "Music" }), element("itunes:explicit", "false")],
    element("itunes:type", isInOrder ? "serial" : "episodic"),
    // not for directories
    ...[element("itunes:block", "Yes"), element("podcast:block", "yes"), element("podcast:locked", "yes")],
    ...items,
  ];
  const spaces = Object.entries(namespaces).map(([name, address]) => ` xmlns:${name}="${address}"`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<rss version="2.0"${spaces.join("")}>`,
    "<channel>",
    ...lines,
    "</channel>",
    "</rss>",
    "",
  ].join("\n");
}

function writeEpisode({ base, link, isInOrder }: Channel, episode: Episode, index: number): string {
  const { guid, videoId, title, partOf, at, durationSeconds, audio, chapters, captions, coverVersion } = episode;
  const files = `${base}/${videoId}`;
  const page = `${link}/video/${videoId}`;
  const text = describe(episode);
  const lines = [
    element("title", partOf === null ? title : words.performance(title, partOf)),
    element("guid", guid, { isPermaLink: "false" }),
    ...[element("link", page), element("pubDate", at.toUTCString())],
    ...[element("description", text), element("content:encoded", toHtml(text, page))],
    element("enclosure", null, { url: `${files}/${audio.file}`, length: String(audio.bytes), type: audioType }),
    ...[element("itunes:duration", String(Math.round(durationSeconds))), element("itunes:explicit", "false")],
    ...[element("itunes:episodeType", "full"), ...(isInOrder ? [element("itunes:episode", String(index + 1))] : [])],
    ...(coverVersion === null ? [] : [element("itunes:image", null, { href: `${files}/${nameCover(coverVersion)}` })]),
    ...(chapters.length === 0
      ? []
      : [
          element("podcast:chapters", null, { url: `${files}/${chaptersFile}`, type: "application/json+chapters" }),
          wrap("psc:chapters", { version: "1.2" }, chapters.map(writeChapter)),
        ]),
    ...captions.map(({ kind, language }) =>
      element("podcast:transcript", null, {
        ...{ url: `${files}/${kind}`, type: "text/vtt", rel: "captions" },
        ...(language !== null && { language }),
      }),
    ),
  ];
  return item(lines);
}

function writeChapter({ start, title }: { start: number; title: string }): string {
  return element("psc:chapter", null, { start: writeClock(start, 3), title });
}

/** The description, and the set list as times: apps make links of them. */
function describe({ partOf, at, onlyKnown, description, chapters }: Episode): string {
  const dated = { add_date: at.toISOString(), only_known: onlyKnown };
  if (partOf !== null) return words.from(partOf, writeDay(dated));
  const list = chapters.map(({ start, title }) => `${writeClock(start, 0)} ${title}`).join("\n");
  const text = description.trim();
  return shorten([sayVague(at, onlyKnown), list, text].filter((part) => part !== "").join("\n\n"));
}

/** Programs want a day, and show the first of January; this says what is known. */
export function sayVague(at: Date, onlyKnown: OnlyKnown | null): string {
  if (onlyKnown === null) return "";
  const dated = { add_date: at.toISOString(), time_missing: true, only_known: onlyKnown };
  return words.dayNotKnown(formatDate(dated, { locale: "en" }));
}

function shorten(text: string): string {
  if (Buffer.byteLength(text) <= mostDescription) return text;
  return `${Buffer.from(text)
    .subarray(0, mostDescription)
    .toString()
    .replace(/\ufffd$/, "")
    .replace(/\s\S*$/, "")} …`;
}

function toHtml(text: string, page: string): string {
  const paragraphs = text.split(/\n{2,}/).filter((part) => part !== "");
  const told = paragraphs.map((part) => `<p>${escape(part).replaceAll("\n", "<br/>")}</p>`);
  return [...told, `<p><a href="${escape(page)}">${words.openInArchive}</a></p>`].join("");
}

function writeClock(seconds: number, digits: 0 | 3): string {
  const ms = Math.round(seconds * 1000);
  const pad = (value: number, width = 2) => String(value).padStart(width, "0");
  const clock = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60, Math.floor(ms / 1000) % 60].map((one) =>
    pad(one),
  );
  return clock.join(":") + (digits === 0 ? "" : `.${pad(ms % 1000, 3)}`);
}

function item(lines: readonly string[]): string {
  return ["<item>", ...lines, "</item>"].join("\n");
}

// The set list of a recording as Podcasting 2.0 chapters, in the time of its audio file.

export async function writeFeedChapters(db: Database, audience: Audience, videoId: string): Promise<string> {
  const { title, duration_seconds: durationSeconds } = await getVideo(db, audience, videoId);
  const offset = findOffset(await listAssets(db, videoId));
  const shift = (seconds: number | null) => (seconds === null ? null : Math.max(0, seconds + offset));
  const entries = await readEntries(db, videoId);
  return writeChapters(
    entries.map((entry) => ({ ...entry, start: shift(entry.start), end: shift(entry.end) })),
    { title, durationSeconds },
  );
}
