// Tells that the channel is live: once for each stream. Twitch may say it several times, and a stream that drops and comes
// back within 15 minutes is the same one.
import { isPostgres, type Trx } from "#server/database/open.ts";
import type { LiveStreamTable } from "#server/database/tables.ts";
import type { StreamChange } from "#server/member/providers/twitch-event.ts";
import type { Parts } from "#server/parts.ts";
import { addNotice } from "./outbox.ts";
import { words } from "./words.ts";

const pauseMs = 15 * 60_000;
/** Twitch's word of the end may be lost: a stream that began so long ago is over. */
const longestMs = 12 * 3_600_000;

/** Idempotent. What is said about other channels is ignored. */
export async function noteStream(
  { db, config, clock, wake }: Pick<Parts, "db" | "config" | "clock" | "wake">,
  change: StreamChange,
): Promise<void> {
  if (change.broadcasterId !== config.twitch?.broadcasterId) return;
  await db.transaction().execute(async (trx) => {
    if (change.is === "offline") return noteEnd(trx, change);
    const { broadcasterId, streamId, login, name, at } = change;
    const before = await findBefore(trx, broadcasterId);
    if (before && (before.stream_id === streamId || at <= before.started_at)) return;
    const key = `live:${streamId}`;
    const isNew = !before || isOver(before, at);
    const row = { stream_id: streamId, started_at: at, ended_at: null, notice_key: isNew ? key : before.notice_key };
    await trx
      .insertInto("live_stream")
      .values({ broadcaster_id: broadcasterId, ...row })
      .onConflict((conflict) => conflict.column("broadcaster_id").doUpdateSet(row))
      .execute();
    if (!isNew) return;
    const [title, text, link] = [words.isLive(name), words.watchLive, `https://www.twitch.tv/${login}`];
    await addNotice(trx, { key, kind: "live", title, text, link, at: clock.now() });
  });
  wake();
}

/** How a stream is, for a notice that is to be sent; of one that dropped, how long to wait for it. */
export async function findStream(
  { db, clock }: Pick<Parts, "db" | "clock">,
  { key }: { key: string },
): Promise<"live" | "over" | { dropped: number }> {
  const stream = await db.selectFrom("live_stream").selectAll().where("notice_key", "=", key).executeTakeFirst();
  const now = clock.now();
  if (!stream || isOver(stream, now)) return "over";
  return stream.ended_at === null ? "live" : { dropped: stream.ended_at.getTime() + pauseMs - now.getTime() };
}

function isOver({ started_at, ended_at }: Pick<LiveStreamTable, "started_at" | "ended_at">, now: Date): boolean {
  if (ended_at !== null) return now.getTime() - ended_at.getTime() >= pauseMs;
  return now.getTime() - started_at.getTime() >= longestMs;
}

async function findBefore(trx: Trx, broadcasterId: string): Promise<LiveStreamTable | undefined> {
  let query = trx.selectFrom("live_stream").selectAll().where("broadcaster_id", "=", broadcasterId);
  if (isPostgres(trx)) query = query.forUpdate();
  return query.executeTakeFirst();
}

/** An end that arrives late is not the end of the stream that has begun since. */
async function noteEnd(trx: Trx, { broadcasterId, at }: StreamChange & { is: "offline" }): Promise<void> {
  await trx
    .updateTable("live_stream")
    .set({ ended_at: at })
    .where("broadcaster_id", "=", broadcasterId)
    .where("started_at", "<", at)
    .where("ended_at", "is", null)
    .execute();
}
