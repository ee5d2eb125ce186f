// What an editor chooses about the level of recordings, as the form has it and as the server takes it. Pure.
import type { NamedLevel } from "#contract/levels/levels.ts";

export interface LevelDraft {
  level?: string | null | undefined;
  opens_at?: string | null | undefined;
  opens_level?: string | null | undefined;
}

/** A select has texts only: the empty one is the standard. */
export const toOption = (level: string | null | undefined): string => level ?? "";
export const fromOption = (value: string): string | null => value || null;

/** The levels that early access can end with: those below this one. */
export function listLower(choices: readonly NamedLevel[], level: string | null | undefined): readonly NamedLevel[] {
  return choices.slice(
    0,
    Math.max(
      0,
      choices.findIndex(({ id }) => id === (level ?? null)),
    ),
  );
}

/** Chooses another level; what no longer fits with it is dropped. */
export function chooseLevel<T extends LevelDraft>(draft: T, choices: readonly NamedLevel[], level: string | null): T {
  const lower = listLower(choices, level);
  if (level === null || lower.length === 0) return { ...draft, level, opens_at: null, opens_level: null };
  const isFit = lower.some(({ id }) => id === (draft.opens_level ?? null));
  return { ...draft, level, opens_level: isFit ? (draft.opens_level ?? null) : null };
}

/** The local time as a date and time picker shows it. */
export function toLocal(moment: string | null | undefined): string {
  if (!moment) return "";
  const date = new Date(moment);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Undefined while it is incomplete. */
export function fromLocal(text: string): string | null | undefined {
  if (text === "") return null;
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
