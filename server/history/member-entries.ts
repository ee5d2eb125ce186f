// The entries of one member: as they can download them, and how they are forgotten when the account is deleted.
import type { MyData } from "#contract/my-data.ts";
import type { Database, Trx } from "#server/database/open.ts";
import { byFormer } from "./log.ts";

const most = 10_000;

/** Without the values, which may be about recordings that they no longer see. */
export async function exportEntries(db: Database, memberId: string): Promise<Pick<MyData, "changes" | "log">> {
  const changes = await db
    .selectFrom("change")
    .select(["at", "kind", "video_id", "after"])
    .where("member_id", "=", memberId)
    .orderBy("at", "desc")
    .limit(most)
    .execute();
  const audits = await db
    .selectFrom("audit")
    .select(["at", "kind", "provider", "actor_id", "detail"])
    .where((e) => e.or([e("member_id", "=", memberId), e("actor_id", "=", memberId)]))
    .orderBy("at", "desc")
    .limit(most)
    .execute();
  const own = audits.filter(({ actor_id }) => actor_id === memberId);
  return {
    changes: [
      ...changes.map(({ after, ...change }) => ({
        ...change,
        at: change.at.toISOString(),
        fields: Object.keys(after),
      })),
      ...own.map(({ at, kind, detail }) => ({
        at: at.toISOString(),
        kind,
        video_id: null,
        fields: Object.keys(detail.after ?? {}),
      })),
    ],
    log: audits
      .filter(({ actor_id }) => actor_id !== memberId)
      .map(({ at, kind, provider }) => ({ at: at.toISOString(), kind, provider })),
  };
}

/** Only about that member, and nobody else did them: nothing of them stays. */
const ownTrail = [
  "signed-in",
  "signed-out",
  "session-ended",
  "identity-connected",
  "identity-disconnected",
  "grant-revoked",
  "permission-changed",
  "guest-joined",
];

/**
 * What they did to the archive stays, as done by a former member; their logins are deleted. Returns the number that
 * stands for them. Call it in the transaction that deletes the member, before that.
 */
export async function forgetInHistory(trx: Trx, memberId: string): Promise<number> {
  const { left } = await trx
    .selectFrom("audit")
    .select(({ fn }) => fn.countAll<number | string>().as("left"))
    .where("kind", "=", "account-deleted")
    .executeTakeFirstOrThrow();
  const number = Number(left) + 1;
  const former = `former-${number}`;
  await trx
    .deleteFrom("audit")
    .where("member_id", "=", memberId)
    .where("actor_id", "is", null)
    .where("kind", "in", ownTrail)
    .execute();
  await trx.updateTable("audit").set({ member_id: former, subject: null }).where("member_id", "=", memberId).execute();
  await trx.updateTable("audit").set({ actor_id: former }).where("actor_id", "=", memberId).execute();
  // its member becomes null; without this mark it would read as if the archive itself had added the recording
  await trx
    .updateTable("change")
    .set({ before: JSON.stringify(byFormer) })
    .where("member_id", "=", memberId)
    .where("kind", "=", "added")
    .execute();
  return number;
}
