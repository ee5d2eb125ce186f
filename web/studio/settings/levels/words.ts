// What the owner reads about levels under Studio > Settings.
import { words as fields } from "#web/ui/fields/words.ts";

export const words = {
  lead: "Each recording has a level. Members may watch what is at their level or below. With one level, every member may watch everything.",
  fixed: fields.fixed,
  standard: "Name of the standard level",
  standardHint: "Everybody who may watch has at least this level. Choose its tiers under Patreon and Twitch below.",
  levelOf: (name: string) => `Level: ${name}`,
  unnamed: "new level",
  name: "Name",
  patreon: "Which Patreon tiers have it?",
  twitch: "Lowest Twitch tier that has it",
  noTwitch: "None",
  twitchTiers: [
    { value: "1000", name: "Tier 1" },
    { value: "2000", name: "Tier 2" },
    { value: "3000", name: "Tier 3" },
  ],
  moveUp: "Make it lower",
  moveUpThis: (name: string) => `Make it lower: ${name}`,
  remove: "Remove",
  removeThis: (name: string) => `Remove the level ${name}`,
  add: "Add a higher level",
  locked: "What members see of recordings of a higher level",
  lockedHidden: "Nothing",
  lockedCard: "A locked card with title, date, length and picture",
  link: "Link to higher levels",
  linkHint: "Your page about higher levels, such as your page at Patreon. It is on every locked card.",
  newLevel: "Level of new recordings",
  save: "Save the levels",
} as const;
