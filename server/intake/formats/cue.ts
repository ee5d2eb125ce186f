// A cue sheet: the tracks of one long recording, as name.cue says it. Pure.
import { dropEmpty, tidyLine, type Chapter, type Said } from "#server/intake/reading/found.ts";
import { spreadMoment } from "./info-json.ts";
import { readMoment } from "#server/intake/reading/moment.ts";

const framesPerSecond = 75;

/** Undefined when it has no track, or is about several files. */
export function readCue(text: string, zone: string): Said | undefined {
  const album = { title: "", performer: "", date: "" };
  const tracks: { title: string; performer: string; startSeconds: number | undefined }[] = [];
  let files = 0;
  for (const line of text.split(/\r\n?|\n/)) {
    const bare = line.trim().replace(/^REM\s+/, "");
    const word = /^\w+(?=\s)/.exec(bare)?.[0] ?? "";
    const rest = bare.slice(word.length).trimStart();
    const current = tracks.at(-1);
    const value = rest.replace(/^"(.*)"$/, "$1");
    if (/^FILE$/i.test(word)) files += 1;
    else if (/^TRACK$/i.test(word)) tracks.push({ title: "", performer: "", startSeconds: undefined });
    else if (/^TITLE$/i.test(word)) (current ?? album).title = value;
    else if (/^PERFORMER$/i.test(word)) (current ?? album).performer = value;
    else if (/^DATE$/i.test(word) && !current) album.date = value;
    else if (/^INDEX$/i.test(word) && current) readIndex(current, rest);
  }
  if (files > 1) return undefined;
  const chapters = tracks.flatMap(({ title, performer, startSeconds }): Chapter[] => {
    if (startSeconds === undefined) return [];
    const isOther = performer !== "" && performer !== album.performer;
    return [{ startSeconds, title: isOther ? `${performer} – ${title}` : title }];
  });
  if (chapters.length === 0) return undefined;
  return dropEmpty<Said>({
    title: tidyLine(album.title, 200),
    ...spreadMoment(readMoment(album.date, zone)),
    chapters,
    details: dropEmpty({ artist: tidyLine(album.performer, 200) }),
  });
}

/** INDEX 01 is where a track begins; INDEX 00 is the gap before it. */
function readIndex(track: { startSeconds: number | undefined }, rest: string): void {
  const [, number, minutes, seconds, frames] = /^(\d\d?)\s+(\d{1,4}):(\d\d):(\d\d)$/.exec(rest) ?? [];
  if (number === undefined) return;
  if (Number(number) !== 1 && track.startSeconds !== undefined) return;
  track.startSeconds = Number(minutes) * 60 + Number(seconds) + Number(frames) / framesPerSecond;
}
