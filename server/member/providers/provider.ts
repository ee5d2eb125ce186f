// What a provider is to the rest of the archive. patreon.ts and twitch.ts are the only files that know their calls.
import type { Provider, SignInProblem } from "#contract/member.ts";
import type { Membership } from "#server/access/entitlement.ts";

export interface Tokens {
  access: string;
  refresh: string | null;
  scopes: readonly string[];
  expiresAt: Date | null;
}

/** Straight from the exchange of a code, with the person an id token names (Twitch). */
export interface FreshTokens extends Tokens {
  subject: string | null;
}

export interface Person {
  id: string;
  name: string;
  pictureUrl: string | null;
  /** Null where the provider does not say: that is not "no". */
  isEmailVerified: boolean | null;
  /** Null where the provider does not give it. */
  mail: string | null;
}

/** The person who logged in; or the specification's name for the problem. */
type Visit = { person: Person; membership: Membership | null } | { problem: SignInProblem };

/** Every call throws Refusal("provider-unavailable") when the answer is not usable. */
export interface ProviderClient {
  provider: Provider;
  exchangeCode(code: string, signal: AbortSignal): Promise<FreshTokens>;
  /** After a good exchange: the person and, if that call answers too, the membership. */
  readVisit(tokens: FreshTokens, signal: AbortSignal): Promise<Visit>;
  readMembership(access: string, providerUserId: string): Promise<Membership | "token-refused">;
  refreshTokens(refresh: string): Promise<Tokens | "grant-revoked">;
  /** Hosts that pictures may come from. */
  pictureHosts: readonly string[];
}
