// The append-only record of who logged in, was refused, got or lost access, and why.
import { count, countsOf } from "#server/counts.ts";
import type { Database } from "#server/database/open.ts";
import { recordEvent, type Event } from "#server/history/log.ts";

type AuditKind =
  | "signed-in"
  | "sign-in-refused"
  | "signed-out"
  | "session-ended"
  | "feed-made"
  | "feed-ended"
  | "moment-made"
  | "moment-ended"
  | "identity-connected"
  | "identity-disconnected"
  | "permission-changed"
  | "grant-revoked"
  | "mass-revocation-stopped"
  | "account-deleted"
  | "guest-added"
  | "guest-joined"
  | "guest-changed"
  | "invitation-made"
  | "invitation-changed"
  | "stream-key-made"
  | "stream-key-reset"
  | "stream-key-deleted";

interface AuditEntry extends Event {
  kind: AuditKind;
}

/** Returns the entry's id, for Undo. */
export async function recordAudit(db: Database, entry: AuditEntry): Promise<string> {
  count(countsOf(db).audited, entry.kind);
  return recordEvent(db, entry);
}
