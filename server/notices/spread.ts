// Decides who gets a notice: one row and one job for each receiver, in one transaction. Repeating it adds nothing.
import type { NoticeChannel } from "#contract/notices.ts";
import type { Selectable } from "kysely";
import { audiences, watchableBy } from "#server/access/visible.ts";
import type { Database } from "#server/database/open.ts";
import type { NoticeTable } from "#server/database/tables.ts";
import type { Parts } from "#server/parts.ts";
import { addJob } from "#server/queue/queue.ts";
import { Postponed } from "#server/queue/settings.ts";
import { findChoice } from "./choices.ts";
import { listDevices } from "./devices.ts";
import { isForOwners } from "./kinds.ts";
import { sendJob } from "./outbox.ts";
import { isWanted, listChoosers } from "./readers.ts";

export type NoticeRow = Selectable<NoticeTable>;

interface Receiver {
  channel: NoticeChannel;
  target: string;
}

/** Its thumbnail is made soon after a recording can be watched. */
const pictureWaitMs = 5 * 60_000;

export async function spreadNotice(parts: Parts, noticeId: number): Promise<void> {
  const { db, clock, wake } = parts;
  const notice = await db.selectFrom("notice").selectAll().where("id", "=", noticeId).executeTakeFirst();
  if (!notice) return;
  await waitForPicture(parts, notice);
  const receivers = await leaveOutTold(db, notice, await listReceivers(parts, notice));
  await db.transaction().execute(async (trx) => {
    for (const receiver of receivers) {
      const added = await trx
        .insertInto("notice_delivery")
        .values({ notice_id: noticeId, ...receiver, state: "waiting", answer: null, at: clock.now() })
        .onConflict((conflict) => conflict.columns(["notice_id", "channel", "target"]).doNothing())
        .returning("id")
        .executeTakeFirst();
      if (added) await addJob(trx, { kind: sendJob, key: String(added.id), payload: { deliveryId: added.id } });
    }
  });
  wake();
}

async function listReceivers(parts: Parts, notice: NoticeRow): Promise<Receiver[]> {
  const { config, db } = parts;
  const { discordUrl, discordTroubleUrl, webhook, mail, troubleMailTo } = config.notices;
  const hook: Receiver[] = webhook ? [{ channel: "webhook", target: "" }] : [];
  if (notice.kind === "recording" || notice.kind === "live")
    return [...(discordUrl ? [discord] : []), ...hook, ...(await listMembers(db, notice))];
  if (!isForOwners(notice.kind)) return listMembers(db, notice);
  const mails = mail ? troubleMailTo.map((target) => ({ channel: "mail" as const, target })) : [];
  return [...(discordTroubleUrl ? [discord] : []), ...hook, ...mails];
}

/** When early access ends, whoever is told of the recording by its first notice is not told of it again. */
async function leaveOutTold(db: Database, notice: NoticeRow, receivers: Receiver[]): Promise<Receiver[]> {
  if (notice.was_level === null) return receivers;
  const rows = await db
    .selectFrom("notice_delivery")
    .innerJoin("notice", "notice.id", "notice_delivery.notice_id")
    .select(["notice_delivery.channel", "notice_delivery.target"])
    .where("notice.video_id", "=", notice.video_id)
    .where("notice.id", "!=", notice.id)
    .where("notice_delivery.state", "in", ["sent", "waiting"])
    .execute();
  const told = new Set(rows.map(({ channel, target }) => `${channel} ${target}`));
  return receivers.filter(({ channel, target }) => !told.has(`${channel} ${target}`));
}

const discord: Receiver = { channel: "discord", target: "" };

/** Whether they may watch is asked when it is sent. */
async function listMembers(db: Database, { kind, member_id: only }: NoticeRow): Promise<Receiver[]> {
  const one = only === null ? undefined : await findChoice(db, only);
  const choices = only === null ? await listChoosers(db, kind === "live" ? "live" : "each") : one ? [one] : [];
  const mails = choices.filter((choice) => isWanted(choice, "mail", kind));
  const pushes = choices.filter((choice) => isWanted(choice, "push", kind)).map(({ member_id }) => member_id);
  const devices = await listDevices(db, pushes);
  return [
    ...mails.map(({ member_id }) => ({ channel: "mail" as const, target: member_id })),
    ...devices.map(({ id }) => ({ channel: "push" as const, target: id })),
  ];
}

/** Once: releaseNotices brings it forward. */
async function waitForPicture({ db, clock }: Parts, { video_id: id, at }: NoticeRow): Promise<void> {
  const leftMs = at.getTime() + pictureWaitMs - clock.now().getTime();
  if (id === null || leftMs < 0) return;
  const video = await db
    .selectFrom("video")
    .select("thumbnail_hash")
    .where("id", "=", id)
    .where(watchableBy(audiences.everyLevel))
    .executeTakeFirst();
  if (video?.thumbnail_hash === null) throw new Postponed("waiting for the thumbnail", leftMs + 1);
}
