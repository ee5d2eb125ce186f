// Writes what is to be told, in the transaction that causes it: both happen, or neither. The queue sends it afterwards.
import type { Trx } from "#server/database/open.ts";
import type { NoticeKind } from "#contract/notices.ts";
import { addJob } from "#server/queue/queue.ts";

interface NewNotice {
  /** The same key is told once. */
  key: string;
  kind: NoticeKind;
  title: string;
  text: string;
  videoId?: string;
  memberId?: string;
  /** Members who have this level already are not told. */
  wasLevel?: string;
  /** Outside of the archive. */
  link?: string;
  at: Date;
}

export const spreadJob = "spread-notice";
export const sendJob = "send-notice";

/** Wake the runners after the commit. */
export async function addNotice(trx: Trx, notice: NewNotice): Promise<void> {
  const { videoId = null, memberId = null, wasLevel = null, link = null, ...row } = notice;
  const added = await trx
    .insertInto("notice")
    .values({ ...row, link, video_id: videoId, member_id: memberId, was_level: wasLevel })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (added) await addJob(trx, { kind: spreadJob, key: String(added.id), payload: { noticeId: added.id } });
}
