// Changing a persona from outside: what the control API accepts, and which event the real provider would send for it.

import { tiers, type Membership, type Patron } from "#emulator/patreon/personas.ts";
import type { Trigger } from "#emulator/patreon/sender.ts";
import type { EventType } from "#emulator/twitch/subscription.ts";
import type { Tier, Viewer } from "#emulator/twitch/personas.ts";

type PatronChanges = Partial<Membership> & {
  /** A tier by name; null takes every tier away and leaves a former member. */
  tier?: "free" | "bronze" | "gold" | null;
  /** Tiers by id; ids nobody knows stand for tiers taken down since. */
  tiers?: string[];
  /** false ends the membership altogether, as for someone who never joined. */
  subscribed?: boolean;
  glitch?: boolean;
} & Partial<Pick<Patron, "name" | "emailVerified" | "account" | "otherCampaign">>;

type ViewerChanges = Partial<
  Pick<
    Viewer,
    "login" | "displayName" | "isGift" | "isModerator" | "isChannelEditor" | "emailVerified" | "emailClaims" | "account"
  >
> & { tier?: Tier | null; subscribed?: boolean };

const plainPatron = ["name", "emailVerified", "account", "otherCampaign"] as const;
const plainMembership = [
  "cents",
  "patronStatus",
  "lastChargeStatus",
  "cadence",
  "isFreeTrial",
  "isGifted",
  "hasNextCharge",
  "tierIds",
] as const;
const plainViewer = [
  "login",
  "displayName",
  "isGift",
  "isModerator",
  "isChannelEditor",
  "emailVerified",
  "emailClaims",
  "account",
] as const;

export const patronChangeNames: string[] = [
  "tier",
  "tiers",
  "subscribed",
  "glitch",
  ...plainPatron,
  ...plainMembership,
];
export const viewerChangeNames: string[] = ["tier", "subscribed", ...plainViewer];

const joining: Membership = {
  tierIds: [],
  cents: 0,
  patronStatus: "active_patron",
  lastChargeStatus: "Paid",
  cadence: 1,
  isFreeTrial: false,
  isGifted: false,
  hasNextCharge: true,
};

export function changePatron(patron: Patron, changes: PatronChanges): Trigger {
  const before = patron.membership;
  const hadTiers = paidTiers(before);
  for (const name of plainPatron) if (changes[name] !== undefined) Object.assign(patron, { [name]: changes[name] });
  if (changes.glitch) patron.glitchNext = true;
  if (changes.subscribed === false) patron.membership = null;
  else if (touchesMembership(changes)) patron.membership = changeMembership(before, changes);
  const hasTiers = paidTiers(patron.membership);
  if (before === null && patron.membership !== null) return hasTiers ? "members:pledge:create" : "members:create";
  if (before !== null && patron.membership === null) return hadTiers ? "members:pledge:delete" : "members:delete";
  if (!hadTiers && hasTiers) return "members:pledge:create";
  if (hadTiers && !hasTiers) return "members:pledge:delete";
  return changes.tier !== undefined || changes.tiers !== undefined ? "members:pledge:update" : "members:update";
}

export function changeViewer(viewer: Viewer, changes: ViewerChanges): EventType {
  const before = { tier: viewer.tier, isModerator: viewer.isModerator };
  for (const name of plainViewer) if (changes[name] !== undefined) Object.assign(viewer, { [name]: changes[name] });
  if (changes.displayName !== undefined && changes.login === undefined)
    viewer.login = changes.displayName.toLowerCase();
  if (changes.login !== undefined || changes.displayName !== undefined) viewer.names = [];
  if (changes.tier !== undefined) viewer.tier = changes.tier;
  else if (changes.subscribed !== undefined) viewer.tier = changes.subscribed ? (viewer.tier ?? "1000") : null;
  if (before.tier !== viewer.tier) return viewer.tier === null ? "channel.subscription.end" : "channel.subscribe";
  if (before.isModerator !== viewer.isModerator)
    return viewer.isModerator ? "channel.moderator.add" : "channel.moderator.remove";
  return "user.update";
}

function changeMembership(before: Membership | null, changes: PatronChanges): Membership {
  const membership = { ...(before ?? joining) };
  for (const name of plainMembership)
    if (changes[name] !== undefined) Object.assign(membership, { [name]: changes[name] });
  if (changes.tiers !== undefined) membership.tierIds = [...changes.tiers];
  if (changes.tier === null) {
    Object.assign(membership, {
      tierIds: [],
      cents: 0,
      hasNextCharge: false,
      patronStatus: changes.patronStatus ?? "former_patron",
    });
  } else if (changes.tier !== undefined || (changes.subscribed && before === null)) {
    const tier = tiers.find(({ name }) => name === (changes.tier ?? "gold")) ?? tiers[2];
    Object.assign(membership, {
      tierIds: [tier.id],
      cents: changes.cents ?? tier.amountCents,
      patronStatus: changes.patronStatus ?? (tier.amountCents > 0 ? "active_patron" : null),
      hasNextCharge: tier.amountCents > 0,
    });
  }
  return membership;
}

function touchesMembership(changes: PatronChanges): boolean {
  return Object.keys(changes).some(
    (name) => !["name", "emailVerified", "account", "otherCampaign", "glitch"].includes(name),
  );
}

function paidTiers(membership: Membership | null): boolean {
  return membership?.tierIds.some((id) => id !== tiers[0].id) ?? false;
}
