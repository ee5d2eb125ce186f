// What an editor wrote for an upload, or else the chapters that its file brought along, become the set list of a new recording.
import type { LockedTrx } from "#server/library/version.ts";
import type { SetListEntry } from "#contract/songs.ts";
import { limits } from "#contract/songs.ts";
import { audiences } from "#server/access/visible.ts";
import { getVideo } from "#server/library/video.ts";
import { Refusal } from "#server/refusal.ts";
import { checkEntries } from "./rules.ts";
import { writeEntries } from "./save.ts";
import { blankEntry, clean, newSong, toTenth } from "./text/entry.ts";
import { readAnyApart } from "./text/read-any.ts";
import { readText } from "./text/read-text.ts";
import { writeText } from "./text/write-text.ts";

interface Chapter {
  startSeconds: number;
  title: string;
}

interface Start {
  videoId: string;
  chapters: readonly Chapter[];
  now: Date;
  /** Counts more than the chapters. */
  written?: { entries: SetListEntry[]; memberId: string | null };
}

/** Returns whether the recording has a set list now that it had not. */
export async function startSetList(trx: LockedTrx, { videoId, chapters, now, written }: Start): Promise<boolean> {
  const row = await getVideo(trx, audiences.editors, videoId);
  const entries = written?.entries ?? checkEntries(readChapters(chapters), row.duration_seconds);
  // an empty list that somebody has saved is meant to be empty
  if (entries.length === 0 || row.set_list_revision > 0) return false;
  const editor = { memberId: written?.memberId ?? null, now };
  await writeEntries(trx, row, { editor, before: [], entries, ...(!written && { why: "import" as const }) });
  return true;
}

/** Undefined when a text is no set list, or one that could not be saved as it is. */
export async function readWritten(text: string, durationSeconds: number | null): Promise<SetListEntry[] | undefined> {
  const { entries } = await readAnyApart(text, { durationSeconds });
  if (entries.length === 0 || entries.length > limits.entries) return undefined;
  try {
    return checkEntries(entries, durationSeconds);
  } catch (problem) {
    if (problem instanceof Refusal) return undefined;
    throw problem;
  }
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
