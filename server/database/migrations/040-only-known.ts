// How much of the date of a recording is known, where not even the day is: only its month, or only its year. Until now such a
// date was shown as the first of January; it can be told from a real one, because it was a guess from a name or a tag.
import { sql } from "kysely";
import type { Database } from "#server/database/open.ts";

export async function up(db: Database): Promise<void> {
  await db.schema
    .alterTable("video")
    .addColumn("only_known", "text", (column) => column.check(sql`only_known in ('month', 'year')`))
    .execute();
  const rows = await db
    .selectFrom("video")
    .innerJoin("brought", "brought.video_id", "video.id")
    .select(["video.id", "video.add_date", "brought.given", "brought.why"])
    .where("video.time_missing", "=", true)
    .where("brought.is_guess", "=", true)
    .execute();
  for (const { id, add_date, given, why } of rows) {
    const reason = why.date as { source: string; isGuess?: boolean } | undefined;
    const [, month, rest] = /^\d{4}-(\d\d)(-01T00:00:00\.000Z)$/.exec(add_date.toISOString()) ?? [];
    const isVague = reason?.isGuess && reason.source !== "file-time" && given.add_date === add_date.toISOString();
    if (!isVague || rest === undefined) continue;
    const only_known = month === "01" ? "year" : "month";
    await db.updateTable("video").set({ only_known }).where("id", "=", id).execute();
    const row = {
      given: JSON.stringify({ ...given, only_known }),
      why: JSON.stringify({ ...why, date: { ...reason, onlyKnown: only_known } }),
    };
    await db.updateTable("brought").set(row).where("video_id", "=", id).execute();
  }
}
