// The chapters that a file brought along become the set list of its recording, unless it has had one before.
import type { LockedTrx } from "#server/library/version.ts";
import type { SetListEntry } from "#contract/songs.ts";
import { limits } from "#contract/songs.ts";
import { getVideo } from "#server/library/video.ts";
import { checkEntries } from "./rules.ts";
import { writeEntries } from "./save.ts";
import { blankEntry, clean, newSong, toTenth } from "./text/entry.ts";
import { readText } from "./text/read-text.ts";
import { writeText } from "./text/write-text.ts";

interface Chapter {
  startSeconds: number;
  title: string;
}

/** Returns whether the recording has a set list now that it had not. */
export async function startSetList(
  trx: LockedTrx,
  { videoId, chapters, now }: { videoId: string; chapters: readonly Chapter[]; now: Date },
): Promise<boolean> {
  const row = await getVideo(trx, "editors", videoId);
  const entries = checkEntries(readChapters(chapters), row.duration_seconds);
  // an empty list that somebody has saved is meant to be empty
  if (entries.length === 0 || row.set_list_revision > 0) return false;
  await writeEntries(trx, row, { editor: { memberId: null, now }, before: [], entries, why: "import" });
  return true;
}

/** Stream markers as text, for the dialog of the set list: it shows what it understands of a text before anything is saved. */
export function writeMarkers(markers: readonly Chapter[], nameless: (number: number) => string): string {
  const named = markers.map(({ startSeconds, title }, index) => ({
    startSeconds,
    title: clean(title) || nameless(index + 1),
  }));
  return writeText(readChapters(named));
}

/** Each title is read as a line of a set list, so that covers, guests and talk are understood. */
function readChapters(chapters: readonly Chapter[]): SetListEntry[] {
  const named = chapters
    .map(({ startSeconds, title }) => ({ start: toTenth(startSeconds), title: clean(title).slice(0, limits.name) }))
    .filter(({ title }) => title !== "");
  const apart = named.filter(({ start }, index) => start > (named[index - 1]?.start ?? -1));
  return apart.slice(0, limits.entries).map(({ start, title }) => ({ ...readTitle(title), start, end: null }));
}

function readTitle(title: string): SetListEntry {
  const { entries } = readText(`0:00 ${title}`);
  const [entry] = entries;
  if (!entry) return { ...blankEntry, talk: title };
  return entries.length === 1 ? entry : { ...blankEntry, songs: [newSong(title)] };
}
