// id.twitch.tv: discovery, keys, authorize, userinfo, validate, revoke. The token endpoint has its own file.

import type { FastifyInstance, FastifyReply } from "fastify";
import { answerAuthorize, type Consent } from "#emulator/consent/authorize.ts";
import { readForm, readQuery, readToken } from "#emulator/parameters.ts";
import { paths, redirectUris, twitchClient } from "#emulator/settings.ts";
import { baseClaims, issuer, readClaims, userinfoClaims } from "./claims.ts";
import { findLiveToken, findViewer } from "./guard.ts";
import { refuseId } from "./refusals.ts";
import { registerTokenEndpoint } from "./token.ts";
import type { World } from "#emulator/world/world.ts";

const id = `${paths.twitchId}/oauth2`;

export function registerTwitchId(app: FastifyInstance, world: World): void {
  registerTokenEndpoint(app, world);

  app.get(`${id}/.well-known/openid-configuration`, () => describeIssuer(issuer(world)));
  app.get(`${id}/keys`, () => world.keys.publish());

  app.get(`${id}/authorize`, (request, reply) => {
    const rules = {
      provider: "Twitch" as const,
      clientId: twitchClient.id,
      redirectUri: redirectUris(world.archiveUrl).twitch,
      personas: [...world.viewers.values()],
      scopesOf: readScopes,
      approve: (consent: Consent) => approve(world, consent),
      missingState: null,
      denial: "The user denied you access",
      refuse: (to: FastifyReply, message: string) => refuseId(world, to, { status: 400, message }),
    };
    if (readClaims(readQuery(request).get("claims")) === undefined)
      return rules.refuse(reply, "invalid claims parameter");
    return answerAuthorize(world, request, reply, rules);
  });

  app.get(`${id}/userinfo`, (request, reply) => {
    const token = findLiveToken(world, readToken(request, ["bearer"]));
    const viewer = findViewer(world, token?.userId);
    if (!token?.scopes.includes("openid") || viewer === undefined) {
      return refuseId(world, reply, { status: 401, message: "invalid access token" });
    }
    return reply.send({ ...baseClaims(world, viewer), ...userinfoClaims(world, viewer, token) });
  });

  app.get(`${id}/validate`, (request, reply) => {
    const token = findLiveToken(world, readToken(request, ["oauth", "bearer"]));
    const viewer = findViewer(world, token?.userId);
    const isSuspended = viewer?.account === "suspended" && !world.quirks.twitchSuspendedStillValidates;
    if (token === undefined || isSuspended)
      return refuseId(world, reply, { status: 401, message: "invalid access token" });
    const none = world.quirks.twitchValidateScopesNullWhenNone ? null : [];
    return reply.send({
      client_id: twitchClient.id,
      ...(viewer && { login: viewer.login }),
      scopes: token.scopes.length > 0 ? token.scopes : none,
      ...(viewer && { user_id: viewer.userId }),
      expires_in: Math.floor((token.expiresAt - world.clock.now()) / 1000),
    });
  });

  app.post(`${id}/revoke`, (request, reply) => {
    const parameters = new URLSearchParams([...readQuery(request), ...readForm(request)]);
    if (parameters.get("client_id") !== twitchClient.id) {
      return refuseId(world, reply, { status: 404, message: "client does not exist" });
    }
    const isKnown = world.twitchGrants.forget(parameters.get("token") ?? "");
    return isKnown ? reply.code(200).send() : refuseId(world, reply, { status: 400, message: "Invalid token" });
  });
}

function approve(world: World, { personaId, scopes, redirectUri, query }: Consent): URLSearchParams {
  const viewer = world.viewers.get(personaId);
  const userId = viewer?.userId ?? "";
  const granted = world.twitchGrants.granted.get(userId) ?? new Set<string>();
  scopes.forEach((scope) => granted.add(scope));
  world.twitchGrants.granted.set(userId, granted);
  const code = world.twitchGrants.issueCode({
    userId,
    scopes,
    redirectUri,
    nonce: query.get("nonce") ?? undefined,
    claims: readClaims(query.get("claims")),
  });
  return new URLSearchParams({ code, ...(world.quirks.twitchReturnCarriesScope && { scope: scopes.join(" ") }) });
}

function readScopes(query: URLSearchParams): string[] | undefined {
  const names = (query.get("scope") ?? "").split(" ").filter((name) => name !== "");
  return names.every((name) => name === "openid" || /^[a-z]+(:[a-z_]+)+$/.test(name)) ? names : undefined;
}

function describeIssuer(address: string): object {
  return {
    authorization_endpoint: `${address}/authorize`,
    claims_parameter_supported: true,
    claims_supported: [
      "email",
      "email_verified",
      "picture",
      "preferred_username",
      "exp",
      "iss",
      "sub",
      "azp",
      "aud",
      "iat",
      "updated_at",
    ],
    id_token_signing_alg_values_supported: ["RS256"],
    issuer: address,
    jwks_uri: `${address}/keys`,
    response_types_supported: ["id_token", "code", "token", "code id_token", "token id_token"],
    scopes_supported: ["openid"],
    subject_types_supported: ["public"],
    token_endpoint: `${address}/token`,
    token_endpoint_auth_methods_supported: ["client_secret_post"],
    userinfo_endpoint: `${address}/userinfo`,
  };
}
