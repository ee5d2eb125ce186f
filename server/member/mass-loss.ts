// If many members lose access at once, the cause is more likely a fault (a wrong tier id, an outage at the provider) than
// the truth. Such answers are ignored until somebody has checked.
import { sql } from "kysely";
import { isPostgres } from "#server/database/open.ts";
import type { Parts } from "#server/parts.ts";
import { recordAudit } from "./audit.ts";

const share = 0.2;
const count = 5;
const lookBackMs = 6 * 3_600_000;

/** Whether `losing` more, with those who lost access recently, are too many. Reported in the log and, once an hour, the audit. */
export async function isMassLoss({ db, clock, log }: Parts, { losing }: { losing: number }): Promise<boolean> {
  const now = clock.now();
  const { entitled } = await db
    .selectFrom("entitlement")
    .select((select) => select.fn.countAll<number>().as("entitled"))
    .where("state", "=", "entitled")
    .where("hard_until", ">", now)
    .executeTakeFirstOrThrow();
  const lost = losing + (await countLostLately({ db }, new Date(now.getTime() - lookBackMs)));
  if (lost <= count || lost <= (entitled + lost - losing) * share) return false;

  const detail = { losing, lost, entitled };
  log.error(detail, "many members would lose access at once; nothing was changed. Check the tiers and the campaign");
  const anHourAgo = new Date(now.getTime() - 3_600_000);
  const kind = "mass-revocation-stopped";
  const told = await db
    .selectFrom("audit")
    .select("id")
    .where("kind", "=", kind)
    .where("at", ">", anHourAgo)
    .executeTakeFirst();
  if (!told) await recordAudit(db, { at: now, kind, detail });
  return true;
}

/** The same for one more, inside the transaction that would store it: one at a time, so that each counts those before it. */
export async function isOneTooMany(parts: Parts): Promise<boolean> {
  // on SQLite a transaction that writes is alone anyway
  if (isPostgres(parts.db))
    await sql`select pg_advisory_xact_lock(hashtext('stagedoor'), hashtext('mass-loss'))`.execute(parts.db);
  return isMassLoss(parts, { losing: 1 });
}

/** Only losses found by our own checks; what a provider reports, or members do themselves, is not a fault. */
async function countLostLately({ db }: Pick<Parts, "db">, since: Date): Promise<number> {
  const rows = await db
    .selectFrom("audit")
    .select("detail")
    .where("at", ">", since)
    .where("kind", "=", "permission-changed")
    .execute();
  const isLoss = ({ detail }: (typeof rows)[number]) =>
    (detail["new"] as { can_view?: boolean } | undefined)?.can_view === false &&
    ["sweep", "poll"].includes(String(detail["why"]));
  return rows.filter(isLoss).length;
}
