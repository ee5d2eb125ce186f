// Who may invite: the owner, and editors where the owner's setting allows it.
import type { Permission } from "#server/access/permission.ts";
import type { Config } from "#server/config.ts";
import { Refusal } from "#server/refusal.ts";
import { words } from "./words.ts";

export interface Inviting {
  memberId: string;
  isOwner: boolean;
}

export function mayInvite({ isOwner, canEdit }: Permission, { editorsInvite }: Pick<Config, "editorsInvite">): boolean {
  return isOwner || (canEdit && editorsInvite);
}

export function requireInviting(
  { member, permission }: { member: { id: string }; permission: Permission },
  config: Pick<Config, "editorsInvite">,
): Inviting {
  if (!mayInvite(permission, config)) throw new Refusal("not-allowed", words.notInviting);
  return { memberId: member.id, isOwner: permission.isOwner };
}

/** Editors change only what they have made themselves. */
export function isOwn({ memberId, isOwner }: Inviting, madeBy: string | null): boolean {
  return isOwner || madeBy === memberId;
}

/** `level` is the id of one, or null for the standard. */
export function requireLevel({ levels }: Pick<Config, "levels">, level: string | null | undefined): void {
  if (level == null || levels.above.some(({ id }) => id === level)) return;
  throw new Refusal("bad-input", words.badLevel, { fields: [{ field: "level", rule: words.mustBeLevel }] });
}

/** `fields` are those of the call that must be later than now. */
export function requireLater(now: Date, fields: Record<string, Date | null | undefined>): void {
  const wrong = Object.entries(fields).filter(([, day]) => day && day <= now);
  if (wrong.length === 0) return;
  throw new Refusal("bad-input", words.badDay, {
    fields: wrong.map(([field]) => ({ field, rule: words.mustBeLater })),
  });
}
