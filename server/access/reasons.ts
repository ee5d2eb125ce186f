// Chooses the sentence that tells a member why they may or may not watch.
import type { Provider, Reason } from "#contract/member.ts";
import { isLive, type Entitlement, type IdentityFacts } from "./entitlement.ts";
import { isLiveGuest, type GuestFacts } from "./guest.ts";
import { words, wordsForOthers } from "./words.ts";

export function explainIdentity(identity: IdentityFacts, requiredTier: string | null, now: Date): Reason {
  const { provider, status, entitlement } = identity;
  const name = words.providers[provider];
  if (status === "revoked") return refuse(provider, words.disconnected(name));
  if (status === "gone") return refuse(provider, words.accountGone(name));
  if (!entitlement || entitlement.state === "unknown") return refuse(provider, words.notReachedYet(name));
  if (entitlement.state === "not") return refuse(provider, explainNo(provider, entitlement, requiredTier));
  const age = describeAge(now.getTime() - entitlement.observedAt.getTime());
  if (!isLive(entitlement, now)) return refuse(provider, words.answerTooOld(name, age));
  if (entitlement.faultSince) return grant(provider, words.olderAnswer(name, age));
  if (entitlement.firstNegativeAt) return grant(provider, words.noTierNow(name));
  return grant(provider, explainYes(provider, entitlement));
}

export function explainGuest(guest: GuestFacts, { now, timeZone }: { now: Date; timeZone: string }): Reason {
  const { invitedBy, until, endedAt } = guest;
  const sayDay = (day: Date) => {
    const year = day.getUTCFullYear() === now.getUTCFullYear() ? {} : { year: "numeric" as const };
    return new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", ...year, timeZone }).format(day);
  };
  const own = { provider: null, grants: isLiveGuest(guest, now) };
  if (own.grants) return { ...own, sentence: words.guest(invitedBy ?? words.formerMember, until && sayDay(until)) };
  return { ...own, sentence: words.guestEnded(sayDay(endedAt ?? until ?? now)) };
}

function explainYes(provider: Provider, { tierLevel, tierTitle }: Entitlement): string {
  const name = words.providers[provider];
  if (provider === "twitch") return words.subscribed(name, (tierLevel ?? 1000) / 1000);
  return words.tierGivesAccess(name, tierTitle);
}

function explainNo(
  provider: Provider,
  { tierIds, tierLevel, tierTitle }: Entitlement,
  requiredTier: string | null,
): string {
  const name = words.providers[provider];
  if (provider === "twitch")
    return tierLevel ? words.belowTier(name, tierLevel / 1000, requiredTier) : words.notSubscribed(name);
  if (tierIds.length === 0) return words.noMembership(name);
  return requiredTier ? words.tierBelow(name, tierTitle, requiredTier) : words.tierElsewhere(name, tierTitle);
}

/** The same reason, as the owner reads it about somebody else. */
export function tellOthers(reason: Reason): Reason {
  const sentence = wordsForOthers.reduce((told, [own, others]) => told.replace(own, others), reason.sentence);
  return { ...reason, sentence };
}

function describeAge(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000));
  if (minutes < 60) return minutes === 1 ? words.aMinute : words.minutes(minutes);
  const hours = Math.round(minutes / 60);
  if (hours < 48) return hours === 1 ? words.anHour : words.hours(hours);
  return words.days(Math.round(hours / 24));
}

function grant(provider: Provider, sentence: string): Reason {
  return { provider, grants: true, sentence };
}

function refuse(provider: Provider, sentence: string): Reason {
  return { provider, grants: false, sentence };
}
