// The sentences that tell a member, and the owner, why somebody may or may not watch.
import { sayCount } from "#server/say-count.ts";

const yourTier = (title: string | null) => (title ? `your tier (${title})` : "your tier");

export const words = {
  providers: { patreon: "Patreon", twitch: "Twitch" },

  // by the owner's decision
  disabled: "The owner of this archive has disabled this account.",
  owner: "You own this archive.",
  editor: "You are an editor of this archive.",

  // by an invitation
  guest: (name: string, until: string | null) => `Invited by ${name}${until === null ? "" : ` until ${until}`}.`,
  guestEnded: (day: string) => `Your invitation ended on ${day}.`,
  formerMember: "a former member",

  // by a membership
  disconnected: (provider: string) => `Your ${provider} account is no longer connected. Log in with ${provider} again.`,
  accountGone: (provider: string) => `${provider}: this account no longer exists.`,
  notReachedYet: (provider: string) =>
    `${provider} could not be reached yet. The archive keeps trying. Please check again in a few minutes.`,
  answerTooOld: (provider: string, age: string) =>
    `${provider} could not be reached. Its last answer, from ${age} ago, is too old to give access. The archive keeps trying.`,
  olderAnswer: (provider: string, age: string) =>
    `${provider} could not be reached. You keep your access for now, based on its answer from ${age} ago.`,
  noTierNow: (provider: string) =>
    `${provider} reports no tier for you at the moment. You keep your access while the archive checks again.`,
  subscribed: (provider: string, tier: number) => `${provider}: you are subscribed at tier ${tier}.`,
  notSubscribed: (provider: string) => `${provider}: not subscribed.`,
  belowTier: (provider: string, tier: number, required: string | null) =>
    `${provider}: your tier ${tier} is below ${required === null ? "the required tier" : `tier ${required}`}.`,
  tierGivesAccess: (provider: string, tier: string | null) => `${provider}: ${yourTier(tier)} gives you access.`,
  noMembership: (provider: string) => `${provider}: you have no membership that includes this archive.`,
  tierBelow: (provider: string, tier: string | null, required: string) =>
    `${provider}: ${yourTier(tier)} is below ${required}.`,
  tierElsewhere: (provider: string, tier: string | null) =>
    `${provider}: ${yourTier(tier)} does not include this archive.`,

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
  [/^Your invitation /, "The invitation "],
  [/^Your (\w+) account /, "The $1 account "],
  [/ Log in with \w+ again\.$/, ""],
  [/ Please check again in a few minutes\.$/, ""],
  [/^(\w+): you are subscribed /, "$1: subscribed "],
  [/ reports no tier for you /, " reports no tier "],
  [/ You keep your access /, " Access continues "],
  [/^(\w+): you have no /, "$1: no "],
  [/^(\w+): your tier (?=\d)/, "$1: tier "],
  [/^(\w+): your tier /, "$1: the tier "],
  [/ gives you access\.$/, " gives access."],
];
