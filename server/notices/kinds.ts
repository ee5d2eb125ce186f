// Which notices are about the archive itself, and for its owners only.
import type { NoticeKind } from "#contract/notices.ts";

const forMembers: readonly NoticeKind[] = ["recording", "live", "digest", "ending"];

export function isForOwners(kind: NoticeKind): boolean {
  return !forMembers.includes(kind);
}
