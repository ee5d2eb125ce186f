// Browsers that show push notices of a member.
import { createHash } from "node:crypto";
import type { PushDevice } from "#contract/notices.ts";
import type { Database } from "#server/database/open.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { isPushService } from "./channels/push.ts";
import { words } from "./words.ts";

const mostDevices = 20;

export async function saveDevice(
  { db, clock, config }: Pick<Parts, "db" | "clock" | "config">,
  memberId: string,
  { endpoint, keys }: PushDevice,
): Promise<void> {
  const id = createHash("sha256").update(endpoint).digest("base64url");
  if (keys === null) {
    await db.deleteFrom("push_device").where("id", "=", id).where("member_id", "=", memberId).execute();
    return;
  }
  if (!isPushService(endpoint, config.notices)) throw new Refusal("bad-input", words.notAPushService);
  if ((await countDevices(db, memberId)) >= mostDevices) throw new Refusal("conflict", words.tooManyDevices);
  const row = { member_id: memberId, ...keys, added_at: clock.now() };
  // a browser belongs to whoever is logged in there now
  await db
    .insertInto("push_device")
    .values({ id, endpoint, ...row })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
    .execute();
}

export async function countDevices(db: Database, memberId: string): Promise<number> {
  const { count } = await db
    .selectFrom("push_device")
    .select((select) => select.fn.countAll<number>().as("count"))
    .where("member_id", "=", memberId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function listDevices(db: Database, memberIds: readonly string[]) {
  if (memberIds.length === 0) return [];
  return db.selectFrom("push_device").selectAll().where("member_id", "in", memberIds).execute();
}

export async function findDevice(db: Database, id: string) {
  return db.selectFrom("push_device").selectAll().where("id", "=", id).executeTakeFirst();
}

export async function dropDevice(db: Database, id: string): Promise<void> {
  await db.deleteFrom("push_device").where("id", "=", id).execute();
}
