// The levels as the owner edits them, before they are saved. Pure.
import type { LevelsChange, LevelSettings, StoredLevel } from "#contract/levels/levels.ts";

export interface DraftLevel extends StoredLevel {
  /** Stays the same while it is renamed or moved. */
  key: string;
}

export interface Draft {
  standard: string;
  above: readonly DraftLevel[];
  locked: "hidden" | "card";
  upgrade_link: string;
  new_level: string | null;
}

export function begin({ standard, above, locked, upgrade_link, new_level }: LevelSettings): Draft {
  return {
    standard: standard.value,
    above: above.value.map((level) => ({ ...level, key: level.id })),
    locked: locked.value,
    upgrade_link: upgrade_link.value ?? "",
    new_level: new_level.value,
  };
}

export function addLevel(draft: Draft): Draft {
  // never one that a removed level had: recordings may still have it
  const id = crypto.randomUUID().slice(0, 8);
  const level = { id, key: id, name: "", patreonTierIds: [], twitchTier: null };
  return { ...draft, above: [...draft.above, level] };
}

export function changeLevel(draft: Draft, place: number, part: Partial<DraftLevel>): Draft {
  return { ...draft, above: draft.above.map((level, at) => (at === place ? { ...level, ...part } : level)) };
}

/** One place lower in rank: nearer to the standard, which comes first. */
export function moveUp(draft: Draft, place: number): Draft {
  const above = [...draft.above];
  above.splice(place - 1, 0, ...above.splice(place, 1));
  return { ...draft, above };
}

export function removeLevel(draft: Draft, place: number): Draft {
  const removed = draft.above[place];
  return {
    ...draft,
    above: draft.above.filter((level) => level !== removed),
    new_level: draft.new_level === removed?.id ? null : draft.new_level,
  };
}

/** Only what the environment leaves open. */
export function writeChange(levels: LevelSettings, draft: Draft): LevelsChange {
  const above = draft.above.map(({ id, name, patreonTierIds, twitchTier }) => ({
    ...{ id, name: name.trim(), patreonTierIds, twitchTier },
  }));
  return {
    ...(!levels.standard.is_fixed && { standard: draft.standard.trim() }),
    ...(!levels.above.is_fixed && { above }),
    ...(!levels.locked.is_fixed && { locked: draft.locked }),
    ...(!levels.upgrade_link.is_fixed && { upgrade_link: draft.upgrade_link.trim() }),
    ...(!levels.new_level.is_fixed && { new_level: draft.new_level }),
  };
}
