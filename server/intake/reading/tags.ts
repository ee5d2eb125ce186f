// What the tags of the file itself say, as ffprobe names them. Pure.
import type { Facts } from "#server/media/facts/facts.ts";
import { dropEmpty, tidyLine, tidyText, type Witness } from "./found.ts";
import { readAddress, spreadMoment } from "#server/intake/formats/info-json.ts";
import { readMoment } from "./moment.ts";

/** Titles that programs write by themselves. */
const meaningless =
  /^(untitled|no title|title|video|audio|movie|recording|new recording|sound ?recording|track ?\d*|default|unknown|und|core media (video|audio)|gopro.*|.*\bhandler)$/i;

/** Two witnesses: what somebody wrote into the file, and the clock of the recorder. */
export function readTags({ tags = {}, chapters = [] }: Pick<Facts, "tags" | "chapters">, zone: string): Witness[] {
  const first = (...names: string[]) => names.map((name) => tags[name]?.trim() ?? "").find(Boolean) ?? "";
  const title = tidyLine(first("title"), 200);
  const description = [
    first("description"),
    first("synopsis"),
    first("ldes"),
    first("comment"),
    first("comments"),
  ].find((text) => text !== "" && readAddress(text) === "");
  const written = dropEmpty({
    title: meaningless.test(title) ? "" : title,
    description: tidyText(description ?? ""),
    ...spreadMoment(readMoment(first("date", "date_recorded", "originaldate", "year"), zone)),
    details: dropEmpty({
      artist: tidyLine(first("artist", "album_artist", "author"), 200),
      album: tidyLine(first("album"), 200),
      track: tidyLine(first("track"), 20),
      address: readAddress(first("purl", "comment", "url")),
    }),
  });
  // a phone writes the local time with its zone beside the other one
  const clock = first("com.apple.quicktime.creationdate") || first("creation_time");
  const isNameless = chapters.every((chapter) => generic.test(chapter.title.trim()));
  return [
    { source: "tags", said: written },
    { source: "clock", said: dropEmpty({ ...spreadMoment(readMoment(clock, zone)) }) },
    { source: "container", said: dropEmpty({ chapters }), ...(isNameless && { weak: ["chapters"] as const }) },
  ];
}

/** Names of chapters that nobody gave. */
const generic = /^((chapter|unnamed|kapitel|chapitre|capítulo|marker|track)[\s_#]*)?\d*$/i;
