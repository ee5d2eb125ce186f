// The code and refresh grants of both providers by openid-client, with our limits and what Twitch does its own way.
import * as client from "openid-client";
import { fetchBounded, unavailable } from "./ask.ts";
import type { FreshTokens, Tokens } from "./provider.ts";

interface OAuthClient {
  exchangeCode(code: string, signal: AbortSignal): Promise<FreshTokens>;
  refreshTokens(refresh: string): Promise<Tokens | "grant-revoked">;
  getAppToken(): Promise<string>;
}

interface OAuthSettings {
  issuer: string;
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  redirectUri: string;
}

export function createOAuthClient(settings: OAuthSettings): OAuthClient {
  const configure = (signal?: AbortSignal) => {
    const configuration = new client.Configuration(
      { issuer: settings.issuer, token_endpoint: settings.tokenUrl },
      settings.clientId,
      { client_secret: settings.clientSecret, [client.clockTolerance]: 60 },
      client.ClientSecretPost(settings.clientSecret),
    );
    if (settings.tokenUrl.startsWith("http:")) client.allowInsecureRequests(configuration);
    configuration[client.customFetch] = (url, init) => fetchLikeOAuth(url, { ...init, ...(signal && { signal }) });
    return configuration;
  };
  const asTokens = (answer: client.TokenEndpointResponse): Tokens => ({
    access: answer.access_token,
    refresh: answer.refresh_token ?? null,
    scopes: answer.scope?.split(" ").filter(Boolean) ?? [],
    expiresAt: answer.expires_in ? new Date(Date.now() + answer.expires_in * 1000) : null,
  });

  return {
    async exchangeCode(code, signal) {
      // the state has been consumed by then; the library wants to see one that matches
      const url = new URL(`${settings.redirectUri}?${new URLSearchParams({ code, state: "consumed" })}`);
      try {
        const answer = await client.authorizationCodeGrant(configure(signal), url, { expectedState: "consumed" });
        return { ...asTokens(answer), subject: answer.claims()?.sub ?? null };
      } catch (cause) {
        throw unavailable(settings.tokenUrl, "the code was not exchanged", cause);
      }
    },
    async refreshTokens(refresh) {
      try {
        const tokens = asTokens(await client.refreshTokenGrant(configure(), refresh));
        return { ...tokens, refresh: tokens.refresh ?? refresh };
      } catch (cause) {
        if (cause instanceof client.ResponseBodyError && cause.error === "invalid_grant") return "grant-revoked";
        throw unavailable(settings.tokenUrl, "the tokens were not refreshed", cause);
      }
    },
    async getAppToken() {
      try {
        return (await client.clientCredentialsGrant(configure())).access_token;
      } catch (cause) {
        throw unavailable(settings.tokenUrl, "no app token", cause);
      }
    },
  };
}

/** Twitch answers `scope` as a list and errors as {status, message}; OAuth, and so the library, wants other shapes. */
async function fetchLikeOAuth(url: string, init: client.CustomFetchOptions): Promise<Response> {
  const response = await fetchBounded(url, init as RequestInit);
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  if (typeof body !== "object" || body === null) return response;
  const { scope, message } = body as { scope?: unknown; message?: unknown };
  if (Array.isArray(scope)) return Response.json({ ...body, scope: scope.join(" ") }, { status: response.status });
  if (typeof message === "string" && /invalid refresh token/i.test(message)) {
    return Response.json({ error: "invalid_grant", error_description: message }, { status: 400 });
  }
  return response;
}
