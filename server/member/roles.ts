// What the owner does with members: makes editors and owners, disables accounts, logs members out. Each is one transaction with its
// audit entry, and takes effect at the next request.
import type { RecordedEvent } from "#server/history/log.ts";
import type { Database } from "#server/database/open.ts";
import { Refusal } from "#server/refusal.ts";
import { recordAudit } from "./audit.ts";
import { decideFor, findMember, listIdentities, type Member } from "./membership.ts";
import type { Within } from "#server/parts.ts";
import { getMember, type ListedMember, type MemberParts } from "./members.ts";
import { isListed, lockOwners, requireStillOwner } from "./owners.ts";
import { endSessions } from "./session.ts";
import { forget } from "./unsettled.ts";
import { words } from "./words.ts";

type Role = Member["role"];

interface MemberChanges {
  role?: Role | undefined;
  disabled?: boolean | undefined;
}

/** The member who acts. */
export interface Acting {
  memberId: string;
}

export async function changeMember(
  parts: MemberParts,
  { memberId: actorId }: Acting,
  { id, role, disabled }: MemberChanges & { id: string },
): Promise<{ member: ListedMember; change: string | null }> {
  const { db, clock } = parts;
  const change = await db.transaction().execute(async (trx) => {
    const before = await requireOther({ ...parts, db: trx }, actorId, id);
    requireNoOwnerDisabled(before, { role, disabled });
    const wanted = {
      role: role === undefined ? before.role : role,
      disabled: disabled ?? before.disabled_at !== null,
    };
    return setMember({ ...parts, db: trx }, { actorId, before, wanted });
  });
  return { member: await getMember({ ...parts, clock }, id), change };
}

/** Whether a change makes an owner, or removes one. */
export async function isOfOwners(db: Database, id: string, { role }: MemberChanges): Promise<boolean> {
  return role === "owner" || (role !== undefined && (await findMember(db, id))?.role === "owner");
}

interface Wanted {
  role: Role;
  disabled: boolean;
}

/** Returns the id of the change in the history; null when nothing had to be changed. */
async function setMember(
  { db, config, clock }: MemberParts,
  { actorId, before, wanted }: { actorId: string; before: Member; wanted: Wanted },
): Promise<string | null> {
  const now = clock.now();
  const was: Wanted = { role: before.role, disabled: before.disabled_at !== null };
  const fields = (["role", "disabled"] as const).filter((field) => was[field] !== wanted[field]);
  if (fields.length === 0) return null;
  const pick = (from: Wanted) => Object.fromEntries(fields.map((field) => [field, from[field]]));
  const after: Member = {
    ...before,
    role: wanted.role,
    disabled_at: wanted.disabled ? (before.disabled_at ?? now) : null,
  };
  const identities = await listIdentities(db, before.id);
  const tell = (member: Member) => {
    const { canView, canEdit } = decideFor(member, identities, config, now);
    return { can_view: canView, can_edit: canEdit };
  };
  forget(db, before.id);
  const { role, disabled_at } = after;
  await db.updateTable("member").set({ role, disabled_at }).where("id", "=", before.id).execute();
  return recordAudit(db, {
    at: now,
    kind: "permission-changed",
    memberId: before.id,
    actorId,
    detail: { old: tell(before), new: tell(after), why: "owner", before: pick(was), after: pick(wanted) },
  });
}

export async function endMemberSessions(
  { db, config, clock }: MemberParts,
  { memberId: actorId }: Acting,
  id: string,
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    await requireOther({ db: trx, config, clock }, actorId, id);
    const ended = await endSessions(trx, id, "all");
    if (ended > 0)
      await recordAudit(trx, { at: clock.now(), kind: "session-ended", memberId: id, actorId, detail: { ended } });
    return ended;
  });
}

/** An owner is removed as owner first, so that nobody disables the last one by accident. */
function requireNoOwnerDisabled(before: Member, { role, disabled }: MemberChanges): void {
  if (disabled && (role ?? before.role) === "owner") throw new Refusal("conflict", words.ownerFirst);
}

/**
 * Owners cannot lock themselves out, so one is always left: the one who acts. Those of the settings are not changed here.
 * The row stays locked until the end.
 */
async function requireOther({ db, config, clock }: Within<MemberParts>, actorId: string, id: string): Promise<Member> {
  await lockOwners(db);
  await requireStillOwner({ db, config, clock }, actorId);
  await db
    .updateTable("member")
    .set((e) => ({ role: e.ref("role") }))
    .where("id", "=", id)
    .execute();
  const member = await findMember(db, id);
  if (!member) throw new Refusal("not-found", words.noSuchMember);
  if (id === actorId) throw new Refusal("conflict", words.ownAccount);
  if (isListed(await listIdentities(db, id), config)) throw new Refusal("conflict", words.ownersInSettings);
  return member;
}

/** Undoes a change that changeMember recorded, unless there is a newer one. `parts.db` is a transaction. */
export async function undoMemberChange(
  parts: Within<MemberParts>,
  { memberId: actorId }: Acting,
  event: RecordedEvent,
): Promise<string | null> {
  const changed = readChange(event.detail);
  if (!event.member_id || !changed) throw new Refusal("conflict", words.cannotUndo);
  const member = await requireOther(parts, actorId, event.member_id);
  if (!stillHolds(member, changed)) throw new Refusal("conflict", words.changedSince);
  const wanted: Wanted = { role: member.role, disabled: member.disabled_at !== null, ...changed.before };
  return setMember(parts, { actorId, before: member, wanted });
}

interface MemberChangeRecord {
  before: Partial<Wanted>;
  after: Partial<Wanted>;
}

/** Undefined for changes by a provider's answer: the owner cannot undo them. */
function readChange(detail: Record<string, unknown>): MemberChangeRecord | undefined {
  const { why, before, after } = detail;
  if (why !== "owner" || typeof before !== "object" || typeof after !== "object" || !before || !after) return undefined;
  return { before, after };
}

function stillHolds(member: Pick<Member, "role" | "disabled_at">, { after }: MemberChangeRecord): boolean {
  const isRole = after.role === undefined || after.role === member.role;
  return isRole && (after.disabled === undefined || after.disabled === (member.disabled_at !== null));
}

/** Whether an entry of the history made an owner, or removed one: undoing it needs a recent login, too. */
export function isOwnerEvent({ detail }: RecordedEvent): boolean {
  const change = readChange(detail);
  return change?.before.role === "owner" || change?.after.role === "owner";
}
