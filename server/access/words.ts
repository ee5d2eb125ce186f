// The sentences that tell a member, and the owner, why somebody may or may not watch.
import { sayCount } from "#server/say-count.ts";

export const words = {
  providers: { patreon: "Patreon", twitch: "Twitch" },

  // by the owner's decision
  disabled: "The owner of this archive has disabled this account.",
  owner: "You own this archive.",
  editor: "You are an editor of this archive.",

  // by a membership
  disconnected: (provider: string) =>
    `${provider}: this archive was disconnected. Log in with ${provider} again to reconnect.`,
  accountGone: (provider: string) => `${provider}: this account no longer exists.`,
  notReachedYet: (provider: string) =>
    `Could not reach ${provider} yet. We keep trying; please check again in a few minutes.`,
  answerTooOld: (provider: string, age: string) =>
    `Could not reach ${provider}, and its last answer, from ${age} ago, is too old.`,
  olderAnswer: (provider: string, age: string) => `Could not reach ${provider}, using the answer from ${age} ago.`,
  noTierNow: (provider: string) => `${provider} shows no tier right now. We ask again before anything changes.`,
  subscribed: (provider: string, tier: number) => `${provider}: you are subscribed at tier ${tier}.`,
  notSubscribed: (provider: string) => `${provider}: not subscribed.`,
  belowTier: (provider: string, tier: number, required: string | null) =>
    `${provider}: your tier ${tier} is below ${required === null ? "the required tier" : `tier ${required}`}.`,
  tierGivesAccess: (provider: string, tier: string | null) =>
    `${provider}: ${tier ? `your tier ${tier}` : "your tier"} gives you access.`,
  noMembership: (provider: string) => `${provider}: no membership at a tier of this archive.`,
  tierBelow: (provider: string, tier: string | null, required: string) =>
    `${provider}: ${tier ? `your tier ${tier}` : "your tier"} is below ${required}.`,
  tierElsewhere: (provider: string, tier: string | null) =>
    `${provider}: ${tier ? `your tier ${tier}` : "your tier"} does not include this archive.`,

  // how long ago
  aMinute: "a minute",
  anHour: "an hour",
  minutes: (count: number) => sayCount(count, "minute"),
  hours: (count: number) => sayCount(count, "hour"),
  days: (count: number) => sayCount(count, "day"),
} as const;

/** Turns the sentences above into what the owner reads about somebody else: change both together. */
export const wordsForOthers: readonly (readonly [RegExp, string])[] = [
  [/^You own /, "Owns "],
  [/^You are an editor /, "Is an editor "],
  [/ Log in with \w+ again to reconnect\.$/, ""],
  [/; please check again in a few minutes\.$/, "."],
  [/^(\w+): you are subscribed /, "$1: subscribed "],
  [/^(\w+): your tier (gives|does|is) /, "$1: the tier $2 "],
  [/^(\w+): your tier /, "$1: tier "],
  [/ gives you access\.$/, " gives access."],
];
