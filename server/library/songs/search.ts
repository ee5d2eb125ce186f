// Search finds songs: each with its newest performance that one may see, so that it can be started at its moment.
import { z } from "zod";
import { fold, foldWords } from "#contract/search/fold.ts";
import type { FoundSong } from "#contract/search/search.ts";
import type { Audience } from "#server/access/visible.ts";
import type { Database } from "#server/database/open.ts";
import { Refusal } from "#server/refusal.ts";
import { listPerformances } from "./performances.ts";
import { describe, matching, type CountedSong, type SongLists } from "./song-list.ts";
import { words } from "./words.ts";

export interface Wish {
  audience: Audience;
  q: string;
  limit: number;
  /** The next of the page before. */
  after?: string | undefined;
}

export interface Page<F> {
  found: F[];
  next: string | null;
  /** The number of all, with the first page only. */
  total?: number;
  only_newest?: number;
}

export async function searchSongs(
  db: Database,
  lists: SongLists,
  { audience, q, limit, after }: Wish,
): Promise<Page<FoundSong>> {
  if (foldWords(q).length === 0) return { found: [], next: null, total: 0 };
  const compare = byRank(fold(q));
  const songs = (await lists.all(audience))
    .filter((song) => song.times > 0)
    .filter(matching(q))
    .toSorted(compare);
  const place = after === undefined ? undefined : readPlace(after);
  const rest = place ? songs.filter((song) => compare(song, place) > 0) : songs;
  const shown = rest.slice(0, limit);
  const last = rest.length > limit ? shown.at(-1) : undefined;
  const found: FoundSong[] = [];
  for (const song of shown) {
    const { performances } = await listPerformances(db, audience, { songId: song.id, limit: 1 });
    if (performances[0]) found.push({ song: describe(song), newest: performances[0] });
  }
  return { found, next: last ? writePlace(last) : null, ...(!place && { total: songs.length }) };
}

type Ranked = Pick<CountedSong, "id" | "folded" | "times">;

/** The title itself, then those that begin with it, then what was played most often. */
function byRank(wanted: string): (a: Ranked, b: Ranked) => number {
  const rank = ({ folded }: Ranked) => (folded === wanted ? 0 : folded.startsWith(wanted) ? 1 : 2);
  return (a, b) => rank(a) - rank(b) || b.times - a.times || (a.id < b.id ? -1 : Number(a.id > b.id));
}

const StoredPlace = z.tuple([z.string(), z.string(), z.number()]);

function writePlace({ id, folded, times }: Ranked): string {
  return Buffer.from(JSON.stringify([id, folded, times])).toString("base64url");
}

function readPlace(text: string): Ranked {
  try {
    const [id, folded, times] = StoredPlace.parse(JSON.parse(Buffer.from(text, "base64url").toString()));
    return { id, folded, times };
  } catch {
    throw new Refusal("bad-input", words.cannotContinue, { fields: [{ field: "after", rule: words.cursorRule }] });
  }
}
