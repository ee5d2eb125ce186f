// What a member wants to be told, and how. Without a choice: nothing.
import { randomBytes } from "node:crypto";
import type { Selectable } from "kysely";
import type { NoticeChoice, NoticeChoiceChange } from "#contract/notices.ts";
import type { Database } from "#server/database/open.ts";
import type { NoticeChoiceTable } from "#server/database/tables.ts";
import { findMailAddress } from "#server/member/mail-address.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { countDevices } from "./devices.ts";
import { ensurePushKeys } from "./push-keys.ts";
import { readClock, writeClock } from "./quiet.ts";
import { words } from "./words.ts";

export type Choice = Selectable<NoticeChoiceTable>;
type ChoiceParts = Pick<Parts, "db" | "keys" | "clock" | "config">;

/** How often in a row an address is refused for good before no more is sent there. */
const mostRefusals = 3;

export async function describeChoice(parts: ChoiceParts, memberId: string): Promise<NoticeChoice> {
  const choice = await findChoice(parts.db, memberId);
  const address = await findMailAddress(parts, memberId);
  const { publicKey } = await ensurePushKeys(parts);
  const { quiet_from: from = null, quiet_to: to = null } = choice ?? {};
  return {
    mail: choice?.mail ?? "nothing",
    push: choice?.push ?? "nothing",
    quiet: from === null || to === null ? null : { from: writeClock(from), to: writeClock(to) },
    time_zone: choice?.time_zone ?? parts.config.timeZone,
    address: address && shorten(address),
    live_mail: choice?.live_mail ?? false,
    live_push: choice?.live_push ?? false,
    can_mail: parts.config.notices.mail !== null,
    can_live: Boolean(parts.config.twitch?.eventSubSecret),
    is_refused: choice !== undefined && isRefused(choice),
    push_key: publicKey,
    devices: await countDevices(parts.db, memberId),
  };
}

export async function saveChoice(
  { db, clock }: Pick<Parts, "db" | "clock">,
  memberId: string,
  { mail, push, quiet, time_zone: zone, live_mail, live_push }: NoticeChoiceChange,
): Promise<void> {
  if (quiet && quiet.from === quiet.to) throw new Refusal("bad-input", words.sameTimes);
  const values = {
    mail,
    push,
    quiet_from: quiet && readClock(quiet.from),
    quiet_to: quiet && readClock(quiet.to),
    time_zone: requireZone(zone),
    live_mail,
    live_push,
    // whoever saves it again has mended the address
    mail_refusals: 0,
  };
  await db
    .insertInto("notice_choice")
    .values({ member_id: memberId, ...values, stop_key: newStopKey(), digest_at: clock.now() })
    .onConflict((conflict) => conflict.column("member_id").doUpdateSet(values))
    .execute();
}

export async function findChoice(db: Database, memberId: string): Promise<Choice | undefined> {
  return db.selectFrom("notice_choice").selectAll().where("member_id", "=", memberId).executeTakeFirst();
}

/** Called by the link in a mail, also without a login. False when the link is not known. */
export async function stopMails(db: Database, key: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("notice_choice")
    .set({ mail: "nothing", live_mail: false })
    .where("stop_key", "=", key)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export function isRefused({ mail_refusals }: Pick<Choice, "mail_refusals">): boolean {
  return mail_refusals >= mostRefusals;
}

export async function noteMailRefused(db: Database, memberId: string): Promise<void> {
  await db
    .updateTable("notice_choice")
    .set((e) => ({ mail_refusals: e("mail_refusals", "+", 1) }))
    .where("member_id", "=", memberId)
    .execute();
}

export async function noteMailTaken(db: Database, memberId: string): Promise<void> {
  await db.updateTable("notice_choice").set({ mail_refusals: 0 }).where("member_id", "=", memberId).execute();
}

const letters = "abcdefghjkmnpqrstvwxyz0123456789";

function newStopKey(): string {
  return Array.from(randomBytes(26), (byte) => letters[byte % letters.length]).join("");
}

/** Enough of the address for members to know which of theirs it is. */
function shorten(address: string): string {
  const [name = "", host = ""] = address.split("@");
  return `${name.slice(0, 2)}…@${host}`;
}

/** Checks the name that the clock will be asked with. */
function requireZone(zone: string): string {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone;
  } catch (error) {
    throw new Refusal("bad-input", words.wrongZone, { cause: error });
  }
}
