// Recordings that sound like another one of about the same length: probably the same audio in another file.
import { setImmediate as letOthers } from "node:timers/promises";
import { sql } from "kysely";
import type { Database } from "#server/database/open.ts";
import { compareSound, leastAlike, readSoundPrint } from "#server/media/facts/sound-print.ts";
import { remember } from "#server/remember.ts";

interface Double {
  id: string;
  title: string;
}

export interface Doubles {
  /** For editors; by the id of each of these recordings. */
  find(ids: readonly string[]): Promise<Map<string, Double[]>>;
}

const mostEach = 3;
/** As much as may have been cut off. */
const mostSecondsApart = 10;
/** The most pairs that are compared: there may be many recordings of the same length. */
const mostCompared = 20_000;

export function openDoubles(db: Database): Doubles {
  // a print is made once for each recording, so what was compared stays true
  const alike = remember<boolean>({ most: 100_000 });
  const compare = async (pairs: readonly Pair[]): Promise<void> => {
    const fresh = pairs.filter((pair) => alike.find(keyOf(pair)) === undefined);
    const prints = await readPrints(db, [...new Set(fresh.flatMap(({ mine, id }) => [mine, id]))]);
    for (const [index, pair] of fresh.entries()) {
      const [one, other] = [prints.get(pair.mine), prints.get(pair.id)];
      if (one && other) alike.keep(keyOf(pair), compareSound(one, other) >= leastAlike);
      if (index % atOnce === atOnce - 1) await letOthers();
    }
  };
  return {
    async find(ids) {
      const pairs = await listPairs(db, ids);
      await compare(pairs);
      const found = Map.groupBy(
        pairs.filter((pair) => alike.find(keyOf(pair))),
        ({ mine }) => mine,
      );
      return new Map(
        [...found].map(([mine, list]) => [mine, list.slice(0, mostEach).map(({ id, title }) => ({ id, title }))]),
      );
    },
  };
}

/** Some milliseconds. */
const atOnce = 50;

interface Pair extends Double {
  mine: string;
}

/** The same for both of a pair. */
function keyOf({ mine, id }: Pair): string {
  return mine < id ? `${mine} ${id}` : `${id} ${mine}`;
}

async function listPairs(db: Database, ids: readonly string[]): Promise<Pair[]> {
  if (ids.length === 0) return [];
  // the expression of the index video_duration
  const { rows } = await sql<Pair>`
    select mine.id as mine, other.id, other.title
    from video mine
      join recording heard on heard.video_id = mine.id and heard.sound_print is not null
      join video other on coalesce(other.duration_seconds, -1)
        between mine.duration_seconds - ${sql.lit(mostSecondsApart)} and mine.duration_seconds + ${sql.lit(mostSecondsApart)}
      join recording also on also.video_id = other.id and also.sound_print is not null
    where mine.id in (${sql.join(ids)}) and other.id <> mine.id and other.trashed_at is null
    order by mine.id, other.id limit ${mostCompared}`.execute(db);
  return rows;
}

const readAtOnce = 500;

async function readPrints(db: Database, ids: readonly string[]) {
  const prints = new Map<string, ReturnType<typeof readSoundPrint>>();
  for (let from = 0; from < ids.length; from += readAtOnce) {
    const rows = await db
      .selectFrom("recording")
      .select(["video_id", "sound_print"])
      .where("video_id", "in", ids.slice(from, from + readAtOnce))
      .execute();
    for (const { video_id, sound_print } of rows) if (sound_print) prints.set(video_id, readSoundPrint(sound_print));
  }
  return prints;
}
