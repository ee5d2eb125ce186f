// The weekly notice: what a member could watch for the first time since the last one. Without anything new there is none.
import { watchableBy } from "#server/access/visible.ts";
import type { Parts } from "#server/parts.ts";
import type { Choice } from "./choices.ts";
import { addNotice } from "./outbox.ts";
import { findReader, listChoosers } from "./readers.ts";
import { words } from "./words.ts";

const weekMs = 7 * 86_400_000;
const mostNamed = 15;

type DigestParts = Pick<Parts, "db" | "config" | "clock" | "wake">;

/** Called regularly. */
export async function addDigests(parts: DigestParts): Promise<void> {
  const due = new Date(parts.clock.now().getTime() - weekMs);
  const choices = (await listChoosers(parts.db, "weekly")).filter(({ digest_at }) => digest_at <= due);
  for (const choice of choices) await addDigest(parts, choice);
  if (choices.length > 0) parts.wake();
}

async function addDigest(parts: DigestParts, choice: Choice): Promise<void> {
  const { db, clock } = parts;
  const { member_id: memberId, digest_at: since } = choice;
  const audience = await findReader(parts, memberId);
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("notice_choice")
      .set({ digest_at: now })
      .where("member_id", "=", memberId)
      .where("digest_at", "=", since)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    const titles = await trx
      .selectFrom("announced")
      .innerJoin("video", "video.id", "announced.video_id")
      .select("video.title")
      .where("announced.why", "=", "told")
      .where("announced.at", ">", since)
      .where("announced.at", "<=", now)
      .where(watchableBy(audience))
      .orderBy("announced.at")
      .execute();
    if (titles.length === 0) return;
    const named = titles.slice(0, mostNamed).map(({ title }) => `• ${title}`);
    const more = titles.length > mostNamed ? [words.digestMore(titles.length - mostNamed)] : [];
    await addNotice(trx, {
      key: `digest:${memberId}:${since.toISOString()}`,
      kind: "digest",
      title: words.digest(titles.length),
      text: [...named, ...more].join("\n"),
      memberId,
      at: now,
    });
  });
}
