// The guests and invitation links that entries of the history are about, as they are now. Entries keep no names, so that
// nothing of them stays when somebody deletes their account.
import type { Database } from "#server/database/open.ts";
import type { AuditRow, GuestNow } from "./describe.ts";
import { isOfGuest, readGuestChange } from "./undo-rules.ts";

type Entry = Pick<AuditRow, "kind" | "detail">;

export async function readGuests(db: Database, rows: readonly Entry[]): Promise<(row: Entry) => GuestNow | undefined> {
  const changes = rows.filter(isOfGuest).map(({ detail }) => readGuestChange(detail));
  const guestIds = changes.flatMap(({ guestId }) => guestId ?? []);
  const linkIds = changes.flatMap(({ invitationId }) => invitationId ?? []);
  const found = new Map<string, GuestNow>();
  if (guestIds.length > 0)
    for (const row of await selectGuests(db, guestIds))
      found.set(row.id, {
        name: row.member_name ?? row.name,
        fields: { until: row.until?.toISOString() ?? null, ended: row.ended_at !== null, level: row.level },
      });
  if (linkIds.length > 0)
    for (const row of await selectLinks(db, linkIds))
      found.set(row.id, { name: null, fields: { revoked: row.revoked_at !== null } });
  return (row) => {
    const { guestId, invitationId } = readGuestChange(row.detail);
    return isOfGuest(row) ? found.get(guestId ?? invitationId ?? "") : undefined;
  };
}

async function selectGuests(db: Database, ids: readonly string[]) {
  return db
    .selectFrom("guest")
    .leftJoin("member", "member.id", "guest.member_id")
    .select(["guest.id", "guest.name", "guest.until", "guest.ended_at", "guest.level", "member.name as member_name"])
    .where("guest.id", "in", ids)
    .execute();
}

async function selectLinks(db: Database, ids: readonly string[]) {
  return db.selectFrom("invitation").select(["id", "revoked_at"]).where("id", "in", ids).execute();
}
