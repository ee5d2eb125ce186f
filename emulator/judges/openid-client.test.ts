// Judge: openid-client, a certified relying party, signs in against the stand-in as it would against Twitch and Patreon.

import { createRemoteJWKSet, jwtVerify } from "jose";
import * as oidc from "openid-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startEmulator, type Emulator } from "#emulator/emulator.ts";
import { archiveClaims, archiveScopes, archiveUrl, control, type Json } from "./testing.ts";

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(() => emulator.close());

/** What the archive must do to read Twitch's token answer: turn the scope array into the string the RFC asks for. */
const withScopeShim: oidc.CustomFetch = async (url, options) => {
  const answer = await fetch(url, options as RequestInit);
  if (!url.endsWith("/oauth2/token") || !answer.ok) return answer;
  const body: Json = await answer.json();
  const scope = Array.isArray(body.scope) ? body.scope.join(" ") : body.scope;
  return Response.json({ ...body, ...(scope !== undefined && { scope }) }, { status: answer.status });
};

async function discoverTwitch(customFetch?: oidc.CustomFetch): Promise<oidc.Configuration> {
  const { TWITCH_ID_ORIGIN, TWITCH_CLIENT_ID = "", TWITCH_CLIENT_SECRET } = emulator.settings;
  return oidc.discovery(
    new URL(`${TWITCH_ID_ORIGIN}/oauth2/.well-known/openid-configuration`),
    TWITCH_CLIENT_ID,
    TWITCH_CLIENT_SECRET,
    oidc.ClientSecretPost(TWITCH_CLIENT_SECRET),
    { execute: [oidc.allowInsecureRequests], ...(customFetch && { [oidc.customFetch]: customFetch }) },
  );
}

async function comeBack(configuration: oidc.Configuration, extra: Record<string, string>): Promise<URL> {
  const address = oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: `${archiveUrl}/api/auth/twitch/redirect`,
    scope: archiveScopes,
    claims: archiveClaims,
    state: "s",
    ...extra,
  });
  const answer = await fetch(address, { redirect: "manual" });
  return new URL(answer.headers.get("location") ?? "");
}

test("openid-client signs in at Twitch, reads userinfo and refreshes, with the scope shim", async () => {
  const configuration = await discoverTwitch(withScopeShim);
  const back = await comeBack(configuration, { persona: "twitch-tier1", nonce: "n-1" });
  const tokens = await oidc.authorizationCodeGrant(configuration, back, { expectedState: "s", expectedNonce: "n-1" });
  const claims = tokens.claims();
  expect(claims).toMatchObject({ sub: "820441701", aud: emulator.settings["TWITCH_CLIENT_ID"], nonce: "n-1" });
  const info = await oidc.fetchUserInfo(configuration, tokens.access_token, claims?.sub ?? "");
  expect(info).toMatchObject({ sub: "820441701", preferred_username: "QuietHarbor", email_verified: true });
  const refreshed = await oidc.refreshTokenGrant(configuration, tokens.refresh_token ?? "");
  expect(refreshed.access_token).not.toBe(tokens.access_token);
});

test("openid-client works without a nonce, as the product's address has none", async () => {
  const configuration = await discoverTwitch(withScopeShim);
  const back = await comeBack(configuration, { persona: "twitch-tier2" });
  const tokens = await oidc.authorizationCodeGrant(configuration, back, { expectedState: "s" });
  expect(tokens.claims()?.sub).toBe("820441702");
});

test("openid-client refuses Twitch's token answer without the scope shim", async () => {
  const configuration = await discoverTwitch();
  const back = await comeBack(configuration, { persona: "twitch-tier1" });
  await expect(oidc.authorizationCodeGrant(configuration, back, { expectedState: "s" })).rejects.toMatchObject({
    cause: { message: expect.stringContaining('"scope" property must be a string') as string },
  });
});

test("openid-client reports a denial as access_denied", async () => {
  const configuration = await discoverTwitch(withScopeShim);
  const back = await comeBack(configuration, { persona: "twitch-tier1", deny: "1" });
  expect(back.search).toBe("?error=access_denied&error_description=The+user+denied+you+access&state=s");
  await expect(oidc.authorizationCodeGrant(configuration, back, { expectedState: "s" })).rejects.toMatchObject({
    error: "access_denied",
  });
});

test("a rotated signing key is published under a new id and the old id_token no longer verifies", async () => {
  const configuration = await discoverTwitch(withScopeShim);
  const signOnce = async () => {
    const back = await comeBack(configuration, { persona: "twitch-tier1" });
    return (await oidc.authorizationCodeGrant(configuration, back, { expectedState: "s" })).id_token ?? "";
  };
  const readKeys = () => createRemoteJWKSet(new URL(`${emulator.settings["TWITCH_ID_ORIGIN"]}/oauth2/keys`));
  const before = await signOnce();
  expect((await jwtVerify(before, readKeys())).protectedHeader).toEqual({ alg: "RS256", typ: "JWT", kid: "1" });
  await control(emulator, "POST /keys/rotate");
  await expect(jwtVerify(before, readKeys())).rejects.toThrow("no applicable key");
  expect((await jwtVerify(await signOnce(), readKeys())).protectedHeader.kid).toBe("2");
});

test("openid-client signs in at Patreon, refreshes, and names invalid_grant with its status", async () => {
  const { PATREON_ORIGIN = "", PATREON_CLIENT_ID = "", PATREON_CLIENT_SECRET } = emulator.settings;
  const configuration = new oidc.Configuration(
    {
      issuer: PATREON_ORIGIN,
      authorization_endpoint: `${PATREON_ORIGIN}/oauth2/authorize`,
      token_endpoint: `${PATREON_ORIGIN}/api/oauth2/token`,
    },
    PATREON_CLIENT_ID,
    PATREON_CLIENT_SECRET,
    oidc.ClientSecretPost(PATREON_CLIENT_SECRET),
  );
  oidc.allowInsecureRequests(configuration);
  const address = oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: `${archiveUrl}/api/auth/patreon/redirect`,
    state: "s",
    persona: "patron-gold",
  });
  const back = new URL((await fetch(address, { redirect: "manual" })).headers.get("location") ?? "");
  const tokens = await oidc.authorizationCodeGrant(configuration, back, { expectedState: "s" });
  expect(tokens.scope).toBe("identity");
  const refreshed = await oidc.refreshTokenGrant(configuration, tokens.refresh_token ?? "");
  expect(refreshed.refresh_token).not.toBe(tokens.refresh_token);
  const replayed = oidc.authorizationCodeGrant(configuration, back, { expectedState: "s" });
  await expect(replayed).rejects.toMatchObject({ error: "invalid_grant", status: 401 });
});
