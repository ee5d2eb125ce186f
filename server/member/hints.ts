// A provider told us that something has changed: noted once, then a job asks the provider for the current state.
import type { Provider } from "#contract/member.ts";
import type { Parts } from "#server/parts.ts";
import { addJob } from "#server/queue/queue.ts";
import { findIdentity } from "#server/member/sign-in/admit.ts";
import type { Hint } from "./providers/patreon-webhook.ts";

const rememberMs = 24 * 3_600_000;
/** Patreon's messages have no id: the same bytes may be a replay or the same thing happening again. */
const repeatAfterMs = 500;

export async function takeHint(
  parts: Pick<Parts, "db" | "clock" | "wake">,
  provider: Provider,
  hint: Hint,
): Promise<void> {
  await parts.db.transaction().execute(async (db) => {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto("webhook_seen")
      .values({ provider, message_key: hint.messageKey, seen_at: parts.clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    const isNew = Boolean(numInsertedOrUpdatedRows);
    if (!hint.providerUserId || (!isNew && provider === "twitch")) return;
    const identity = await findIdentity(db, provider, hint.providerUserId);
    if (!identity) return;
    const priority = 10;
    const payload = { identityId: identity.id, source: "push" };
    // however many replays arrive, the provider is asked at most twice a second
    if (isNew) await addJob(db, { kind: "recheck", key: `${identity.id} ${hint.messageKey}`, payload, priority });
    else
      await addJob(db, { kind: "recheck", key: `${identity.id} repeated`, payload, priority, delayMs: repeatAfterMs });
  });
  parts.wake();
}

/** When a provider last told us anything. */
export async function findLastHeard(db: Parts["db"], provider: Provider): Promise<Date | null> {
  const row = await db
    .selectFrom("webhook_seen")
    .select("seen_at")
    .where("provider", "=", provider)
    .orderBy("seen_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.seen_at ?? null;
}

export async function sweepHints({ db, clock }: Pick<Parts, "db" | "clock">): Promise<void> {
  await db
    .deleteFrom("webhook_seen")
    .where("seen_at", "<", new Date(clock.now().getTime() - rememberMs))
    // the last one of each provider stays: the owner sees when it was
    .where((e) =>
      e.exists(
        e
          .selectFrom("webhook_seen as later")
          .select("later.provider")
          .whereRef("later.provider", "=", "webhook_seen.provider")
          .whereRef("later.seen_at", ">", "webhook_seen.seen_at"),
      ),
    )
    .execute();
}
