// One search: songs, recordings, and what is said or written in them. Where nothing has the words, those that are spelled nearly like them.
import { foundKinds, type FoundKind } from "#contract/search/kinds.ts";
import type { Found } from "#contract/search/search.ts";
import type { LevelRules } from "#server/config.ts";
import type { Database } from "#server/database/open.ts";
import { searchSongs, type Wish } from "#server/library/songs/search.ts";
import type { SongLists } from "#server/library/songs/song-list.ts";
import { createSpeller } from "./near.ts";
import { searchRecordings } from "./recordings.ts";
import { searchTexts } from "./texts.ts";

interface Asked extends Wish {
  kind?: FoundKind | undefined;
  levels?: LevelRules | undefined;
}

type Kinds = Omit<Found, "near" | "is_near">;

export function createSearch(db: Database, lists: SongLists): (asked: Asked) => Promise<Found> {
  const speller = createSpeller(db, lists);
  const find = async (asked: Asked): Promise<Kinds> => {
    const kinds = asked.kind ? [asked.kind] : foundKinds;
    return {
      ...(kinds.includes("songs") && { songs: await searchSongs(db, lists, asked) }),
      ...(kinds.includes("recordings") && { recordings: await searchRecordings(db, lists, asked) }),
      ...(kinds.includes("texts") && { texts: await searchTexts(db, asked) }),
    };
  };
  return async (asked) => {
    const found = await find(asked);
    const exact = { near: null, is_near: false, ...found };
    if (asked.after !== undefined || count(found.songs) + count(found.recordings) > 0) return exact;
    const near = await speller.correct(asked.audience, asked.q);
    if (near === null) return exact;
    const other = await find({ ...asked, q: near });
    if (count(other.songs) + count(other.recordings) + count(other.texts) === 0) return exact;
    return count(found.texts) > 0 ? { ...exact, near } : { near, is_near: true, ...other };
  };
}

function count(page: { found: readonly unknown[] } | undefined): number {
  return page?.found.length ?? 0;
}
