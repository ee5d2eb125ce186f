// Recordings that are as long as another one and as loud in the same places: probably the same sound in another file.
import { sql } from "kysely";
import type { Database } from "#server/database/open.ts";
import type { VideoRow } from "#server/library/video.ts";

interface Double {
  id: string;
  title: string;
}

const mostEach = 3;
/** Of one minute there may be many: what is compared stays bounded. */
const mostCompared = 20_000;

/** For editors; by the id of each of these recordings. */
export async function findDoubles(db: Database, rows: readonly VideoRow[]): Promise<Map<string, Double[]>> {
  const ids = rows.flatMap(({ id, peaks, duration_seconds }) => (peaks && duration_seconds ? [id] : []));
  if (ids.length === 0) return new Map();
  // the expression of the index video_duration
  const { rows: pairs } = await sql<Double & { mine: string; my_peaks: string; peaks: string }>`
    select mine.id as mine, mine.peaks as my_peaks, other.id, other.title, other.peaks
    from video mine join video other
      on coalesce(other.duration_seconds, -1) between mine.duration_seconds - 1 and mine.duration_seconds + 1
    where mine.id in (${sql.join(ids)}) and other.id <> mine.id and other.peaks is not null and other.trashed_at is null
    order by mine.id, other.id limit ${mostCompared}`.execute(db);
  const alike = pairs.filter(({ my_peaks, peaks }) => soundAlike(my_peaks, peaks));
  const found = Map.groupBy(alike, ({ mine }) => mine);
  return new Map([...found].map(([id, list]) => [id, list.slice(0, mostEach).map(({ id, title }) => ({ id, title }))]));
}

/** Both are hex digits. Music that is equally loud throughout looks like any other, so nothing is said about it. */
function soundAlike(one: string, other: string): boolean {
  const [a, b] = [readHeights(one), readHeights(other)];
  if (a.length !== b.length || a.length === 0) return false;
  const mean = a.reduce((sum, height) => sum + height, 0) / a.length;
  const spread = a.reduce((sum, height) => sum + Math.abs(height - mean), 0) / a.length;
  const difference = a.reduce((sum, height, index) => sum + Math.abs(height - (b[index] ?? 0)), 0) / a.length;
  return spread >= 1 && difference <= Math.min(0.75, spread / 3);
}

function readHeights(digits: string): number[] {
  return Array.from(digits, (digit) => Number.parseInt(digit, 16));
}
