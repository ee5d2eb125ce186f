// Sends one notice to one receiver, and writes down what came of it. A server that dies between the two sends it again, with
// the same id: the receiver can leave it out.
import type { Selectable } from "kysely";
import type { DeliveryState } from "#contract/notices.ts";
import { audiences } from "#server/access/visible.ts";
import type { Database } from "#server/database/open.ts";
import type { NoticeDeliveryTable } from "#server/database/tables.ts";
import type { Parts } from "#server/parts.ts";
import { Postponed } from "#server/queue/settings.ts";
import { Refusal } from "#server/refusal.ts";
import { forgetAnnounced } from "./announce.ts";
import type { Outcome } from "./channels/channel.ts";
import { composeMessage } from "./compose.ts";
import { findStream } from "./live.ts";
import { isWatchable } from "./readers.ts";
import { findReceiver, isShuttingOut, type Receiver } from "./receivers.ts";
import type { NoticeRow } from "./spread.ts";
import { words } from "./words.ts";

type Delivery = Selectable<NoticeDeliveryTable>;

/** News that could not be sent for so long is none any more. */
const oldestMs = 3 * 86_400_000;

export async function deliver(parts: Parts, deliveryId: number, isLastAttempt: boolean): Promise<void> {
  const { db, clock } = parts;
  const delivery = await db.selectFrom("notice_delivery").selectAll().where("id", "=", deliveryId).executeTakeFirst();
  if (delivery?.state !== "waiting") return;
  const notice = await db
    .selectFrom("notice")
    .selectAll()
    .where("id", "=", delivery.notice_id)
    .executeTakeFirstOrThrow();
  if (notice.kind === "recording" && !(await isShown(db, notice))) return withdraw(parts, notice);
  if (notice.kind === "live") {
    const stream = await findStream(parts, notice);
    if (stream === "over") return write(parts, delivery, "withdrawn", words.streamOver);
    if (stream !== "live") throw new Postponed("the stream was interrupted", stream.dropped);
  }
  const receiver = await findReceiver(parts, notice, delivery);
  if ("quietMs" in receiver) throw new Postponed("quiet hours", receiver.quietMs);
  if ("withdrawn" in receiver) return write(parts, delivery, "withdrawn", receiver.withdrawn);
  await db
    .updateTable("notice_delivery")
    .set({ attempts: delivery.attempts + 1, at: clock.now() })
    .where("id", "=", delivery.id)
    .execute();
  const message = await composeMessage(parts, notice, delivery.id);
  const outcome = await attempt(() => receiver.send(message));
  await settle(parts, { delivery, notice, receiver, outcome, isLastAttempt });
}

interface Settling {
  delivery: Delivery;
  notice: NoticeRow;
  receiver: Receiver;
  outcome: Outcome;
  isLastAttempt: boolean;
}

async function settle(parts: Parts, { delivery, notice, receiver, outcome, isLastAttempt }: Settling): Promise<void> {
  if (outcome.as === "sent") {
    // first of all: a server that dies before this sends it again
    await write(parts, delivery, "sent", outcome.answer);
    return receiver.onTaken?.();
  }
  if (outcome.as === "refused") {
    if (outcome.isGone) await receiver.onGone?.();
    return write(parts, delivery, "failed", outcome.answer);
  }
  const isTooOld = parts.clock.now().getTime() - notice.at.getTime() > oldestMs;
  if (isTooOld || (isLastAttempt && outcome.afterMs === undefined))
    return write(parts, delivery, "failed", words.gaveUp(outcome.answer));
  await write(parts, delivery, "waiting", outcome.answer);
  if (outcome.afterMs !== undefined) throw new Postponed(outcome.answer, outcome.afterMs);
  throw new Error(outcome.answer);
}

/** What the other side does is an outcome; what goes wrong here is an error of the job. */
export async function attempt(send: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return isShuttingOut(error) ? { as: "refused", answer: error.message } : { as: "later", answer: error.message };
  }
}

/** Whether members of some level may watch it; each receiver is asked about again. */
async function isShown(db: Database, { video_id: id }: NoticeRow): Promise<boolean> {
  return id !== null && isWatchable(db, audiences.everyLevel, id);
}

/** Stops telling others. If nobody was told yet, it is news again when it is shown again. */
async function withdraw(
  { db, clock }: Parts,
  { id, video_id: videoId, was_level: wasLevel }: NoticeRow,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable("notice_delivery")
      .set({ state: "withdrawn", answer: words.withdrawn, at: clock.now() })
      .where("notice_id", "=", id)
      .where("state", "=", "waiting")
      .execute();
    const told = await trx
      .selectFrom("notice_delivery")
      .select("id")
      .where("notice_id", "=", id)
      .where((e) => e.or([e("state", "=", "sent"), e("attempts", ">", 0)]))
      .limit(1)
      .execute();
    if (told.length === 0 && videoId !== null && wasLevel === null) await forgetAnnounced(trx, videoId);
  });
}

async function write({ db, clock }: Parts, { id }: Delivery, state: DeliveryState, answer: string): Promise<void> {
  await db.updateTable("notice_delivery").set({ state, answer, at: clock.now() }).where("id", "=", id).execute();
}
