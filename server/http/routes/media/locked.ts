// The refusal for a recording whose level somebody has not: which level it needs, which one they have, and why.
import type { Config } from "#server/config.ts";
import { nameLevel } from "#server/access/levels.ts";
import type { Permission } from "#server/access/permission.ts";
import { Refusal } from "#server/refusal.ts";
import { words } from "#server/http/routes/words.ts";

/** Undefined where no level is missing. */
export function refuseLocked(
  { levels }: Pick<Config, "levels">,
  permission: Permission,
  { lock }: { lock: string | null },
): Refusal | undefined {
  if (lock === null) return undefined;
  const names = { needed: nameLevel(lock, levels), own: nameLevel(permission.levels.at(-1) ?? null, levels) };
  const reasons = permission.reasons.map(({ sentence }) => sentence).join(" ");
  return new Refusal("locked", words.locked(names, reasons));
}
