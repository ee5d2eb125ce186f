// What Kodi and Jellyfin write beside a film, a music video or an episode: name.nfo. Pure.
import { dropEmpty, tidyLine, tidyText, type Said } from "#server/intake/reading/found.ts";
import { spreadMoment, tidyList } from "./info-json.ts";
import { readMoment, type Moment } from "#server/intake/reading/moment.ts";
import { parseXml } from "./plain-xml.ts";

const kinds = ["movie", "musicvideo", "episodedetails", "video"];

/** Undefined when it is not such a file. */
export function readNfo(xml: string, zone: string): Said | undefined {
  const root = parseXml(xml);
  if (!root || !kinds.includes(root.name)) return undefined;
  const all = (name: string) =>
    root.children.filter((child) => child.name === name).map((child) => tidyLine(child.text, 200));
  const first = (...names: string[]) => names.flatMap(all).find(Boolean) ?? "";
  const plot = root.children.find(({ name, text }) => (name === "plot" || name === "outline") && text.trim() !== "");
  return dropEmpty<Said>({
    title: dropDay(first("title", "originaltitle")),
    description: tidyText(plot?.text ?? ""),
    ...spreadMoment(
      findMoment(
        ["aired", "premiered", "releasedate", "year"].map((name) => first(name)),
        zone,
      ),
    ),
    details: dropEmpty({
      artist: first("artist"),
      album: first("album"),
      categories: tidyList(all("genre")),
      tags: tidyList(all("tag")),
    }),
  });
}

/** The first that names a day; else the first that names a year. */
function findMoment(texts: readonly string[], zone: string): Moment | undefined {
  const moments = texts.flatMap((text) => readMoment(text, zone) ?? []);
  return moments.find(({ precision }) => precision !== "year") ?? moments[0];
}

/** Programs that fill a media library put the date before the title. */
function dropDay(title: string): string {
  return title.replace(/^\d{4}-\d\d-\d\d\s*[-–—:]\s*(?=\S)/, "");
}
