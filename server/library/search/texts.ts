// Finds recordings by what is in them: the words of the description and what is said in the captions.
import { foldWords } from "#contract/search/fold.ts";
import type { FoundText } from "#contract/search/search.ts";
import { sql } from "kysely";
import { watchableBy } from "#server/access/visible.ts";
import type { Database } from "#server/database/open.ts";
import { readCursor, writeCursor } from "#server/library/cursor.ts";
import { describeInList, listColumns } from "#server/library/list.ts";
import type { SpokenLine } from "./index-text.ts";
import { countSome, findCandidates, hasEach, searched } from "./match.ts";
import type { Page, Wish } from "#server/library/songs/search.ts";
import { findMarks, type Mark } from "#contract/search/marks.ts";

/** Each word is in its title, description or captions, and not all of them in its title. The newest first. */
export async function searchTexts(db: Database, { audience, q, limit, after }: Wish): Promise<Page<FoundText>> {
  const words = foldWords(q);
  if (words.length === 0) return { found: [], next: null, total: 0 };
  const place = after === undefined ? undefined : readCursor("newest", after);
  // one that is only in titles is not looked for
  const columns = words.length === 1 ? searched.slice(1) : searched;
  const candidates = await findCandidates(db, words, columns);
  let matching = db
    .selectFrom("search_text")
    .innerJoin("video", "video.id", "search_text.video_id")
    .where(watchableBy(audience))
    .where(sql<boolean>`not ${hasEach(words, ["title"])}`);
  if (candidates) matching = matching.where(sql<boolean>`search_text.id in (${candidates.ids})`);
  const unsure = candidates?.unsure ?? words;
  if (unsure.length > 0) matching = matching.where(hasEach(unsure, columns));
  // the texts are only read of what is shown: sorted with the rest they would be most of the work
  let page = matching
    .select(["video.id", "video.add_date"])
    .orderBy("video.add_date", "desc")
    .orderBy("video.id", "desc")
    .limit(limit + 1);
  if (place) page = page.where(sql<boolean>`(video.add_date, video.id) < (${place.key}, ${place.id})`);
  const ids = await page.execute();
  const shown = ids.slice(0, limit);
  const last = ids.length > limit ? shown.at(-1) : undefined;
  const rows = await readTexts(
    db,
    shown.map(({ id }) => id),
  );
  return {
    found: rows.flatMap(({ description, captions, cues, ...row }) => {
      const found = choosePlace(findExcerpt(description, words), findSpoken({ captions, cues }, words));
      return found ? [{ video: describeInList(row, audience), ...found }] : [];
    }),
    next: last ? writeCursor("newest", { key: last.add_date, id: last.id }) : null,
    ...(after === undefined && { total: await countSome(db, (most) => matching.select("video.id").limit(most)) }),
    ...(candidates?.newest !== undefined && { only_newest: candidates.newest }),
  };
}

async function readTexts(db: Database, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom("search_text")
    .innerJoin("video", "video.id", "search_text.video_id")
    .select(listColumns)
    .select(["video.description", "search_text.captions", "search_text.cues"])
    .where("video.id", "in", ids)
    .orderBy("video.add_date", "desc")
    .orderBy("video.id", "desc")
    .execute();
}

interface Spoken extends Excerpt {
  at: number;
}

/** The description, unless the captions have more of the words. */
function choosePlace(written: Excerpt | null, spoken: Spoken | null): Omit<FoundText, "video"> | null {
  if (written && (!spoken || written.marks.length >= spoken.marks.length))
    return { where: "description", at: null, ...written };
  return spoken && { where: "captions", ...spoken };
}

/** The first line with the most of the words. */
function findSpoken(
  { captions, cues }: { captions: string; cues: string | null },
  words: readonly string[],
): Spoken | null {
  if (cues === null) return null;
  let [best, most] = [-1, 0];
  for (const [index, line] of captions.split("\n").entries()) {
    const count = words.filter((word) => line.includes(word)).length;
    if (count > most) [best, most] = [index, count];
  }
  const [at, text] = (JSON.parse(cues) as SpokenLine[])[best] ?? [0, ""];
  const excerpt = findExcerpt(text, words);
  return excerpt && { at, ...excerpt };
}

// The place in a text where words were found, as it is shown: a part of the text, and which letters of it to mark. Pure.

interface Excerpt {
  text: string;
  marks: Mark[];
}

const mostLetters = 160;
const lettersBefore = 40;

/** The words are folded. Null when none of them is in it. */
export function findExcerpt(text: string, words: readonly string[]): Excerpt | null {
  const marks = findMarks(text, words);
  const [first] = marks;
  if (!first) return null;
  const from = text.length <= mostLetters ? 0 : startOf(text, first[0]);
  const to = Math.min(text.length, from + mostLetters);
  const part = text.slice(from, to).toWellFormed().replaceAll(/\s/g, " ");
  return {
    text: `${from > 0 ? "…" : ""}${part}${to < text.length ? "…" : ""}`,
    marks: marks
      .filter(([begin, end]) => begin >= from && end <= to)
      .map(([begin, end]) => [begin - from + (from > 0 ? 1 : 0), end - from + (from > 0 ? 1 : 0)]),
  };
}

/** Begins at a word, some letters before the first mark. */
function startOf(text: string, mark: number): number {
  const earliest = Math.max(0, mark - lettersBefore);
  if (earliest === 0) return 0;
  const gap = text.slice(earliest, mark).search(/\s/);
  return gap < 0 ? earliest : earliest + gap + 1;
}
