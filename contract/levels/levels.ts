// Levels: which recordings a member may watch. The standard is the lowest; those above it are in rising order.
import { z } from "zod";
import { levelLimits } from "#contract/levels/level-limits.ts";
import { line } from "#contract/text/line.ts";

const LevelId = z.string().regex(/^[a-z0-9][a-z0-9-]{0,31}$/, "must be small letters, digits and hyphens");
const LevelName = line(levelLimits.name);

/** One level above the standard, as the setting LEVELS has it. */
export const StoredLevel = z.strictObject({
  id: LevelId,
  name: LevelName,
  patreonTierIds: z.array(z.string().regex(/^\d{1,32}$/, "must be the number shown by Patreon")).max(100),
  twitchTier: z.enum(["1000", "2000", "3000"]).nullable(),
});
export type StoredLevel = z.infer<typeof StoredLevel>;

export const StoredLevels = z
  .array(StoredLevel)
  .max(levelLimits.above, `must have at most ${levelLimits.above} levels above the standard`)
  .refine((levels) => new Set(levels.map(({ id }) => id)).size === levels.length, "must name each id only once");

/** What a locked card says in place of its recording. */
export const Locked = z.object({
  level: z.string().describe("The id of the level that is needed."),
  name: z.string().describe("Its name."),
});
export type Locked = z.infer<typeof Locked>;

/** A level to choose from; null is the standard. */
export const NamedLevel = z.object({ id: z.string().nullable(), name: z.string() });
export type NamedLevel = z.infer<typeof NamedLevel>;

export const OwnLevel = z.object({
  name: z.string().describe("The name of the highest level that this member has."),
  upgrade_link: z.string().nullable().describe("The owner's page about higher levels."),
  choices: z.array(NamedLevel).optional().describe("For editors: all levels, rising."),
});

const Field = <T extends z.ZodType>(value: T) => z.object({ value, is_fixed: z.boolean() });
const lockedChoices = ["hidden", "card"] as const;

export const LevelSettings = z.object({
  standard: Field(z.string()).describe("The name of the standard level."),
  above: Field(z.array(StoredLevel)).describe("The levels above the standard, rising."),
  locked: Field(z.enum(lockedChoices)).describe("What members see of recordings that they may not watch."),
  upgrade_link: Field(z.string().nullable()),
  new_level: Field(z.string().nullable()).describe("The level of new recordings; null: the standard."),
});
export type LevelSettings = z.infer<typeof LevelSettings>;

export const LevelsChange = z.strictObject({
  standard: LevelName.optional(),
  above: StoredLevels.optional(),
  locked: z.enum(lockedChoices).optional(),
  upgrade_link: z.string().max(500).optional().describe("Empty: no link."),
  new_level: z.string().max(32).nullable().optional(),
});
export type LevelsChange = z.infer<typeof LevelsChange>;
