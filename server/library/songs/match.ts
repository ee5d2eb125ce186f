// Matches the titles of a text to known songs: the same spelling, apart from accents and case, is the same song; nearly
// the same is offered and never merged without a yes. Pure.
import type { KnownSong, NamedSong, SetListEntry, SetListReading } from "#contract/songs.ts";
import { countEdits } from "#server/library/search/near.ts";
import { foldName } from "./fold-name.ts";
import type { CountedSong, SongLists } from "./song-list.ts";
import { audiences } from "#server/access/visible.ts";
import type { VideoRow } from "#server/library/video.ts";
import { readAnyApart } from "#server/library/songs/text/read-any.ts";
import { writeText } from "#server/library/songs/text/write-text.ts";
import { words } from "./words.ts";

type Match = Pick<SetListReading, "entries" | "similar">;

export function matchSongs(entries: readonly SetListEntry[], known: readonly CountedSong[]): Match {
  const byName = new Map<string, CountedSong[]>();
  for (const song of known)
    for (const name of new Set([song.folded, ...song.names.slice(1)]))
      byName.set(name, [...(byName.get(name) ?? []), song]);
  const similar = new Map<string, KnownSong[]>();
  const match = (song: NamedSong): NamedSong => {
    const same = (byName.get(foldName(song.title)) ?? []).filter(isPossible(song));
    const [only] = same;
    if (only && same.length === 1)
      return { id: only.id, title: only.title, is_cover: only.is_cover, artist: only.artist };
    const offered = same.length > 1 ? same : findSimilar(song.title, known);
    if (offered.length > 0) similar.set(song.title, offered.slice(0, mostOffered).map(describe));
    return song;
  };
  const matched = entries.map((entry) => ({ ...entry, songs: entry.songs.map(match) }));
  return { entries: matched, similar: [...similar].map(([title, songs]) => ({ title, songs })) };
}

const mostOffered = 5;

/** A text that names the original's artist means no other song of that title. */
function isPossible({ is_cover, artist }: NamedSong) {
  return (known: CountedSong) => !is_cover || artist === null || foldName(artist) === foldName(known.artist);
}

function describe({ id, title, artist }: CountedSong): KnownSong {
  return { id, title, artist };
}

function findSimilar(title: string, known: readonly CountedSong[]): CountedSong[] {
  const wanted = simplify(foldName(title));
  const most = wanted.length < 5 ? 0 : Math.min(3, Math.floor(wanted.length / 5));
  return known
    .map((song) => {
      const names = [song.folded, ...song.names.slice(1)].map(simplify);
      return { song, distance: Math.min(...names.map((name) => countEdits(wanted, name, most))) };
    })
    .filter(({ distance }) => distance <= most)
    .toSorted((a, b) => a.distance - b.distance || b.song.times - a.song.times)
    .map(({ song }) => song);
}

/** Without signs, articles and what is in brackets at the end. */
function simplify(folded: string): string {
  const plain = folded
    .replace(/ ?[([][^()[\]]*[)\]]$/u, "")
    .replace(/[^\p{L}\p{N}\s]/gu, "")
    .replace(/^(?:the|a|an) /, "")
    .replace(/\s+/g, " ")
    .trim();
  return plain || folded;
}

// What is understood of a text, with the songs that are known, before anything is saved.

/** For editors. Without a text, the recording's description is read. */
export async function readSetListText(lists: SongLists, row: VideoRow, text: string | null): Promise<SetListReading> {
  const durationSeconds = row.duration_seconds;
  const reading = await (text === null
    ? readAnyApart(row.description, { durationSeconds, onlyTimed: true })
    : readAnyApart(text, { durationSeconds }));
  return {
    text: writeText(reading.entries),
    ...matchSongs(reading.entries, await lists.all(audiences.editors)),
    doubts: reading.doubts.map((doubt) => ({ ...doubt, sentence: words.doubts[doubt.kind] })),
  };
}
