// Which rows of the audit the history shows, and as what.
import type { HistoryKind } from "#contract/studio.ts";

export const auditKinds: Readonly<Record<string, HistoryKind>> = {
  "permission-changed": "permission",
  "grant-revoked": "permission",
  "mass-revocation-stopped": "permission",
  "identity-connected": "permission",
  "identity-disconnected": "permission",
  "guest-added": "permission",
  "guest-joined": "permission",
  "guest-changed": "permission",
  "invitation-made": "permission",
  "invitation-changed": "permission",
  "account-deleted": "permission",
  "signed-in": "sign-in",
  "sign-in-refused": "sign-in",
  "signed-out": "sign-in",
  "session-ended": "sign-in",
  "feed-made": "sign-in",
  "feed-ended": "sign-in",
  "moment-made": "sign-in",
  "moment-ended": "sign-in",
  "song-edited": "song",
  "song-merged": "song",
  "song-separated": "song",
  "collection-made": "collection",
  "collection-changed": "collection",
  "collection-deleted": "collection",
  "collections-ordered": "collection",
  "retention-changed": "retention",
  "retention-restored": "retention",
  "retention-stopped": "retention",
  "file-damaged": "files",
  "stream-key-made": "settings",
  "stream-key-reset": "settings",
  "stream-key-deleted": "settings",
  "settings-changed": "settings",
  "provider-connected": "settings",
  "notices-changed": "settings",
};

/** Only owners see these. */
export function isForOwners(kind: HistoryKind): boolean {
  return kind === "permission" || kind === "sign-in" || kind === "settings";
}
