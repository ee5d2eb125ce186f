// Finds recordings by what is in them: the words of the description and what is said in the captions. Titles are searched by
// list.ts, songs by songs/search.ts.
import { foldWords } from "#contract/fold.ts";
import type { FoundText } from "#contract/video.ts";
import { sql } from "kysely";
import { watchableBy, type Audience } from "#server/access/visible.ts";
import type { Database } from "#server/database/open.ts";
import { describeInList, listColumns } from "#server/library/list.ts";
import { findExcerpt, type Excerpt } from "./excerpt.ts";
import type { SpokenLine } from "./index-text.ts";
import { findCandidates, hasWord, searched, type Searched } from "./match.ts";

interface Wish {
  audience: Audience;
  q: string;
  limit: number;
}

/** Each word is in its title, description or captions, and not all of them in its title. Descriptions first, then the newest. */
export async function searchTexts(db: Database, { audience, q, limit }: Wish): Promise<FoundText[]> {
  const words = foldWords(q);
  if (words.length === 0) return [];
  const haveAll = (columns: readonly Searched[]) =>
    sql<boolean>`(${sql.join(
      words.map((word) => hasWord(word, columns)),
      sql` and `,
    )})`;
  const candidates = await findCandidates(db, words, searched);
  const rows = await db
    .selectFrom("search_text")
    .innerJoin("video", "video.id", "search_text.video_id")
    .select(listColumns)
    .select(["video.description", "search_text.captions", "search_text.cues"])
    .$if(candidates !== undefined, (query) => query.where(sql<boolean>`search_text.id in (${candidates?.ids})`))
    .where(watchableBy(audience))
    .where(haveAll(searched))
    .where(sql<boolean>`not ${haveAll(["title"])}`)
    .orderBy(sql`case when ${haveAll(["title", "description"])} then 0 else 1 end`)
    .orderBy("video.add_date", "desc")
    .orderBy("video.id", "desc")
    .limit(limit)
    .execute();
  return rows.flatMap(({ description, captions, cues, ...row }) => {
    const place = choosePlace(findExcerpt(description, words), findSpoken({ captions, cues }, words));
    return place ? [{ video: describeInList(row, audience), ...place }] : [];
  });
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
