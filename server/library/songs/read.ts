// What is understood of a text, with the songs that are known, before anything is saved.
import type { SetListReading } from "#contract/songs.ts";
import type { VideoRow } from "#server/library/video.ts";
import { matchSongs } from "./match.ts";
import type { SongLists } from "./song-list.ts";
import { readAnyApart } from "./text/read-any.ts";
import { writeText } from "./text/write-text.ts";
import { words } from "./words.ts";

/** For editors. Without a text, the recording's description is read. */
export async function readSetListText(lists: SongLists, row: VideoRow, text: string | null): Promise<SetListReading> {
  const durationSeconds = row.duration_seconds;
  const reading = await (text === null
    ? readAnyApart(row.description, { durationSeconds, onlyTimed: true })
    : readAnyApart(text, { durationSeconds }));
  return {
    text: writeText(reading.entries),
    ...matchSongs(reading.entries, await lists.all("editors")),
    doubts: reading.doubts.map((doubt) => ({ ...doubt, sentence: words.doubts[doubt.kind] })),
  };
}
