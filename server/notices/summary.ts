// The daily summary for owners: what is new, what is wrong, and how it stands with space and the backup.
import type { Trx } from "#server/database/open.ts";
import { lastTime } from "#server/queue/last-time.ts";
import type { Parts } from "#server/parts.ts";
import { addNotice } from "./outbox.ts";
import { words } from "./words.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** After a longer break it is left out: the next one is near. */
const latestMs = 3 * hourMs;
const mostNamed = 10;

/** Called regularly. The key is of the hour, so that each day has one. */
export async function addSummary({ db, clock, config, wake }: Parts): Promise<void> {
  const { summaryHour } = config.notices;
  if (summaryHour === null) return;
  const now = clock.now();
  const due = lastTime(summaryHour, { now, timeZone: config.timeZone });
  if (now.getTime() - due.getTime() > latestMs) return;
  const key = `summary:${due.toISOString()}`;
  const known = await db.selectFrom("notice").select("id").where("key", "=", key).executeTakeFirst();
  if (known) return;
  await db.transaction().execute(async (trx) => {
    const since = new Date(due.getTime() - dayMs);
    const troubles = await trx.selectFrom("trouble").select(["title", "sentence"]).orderBy("began_at").execute();
    const lines = [
      ...(await sayRecordings(trx, since)),
      ...(await sayWork(trx)),
      ...(await sayUndelivered(trx, since)),
      ...troubles.map(({ title, sentence }) => `${title}: ${sentence}`),
      ...(await sayCheckUp(
        trx,
        troubles.map(({ title }) => title),
      )),
    ];
    const title = words.summary(troubles.length);
    await addNotice(trx, { key, kind: "summary", title, text: lines.join("\n"), at: now });
  });
  wake();
}

async function sayRecordings(trx: Trx, since: Date): Promise<string[]> {
  const rows = await trx
    .selectFrom("announced")
    .innerJoin("video", "video.id", "announced.video_id")
    .select("video.title")
    .where("announced.at", ">", since)
    .where("announced.why", "=", "told")
    .orderBy("announced.at")
    .execute();
  if (rows.length === 0) return [words.noNewRecording];
  const named = rows.slice(0, mostNamed).map(({ title }) => `• ${title}`);
  const more = rows.length > mostNamed ? [words.digestMore(rows.length - mostNamed)] : [];
  return [words.newRecordings(rows.length), ...named, ...more];
}

async function sayWork(trx: Trx): Promise<string[]> {
  const { count } = await trx
    .selectFrom("job")
    .select((e) => e.fn.count<number>("key").distinct().as("count"))
    .where("kind", "like", "prepare-%")
    .where("state", "in", ["waiting", "running"])
    .executeTakeFirstOrThrow();
  return count > 0 ? [words.inPreparation(count)] : [];
}

async function sayUndelivered(trx: Trx, since: Date): Promise<string[]> {
  const { count } = await trx
    .selectFrom("notice_delivery")
    .select((e) => e.fn.countAll<number>().as("count"))
    .where("state", "=", "failed")
    .where("at", ">", since)
    .executeTakeFirstOrThrow();
  return count > 0 ? [words.undelivered(count)] : [];
}

/** Space and backup, unless they are among what is wrong. */
async function sayCheckUp(trx: Trx, told: readonly string[]): Promise<string[]> {
  const row = await trx.selectFrom("check_up").select("lines").executeTakeFirst();
  return (row?.lines ?? [])
    .filter(({ name, title }) => (name === "space" || name === "backup") && !told.includes(title))
    .map(({ title, sentence }) => `${title}: ${sentence}`);
}
