// Patreon's authorize address and token endpoint. No PKCE, no revocation, no discovery: Patreon has none.

import type { FastifyInstance, FastifyReply } from "fastify";
import { answerAuthorize, type Consent } from "#emulator/consent/authorize.ts";
import { readForm } from "#emulator/parameters.ts";
import { creatorPersona } from "./personas.ts";
import { allPatreonScopes } from "./schema.ts";
import { patreonClient, paths, redirectUris } from "#emulator/settings.ts";
import type { World } from "#emulator/world/world.ts";

const accessLifetimeSeconds = 31 * 86_400;
const v1Scopes = ["users", "pledges-to-me", "my-campaign"];

export function registerPatreonOauth(app: FastifyInstance, world: World): void {
  app.get(`${paths.patreon}/oauth2/authorize`, (request, reply) =>
    answerAuthorize(world, request, reply, {
      provider: "Patreon",
      clientId: patreonClient.id,
      redirectUri: redirectUris(world.archiveUrl).patreon,
      personas: [...world.patrons.values()],
      scopesOf: (query) => readScopes(world, query),
      approve: (consent) => approve(world, consent),
      missingState: world.quirks.patreonStateNoneWhenMissing ? "None" : null,
    }),
  );

  app.post(`${paths.patreon}/api/oauth2/token`, (request, reply) => {
    const form = readForm(request);
    if (form.get("client_id") !== patreonClient.id || form.get("client_secret") !== patreonClient.secret) {
      return refuseToken(reply, 401, "invalid_client");
    }
    if (form.get("grant_type") === "authorization_code") return exchange(world, form, reply);
    if (form.get("grant_type") === "refresh_token") return refresh(world, form, reply);
    return refuseToken(reply, 400, "unsupported_grant_type");
  });
}

function exchange(world: World, form: URLSearchParams, reply: FastifyReply): FastifyReply {
  const code = world.patreonGrants.takeCode(form.get("code") ?? "");
  if (code === undefined || code.redirectUri !== form.get("redirect_uri")) return refuseGrant(world, reply);
  for (const patron of world.patrons.values()) {
    if (patron.userId === code.userId) patron.readsSinceSignIn = 0;
  }
  return answerTokens(world, reply, { userId: code.userId, scopes: code.scopes });
}

function refresh(world: World, form: URLSearchParams, reply: FastifyReply): FastifyReply {
  const value = form.get("refresh_token") ?? "";
  const held = world.patreonGrants.findRefresh(value);
  if (held?.userId == null) return refuseGrant(world, reply);
  if (world.quirks.patreonRefreshRotates) world.patreonGrants.forget(value);
  const kept = world.quirks.patreonRefreshRotates ? undefined : value;
  return answerTokens(world, reply, { userId: held.userId, scopes: held.scopes, refreshToken: kept });
}

function answerTokens(
  world: World,
  reply: FastifyReply,
  grant: { userId: string; scopes: string[]; refreshToken?: string | undefined },
): FastifyReply {
  const token = { userId: grant.userId, scopes: grant.scopes };
  return reply.send({
    access_token: world.patreonGrants.issueAccess(token, accessLifetimeSeconds),
    refresh_token: grant.refreshToken ?? world.patreonGrants.issueRefresh(token),
    expires_in: accessLifetimeSeconds,
    scope: world.quirks.patreonScopeIsString ? grant.scopes.join(" ") : grant.scopes,
    token_type: "Bearer",
  });
}

function approve(world: World, { personaId, scopes, redirectUri }: Consent): URLSearchParams {
  const patron = world.patrons.get(personaId);
  const userId = patron?.userId ?? "";
  const before = world.patreonGrants.granted.get(userId) ?? new Set<string>();
  const isOwner = personaId === creatorPersona && world.quirks.patreonOwnerGetsAllScopes;
  const granted = isOwner
    ? [...allPatreonScopes]
    : [...new Set([...(world.quirks.patreonScopesUnite ? before : []), ...scopes])];
  world.patreonGrants.granted.set(userId, new Set(granted));
  return new URLSearchParams({ code: world.patreonGrants.issueCode({ userId, scopes: granted, redirectUri }) });
}

/** A list with commas is ignored as a whole; a scope that does not exist is an error. */
function readScopes(world: World, query: URLSearchParams): string[] | undefined {
  const asked = query.get("scope") ?? "";
  const isIgnored = asked.includes(",") && world.quirks.patreonCommaScopesIgnored;
  const names = isIgnored ? [] : asked.split(/[ ,]+/).filter((name) => name !== "");
  if (names.length === 0) return world.quirks.patreonDefaultScopeIsIdentity ? ["identity"] : v1Scopes;
  return names.every((name) => (allPatreonScopes as readonly string[]).includes(name)) ? names : undefined;
}

function refuseGrant(world: World, reply: FastifyReply): FastifyReply {
  return refuseToken(reply, world.quirks.patreonInvalidGrantIs401 ? 401 : 400, "invalid_grant");
}

function refuseToken(reply: FastifyReply, status: number, error: string): FastifyReply {
  return reply.code(status).send({ error });
}
