// The provider's address to log in at, and the path to return to afterwards. Pure, as in the specification's section 7.
import type { Provider } from "#contract/member.ts";
import type { Site } from "#contract/site.ts";

interface SignInRequest {
  provider: Provider;
  address: NonNullable<Site[Provider]>;
  /** The one-time value of createSignInToken. */
  token: string;
  /** Twitch only: asks the person to log in there again. */
  forceVerify: boolean;
}

export function authorizeUrl({ provider, address, token, forceVerify }: SignInRequest): string {
  const url = new URL(address.authorize_url);
  url.searchParams.set("response_type", "code");
  url.searchParams.set("client_id", address.client_id);
  url.searchParams.set("redirect_uri", address.redirect_uri);
  url.searchParams.set("state", token);
  if (provider === "twitch") {
    url.searchParams.set("scope", "openid user:read:subscriptions user:read:email");
    url.searchParams.set("claims", JSON.stringify(claims));
    if (forceVerify) url.searchParams.set("force_verify", "true");
  }
  return url.href;
}

/** The current path and query, without the problem of an earlier attempt. */
export function returnPath({ pathname, search }: Pick<Location, "pathname" | "search">): string {
  const query = new URLSearchParams(search);
  if (!query.has("problem")) return pathname + search;
  query.delete("problem");
  return query.size > 0 ? `${pathname}?${query}` : pathname;
}

const claims = { userinfo: { email: null, email_verified: null, preferred_username: null, picture: null } };
