// Logging in: gets a one-time token from the server, then opens the provider. Also connects a second provider.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Provider } from "#contract/member.ts";
import { call } from "#web/api.ts";
import { siteQuery } from "#web/session.ts";
import { showToast } from "#web/ui/toast.tsx";
import { words } from "./words.ts";
import type { Site } from "#contract/site.ts";

export function useSignIn() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ provider, forceVerify }: { provider: Provider; forceVerify: boolean }) => {
      const address = (await queries.ensureQueryData(siteQuery))[provider];
      if (!address) throw new Error(words.login.notOffered(words.providers[provider]));
      const { data } = await call("createSignInToken", { body: { return_path: returnPath(location) } });
      location.assign(authorizeUrl({ provider, address, token: data.token, forceVerify }));
    },
    onError: (error) => showToast({ kind: "error", message: words.login.failed(error.message) }),
  });
}

// The provider's address to log in at, and the path to return to afterwards. Pure, as in the specification's section 7.

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
