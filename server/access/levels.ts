// Levels: what somebody's tiers are worth. Pure. Level 0 is the standard; a level counts for all that are below it.
import type { Provider } from "#contract/member.ts";
import type { Level, LevelRules } from "#server/config.ts";

interface Tiers {
  provider: Provider;
  tierIds: readonly string[];
  tierLevel: number | null;
}

/** 0 for the standard; whether they have access at all is another question. */
export function rankOfTiers({ provider, tierIds, tierLevel }: Tiers, above: readonly Level[]): number {
  const hasTier = ({ patreonTierIds, twitchTier }: Level) =>
    provider === "patreon"
      ? patreonTierIds.some((id) => tierIds.includes(id))
      : twitchTier !== null && (tierLevel ?? 0) >= twitchTier;
  return above.findLastIndex(hasTier) + 1;
}

/** 0 for the standard, and for a level that does not exist any more. */
export function rankOfId(id: string | null, above: readonly Level[]): number {
  return above.findIndex((level) => level.id === id) + 1;
}

export function nameLevel(id: string | null, { above, standardName }: Omit<LevelRules, "showsLocked">): string {
  return id === null ? standardName : (above.find((level) => level.id === id)?.name ?? id);
}
