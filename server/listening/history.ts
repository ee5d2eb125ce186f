// What one member has heard, by day: nobody else reads it. They can turn it off and delete it; it ends with their account.
import type { Answer } from "#contract/api.ts";
import type { HeardYear } from "#contract/heard/heard.ts";
import type { MyData } from "#contract/my-data.ts";
import { type Audience, audiences, watchableBy } from "#server/access/visible.ts";
import type { Database } from "#server/database/open.ts";
import { describeEntries } from "#server/library/lists/entries.ts";

interface Whose {
  memberId: string;
  /** Null for somebody who may not watch now: they see nothing of it, and can still delete it. */
  audience: Audience | null;
}

interface Page {
  limit?: number | undefined;
  /** The `next` of the page before. */
  after?: string | undefined;
}

export async function listHistory(
  db: Database,
  whose: Whose,
  { limit = 50, after }: Page,
): Promise<Answer<"listHeard">> {
  let query = selectHistory(db, whose)
    .orderBy("listened.day", "desc")
    .orderBy("listened.at", "desc")
    .orderBy("listened.video_id")
    .limit(limit + 1);
  if (after !== undefined) {
    const [day = "", ms, id = ""] = after.split(" ");
    const at = new Date(Number(ms));
    query = query.where(({ eb, and, or }) =>
      or([
        eb("listened.day", "<", day),
        and([eb("listened.day", "=", day), eb("listened.at", "<", at)]),
        and([eb("listened.day", "=", day), eb("listened.at", "=", at), eb("listened.video_id", ">", id)]),
      ]),
    );
  }
  const rows = await query.execute();
  const shown = rows.slice(0, limit);
  const entries = await describeAll(db, shown);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    keeps: await isKept(db, whose.memberId),
    entries: shown.flatMap(({ day, seconds }, index) => {
      const entry = entries[index];
      return entry ? { day, seconds, entry } : [];
    }),
    next: last ? `${last.day} ${last.at.getTime()} ${last.video_id}` : null,
  };
}

function selectHistory(db: Database, { memberId, audience }: Whose) {
  return db
    .selectFrom("listened")
    .innerJoin("video", "video.id", "listened.video_id")
    .select(["listened.day", "listened.seconds", "listened.at", "listened.video_id"])
    .select(["video.title", "video.thumbnail_hash", "video.add_date", "video.time_missing", "video.only_known"])
    .select(["video.duration_seconds", "video.state"])
    .where("listened.member_id", "=", memberId)
    .where(watchableBy(audience));
}

type HistoryRow = Awaited<ReturnType<ReturnType<typeof selectHistory>["execute"]>>[number];

/** As entries of a list: whole recordings. */
async function describeAll(db: Database, rows: readonly HistoryRow[]) {
  const whole = { performance_id: "", place: 0, talk: null, start_seconds: null, until_seconds: null };
  const entries = await describeEntries(
    db,
    rows.map((row) => ({ ...row, ...whole })),
  );
  return entries.map(({ place: _place, ...entry }) => entry);
}

async function isKept(db: Database, memberId: string): Promise<boolean> {
  const off = await db
    .selectFrom("history_off")
    .select("member_id")
    .where("member_id", "=", memberId)
    .executeTakeFirst();
  return off === undefined;
}

/** What is kept already stays until they delete it. */
export async function keepHistory(db: Database, memberId: string, keeps: boolean): Promise<void> {
  if (keeps) await db.deleteFrom("history_off").where("member_id", "=", memberId).execute();
  else
    await db
      .insertInto("history_off")
      .values({ member_id: memberId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** One recording of one day, or everything. */
export async function forgetHistory(db: Database, memberId: string, one?: { day: string; id: string }): Promise<void> {
  // PostgreSQL refuses text with zero bytes
  if (one && !/^[a-z2-7]{26}$/.test(one.id)) return;
  let query = db.deleteFrom("listened").where("member_id", "=", memberId);
  if (one) query = query.where("day", "=", one.day).where("video_id", "=", one.id);
  await query.execute();
}

export async function exportHistory(
  db: Database,
  { memberId, audience }: Whose,
): Promise<Required<Pick<MyData, "history" | "keeps_history">>> {
  const rows = await selectHistory(db, { memberId, audience: audience ?? audiences.viewers })
    .orderBy("listened.day", "desc")
    .orderBy("listened.at", "desc")
    .execute();
  return {
    history: rows.map(({ video_id, title, day, seconds }) => ({ video_id, title: audience && title, day, seconds })),
    keeps_history: await isKept(db, memberId),
  };
}

const mostInYear = 10;

export async function readYear(db: Database, whose: Whose, year: number): Promise<HeardYear> {
  const rows = await selectHistory(db, whose)
    .where("listened.day", ">=", `${year}-01-01`)
    .where("listened.day", "<=", `${year}-12-31`)
    .execute();
  const months = Array.from({ length: 12 }, () => 0);
  for (const { day, seconds } of rows) {
    const month = Number(day.slice(5, 7)) - 1;
    months[month] = (months[month] ?? 0) + seconds;
  }
  const byVideo = [...Map.groupBy(rows, ({ video_id }) => video_id).values()].map((list) => ({
    list,
    seconds: sum(list),
  }));
  const most = byVideo.toSorted((a, b) => b.seconds - a.seconds).slice(0, mostInYear);
  const entries = await describeAll(
    db,
    most.flatMap(({ list }) => list.slice(0, 1)),
  );
  return {
    year,
    seconds: sum(rows),
    days: new Set(rows.map(({ day }) => day)).size,
    recordings: byVideo.length,
    months,
    most: most.flatMap(({ list, seconds }, index) => {
      const entry = entries[index];
      return entry ? { seconds, days: list.length, entry } : [];
    }),
  };
}

function sum(rows: readonly Pick<HistoryRow, "seconds">[]): number {
  return rows.reduce((total, { seconds }) => total + seconds, 0);
}
