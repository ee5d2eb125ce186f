// The append-only record of who logged in, was refused, got or lost access, and why.
import { count, countsOf } from "#server/counts.ts";
import type { Database } from "#server/database/open.ts";

export type AuditKind =
  | "signed-in"
  | "sign-in-refused"
  | "signed-out"
  | "session-ended"
  | "identity-connected"
  | "identity-disconnected"
  | "permission-changed"
  | "grant-revoked"
  | "mass-revocation-stopped";

export interface AuditEntry {
  at: Date;
  kind: AuditKind;
  memberId?: string | null;
  provider?: string | null;
  subject?: string | null;
  /** Who did it, where that is not the member it is about. */
  actorId?: string | null;
  detail?: Record<string, unknown>;
}

export async function recordAudit(db: Database, entry: AuditEntry): Promise<void> {
  count(countsOf(db).audited, entry.kind);
  await db
    .insertInto("audit")
    .values({
      at: entry.at,
      kind: entry.kind,
      member_id: entry.memberId ?? null,
      provider: entry.provider ?? null,
      subject: entry.subject ?? null,
      actor_id: entry.actorId ?? null,
      detail: JSON.stringify(entry.detail ?? {}),
    })
    .execute();
}
