// How one answer from a provider changes what is stored about a membership. Pure: no database, no clock of its own.
// If a provider does not answer, access stays as it is; a definite "no" ends it.
import type { Provider } from "#contract/member.ts";

/** What a provider said about one person's membership of our campaign or channel. */
export interface Membership {
  isEntitled: boolean;
  tierIds: readonly string[];
  /** Twitch's 1000, 2000 or 3000. */
  tierLevel: number | null;
  tierTitle: string | null;
  /** It was cancelled or could not be paid, and still counts. Only where the provider says so. */
  isEnding?: boolean;
}

/** login: at sign-in. check: asked for by the member. poll: due by time. sweep: all at once. push: a provider told us. */
export type Source = "login" | "check" | "poll" | "sweep" | "push";

export interface Entitlement {
  state: "entitled" | "not" | "unknown";
  tierIds: readonly string[];
  tierLevel: number | null;
  tierTitle: string | null;
  source: Source;
  observedAt: Date;
  /** When the provider is asked again. */
  softUntil: Date;
  /** When an old "yes" stops to count, even if the provider does not answer. */
  hardUntil: Date | null;
  firstNegativeAt: Date | null;
  /** Since when the provider has not answered. */
  faultSince: Date | null;
  /** Since when the provider has said that it is about to end. */
  endingSince: Date | null;
}

/** One connected account at a provider, with what is known of its membership. */
export interface IdentityFacts {
  provider: Provider;
  providerUserId: string;
  status: "ok" | "revoked" | "gone";
  entitlement: Entitlement | null;
}

const minute = 60_000;
/** On billing days Patreon has briefly shown paying members without a tier: a first "no" is checked again before it counts. */
const secondNegativeAfter = 15 * minute;
const retryAfterFault = 5 * minute;
const recheckAfter: Record<Provider, number> = { patreon: 6 * 60 * minute, twitch: 60 * minute };

interface Observation {
  provider: Provider;
  source: Source;
  at: Date;
  /** Null: the provider gave no usable answer. */
  membership: Membership | null;
  graceMs: number;
}

export function nextEntitlement(previous: Entitlement | null, seen: Observation): Entitlement {
  if (!seen.membership) return afterFault(previous, seen);
  const wasEntitled = previous?.state === "entitled" && previous.hardUntil !== null && seen.at < previous.hardUntil;
  if (!seen.membership.isEntitled && wasEntitled && mayBeGlitch(previous, seen)) {
    const firstNegativeAt = previous.firstNegativeAt ?? seen.at;
    const askAgainAt = new Date(firstNegativeAt.getTime() + secondNegativeAfter);
    return { ...previous, source: seen.source, softUntil: askAgainAt, firstNegativeAt, faultSince: null };
  }
  const { isEntitled, tierIds, tierLevel, tierTitle, isEnding = false } = seen.membership;
  return {
    state: isEntitled ? "entitled" : "not",
    tierIds,
    tierLevel,
    tierTitle,
    source: seen.source,
    observedAt: seen.at,
    softUntil: after(seen.at, recheckAfter[seen.provider]),
    hardUntil: isEntitled ? after(seen.at, seen.graceMs) : null,
    firstNegativeAt: null,
    faultSince: null,
    endingSince: isEntitled && isEnding ? (previous?.endingSince ?? seen.at) : null,
  };
}

/** The grant is gone: the person disconnected us, or the account no longer exists. */
export function withdrawnEntitlement(at: Date): Entitlement {
  return {
    state: "not",
    tierIds: [],
    tierLevel: null,
    tierTitle: null,
    source: "poll",
    observedAt: at,
    softUntil: new Date("9999-01-01T00:00:00Z"),
    hardUntil: null,
    firstNegativeAt: null,
    faultSince: null,
    endingSince: null,
  };
}

export function isLive(entitlement: Entitlement, now: Date): boolean {
  return entitlement.state === "entitled" && entitlement.hardUntil !== null && now < entitlement.hardUntil;
}

function afterFault(previous: Entitlement | null, seen: Observation): Entitlement {
  const softUntil = after(seen.at, retryAfterFault);
  if (previous) return { ...previous, softUntil, faultSince: previous.faultSince ?? seen.at };
  return {
    state: "unknown",
    tierIds: [],
    tierLevel: null,
    tierTitle: null,
    source: seen.source,
    observedAt: seen.at,
    softUntil,
    hardUntil: null,
    firstNegativeAt: null,
    faultSince: seen.at,
    endingSince: null,
  };
}

function mayBeGlitch(previous: Entitlement, seen: Observation): boolean {
  if (seen.provider !== "patreon" || seen.source === "push") return false;
  const first = previous.firstNegativeAt;
  return first === null || seen.at.getTime() - first.getTime() < secondNegativeAfter;
}

function after(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms);
}
