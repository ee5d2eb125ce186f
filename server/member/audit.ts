// The append-only record of who signed in, was refused, gained or lost access, and why.
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
  detail?: Record<string, unknown>;
}

export async function recordAudit(db: Database, entry: AuditEntry): Promise<void> {
  await db
    .insertInto("audit")
    .values({
      at: entry.at,
      kind: entry.kind,
      member_id: entry.memberId ?? null,
      provider: entry.provider ?? null,
      subject: entry.subject ?? null,
      detail: JSON.stringify(entry.detail ?? {}),
    })
    .execute();
}
