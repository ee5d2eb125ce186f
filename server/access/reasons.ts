// The sentences that tell a member why they may or may not watch.
import type { Provider, Reason } from "#contract/member.ts";
import { isLive, type Entitlement, type IdentityFacts } from "./entitlement.ts";

const names: Record<Provider, string> = { patreon: "Patreon", twitch: "Twitch" };

export function explainIdentity(identity: IdentityFacts, requiredTier: string | null, now: Date): Reason {
  const { provider, status, entitlement } = identity;
  const name = names[provider];
  if (status === "revoked")
    return refuse(provider, `${name}: this archive was disconnected. Log in with ${name} again to reconnect.`);
  if (status === "gone") return refuse(provider, `${name}: this account no longer exists.`);
  if (!entitlement || entitlement.state === "unknown") {
    return refuse(provider, `Could not reach ${name} yet. We keep trying; please check again in a few minutes.`);
  }
  if (entitlement.state === "not")
    return refuse(provider, `${name}: ${explainNo(provider, entitlement, requiredTier)}`);
  const age = describeAge(now.getTime() - entitlement.observedAt.getTime());
  if (!isLive(entitlement, now)) {
    return refuse(provider, `Could not reach ${name}, and its last answer, from ${age} ago, is too old.`);
  }
  if (entitlement.faultSince) return grant(provider, `Could not reach ${name}, using the answer from ${age} ago.`);
  if (entitlement.firstNegativeAt) {
    return grant(provider, `${name} shows no tier right now. We ask again before anything changes.`);
  }
  return grant(provider, `${name}: ${explainYes(provider, entitlement)}`);
}

function explainYes(provider: Provider, { tierLevel, tierTitle }: Entitlement): string {
  if (provider === "twitch") return `you are subscribed at tier ${(tierLevel ?? 1000) / 1000}.`;
  return tierTitle ? `your tier ${tierTitle} gives you access.` : "your tier gives you access.";
}

function explainNo(
  provider: Provider,
  { tierIds, tierLevel, tierTitle }: Entitlement,
  requiredTier: string | null,
): string {
  if (provider === "twitch") {
    return tierLevel
      ? `your tier ${tierLevel / 1000} is below tier ${requiredTier ?? "the required one"}.`
      : "not subscribed.";
  }
  if (tierIds.length === 0) return "no membership at a tier of this archive.";
  const tier = tierTitle ? `your tier ${tierTitle}` : "your tier";
  return requiredTier ? `${tier} is below ${requiredTier}.` : `${tier} does not include this archive.`;
}

/** The same reason, as the owner reads it about somebody else. */
export function tellOthers(reason: Reason): Reason {
  const sentence = wordsForOthers.reduce((told, [words, others]) => told.replace(words, others), reason.sentence);
  return { ...reason, sentence };
}

const wordsForOthers: readonly (readonly [RegExp, string])[] = [
  [/^You own /, "Owns "],
  [/^You are an editor /, "Is an editor "],
  [/ Log in with \w+ again to reconnect\.$/, ""],
  [/; please check again in a few minutes\.$/, "."],
  [/^(\w+): you are subscribed /, "$1: subscribed "],
  [/^(\w+): your tier (gives|does|is) /, "$1: the tier $2 "],
  [/^(\w+): your tier /, "$1: tier "],
  [/ gives you access\.$/, " gives access."],
];

export function describeAge(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000));
  if (minutes < 60) return minutes === 1 ? "a minute" : `${minutes} minutes`;
  const hours = Math.round(minutes / 60);
  if (hours < 48) return hours === 1 ? "an hour" : `${hours} hours`;
  return `${Math.round(hours / 24)} days`;
}

function grant(provider: Provider, sentence: string): Reason {
  return { provider, grants: true, sentence };
}

function refuse(provider: Provider, sentence: string): Reason {
  return { provider, grants: false, sentence };
}
