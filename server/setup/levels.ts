// Studio > Levels: what is set, changes of it, and that no level is removed that is still in use.
import { fold } from "#contract/search/fold.ts";
import type { LevelSettings, LevelsChange, StoredLevel } from "#contract/levels/levels.ts";
import type { Config } from "#server/config.ts";
import type { Trx } from "#server/database/open.ts";
import { selectCollections } from "#server/library/collections/collection.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { settings } from "#server/settings.ts";
import type { NewValues } from "./stored.ts";
import { words } from "./words.ts";

export function describeLevels({ config, settings: live }: Pick<Parts, "config" | "settings">): LevelSettings {
  const { standardName, above, showsLocked, upgradeLink, newLevel } = config.levels;
  return {
    standard: { value: standardName, is_fixed: live.isFixed("STANDARD_LEVEL") },
    above: { value: above.map(writeLevel), is_fixed: live.isFixed("LEVELS") },
    locked: { value: showsLocked ? "card" : "hidden", is_fixed: live.isFixed("LOCKED") },
    upgrade_link: { value: upgradeLink, is_fixed: live.isFixed("UPGRADE_LINK") },
    new_level: { value: newLevel, is_fixed: live.isFixed("NEW_LEVEL") },
  };
}

function writeLevel({ id, name, patreonTierIds, twitchTier }: Config["levels"]["above"][number]): StoredLevel {
  const tier = twitchTier === null ? null : (String(twitchTier) as "1000");
  return { id, name, patreonTierIds: [...patreonTierIds], twitchTier: tier };
}

export function readLevelsChange({ levels }: Pick<Config, "levels">, change: LevelsChange): NewValues {
  const { standard, above, locked, upgrade_link, new_level } = change;
  requireFitting(levels, change);
  const values: NewValues = {};
  if (standard !== undefined) values.STANDARD_LEVEL = standard;
  if (above !== undefined) values.LEVELS = above.length === 0 ? "" : JSON.stringify(above);
  if (locked !== undefined) values.LOCKED = locked;
  if (upgrade_link !== undefined) values.UPGRADE_LINK = checkLink(upgrade_link.trim());
  if (new_level !== undefined) values.NEW_LEVEL = new_level ?? "";
  return values;
}

/** Two levels need two names, and new recordings a level that is there. */
function requireFitting(now: Config["levels"], { standard, above, new_level }: LevelsChange): void {
  const levels = above ?? now.above;
  const names = [standard ?? now.standardName, ...levels.map(({ name }) => name)];
  const twice = names.find((name, at) => names.findIndex((one) => fold(one) === fold(name)) < at);
  if (twice !== undefined) throw new Refusal("bad-input", words.levelNames(twice));
  const newLevel = new_level === undefined ? now.newLevel : new_level;
  if (newLevel !== null && !levels.some(({ id }) => id === newLevel)) throw new Refusal("bad-input", words.noNewLevel);
}

/** The tiers that no level had before: those have to exist. */
export function listNewTiers({ patreon }: Pick<Config, "patreon">, { above = [] }: LevelsChange): string[] {
  return above.flatMap(({ patreonTierIds }) => patreonTierIds).filter((id) => !patreon?.allTierIds.includes(id));
}

function checkLink(text: string): string {
  try {
    return settings.UPGRADE_LINK.parse(text) ?? "";
  } catch (error) {
    throw new Refusal("bad-input", words.wrongUpgradeLink((error as Error).message));
  }
}

/** Call it in the transaction that stores `after`. */
export async function requireUnused(trx: Trx, before: string, after: string): Promise<void> {
  const kept = new Set(readStored(after).map(({ id }) => id));
  for (const { id, name } of readStored(before)) {
    if (kept.has(id)) continue;
    const used = await countUses(trx, id);
    if (Object.values(used).some((count) => count > 0)) throw new Refusal("conflict", words.levelInUse(name, used));
  }
}

function readStored(text: string): StoredLevel[] {
  return settings.LEVELS.parse(text || settings.LEVELS.fallback);
}

interface Uses {
  recordings: number;
  collections: number;
  guests: number;
  links: number;
}

async function countUses(trx: Trx, id: string): Promise<Uses> {
  const recordings = await trx
    .selectFrom("video")
    .select("id")
    .where((e) => e.or([e("level", "=", id), e("opens_level", "=", id)]))
    .execute();
  const collections = await selectCollections(trx).where("level", "=", id).execute();
  const guests = await trx.selectFrom("guest").select("id").where("level", "=", id).execute();
  const links = await trx
    .selectFrom("invitation")
    .select("id")
    .where("level", "=", id)
    .where("revoked_at", "is", null)
    .execute();
  return { recordings: recordings.length, collections: collections.length, guests: guests.length, links: links.length };
}
