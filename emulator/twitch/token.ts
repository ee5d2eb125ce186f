// Twitch's token endpoint: code, refresh and client credentials, from a form or from the query, never from HTTP Basic.

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Claims } from "#emulator/world/grants.ts";
import { readForm, readQuery } from "#emulator/parameters.ts";
import { paths, twitchClient } from "#emulator/settings.ts";
import { baseClaims, idTokenClaims } from "./claims.ts";
import { findViewer } from "./guard.ts";
import { refuseId } from "./refusals.ts";
import type { World } from "#emulator/world/world.ts";

const userLifetimeSeconds = 14_124;
const appLifetimeSeconds = 5_011_271;

export function registerTokenEndpoint(app: FastifyInstance, world: World): void {
  app.post(`${paths.twitchId}/oauth2/token`, async (request, reply) => {
    const parameters = readParameters(world, request);
    if (!parameters.get("client_id")) return refuseId(world, reply, { status: 400, message: "missing client id" });
    if (parameters.get("client_id") !== twitchClient.id) {
      return refuseId(world, reply, { status: 400, message: "invalid client" });
    }
    if (!parameters.get("client_secret"))
      return refuseId(world, reply, { status: 400, message: "missing client secret" });
    if (parameters.get("client_secret") !== twitchClient.secret) {
      return refuseId(world, reply, { status: 403, message: "invalid client secret" });
    }
    switch (parameters.get("grant_type")) {
      case "authorization_code":
        return exchange(world, parameters, reply);
      case "refresh_token":
        return refresh(world, parameters, reply);
      case "client_credentials":
        return reply.send({
          access_token: world.twitchGrants.issueAccess({ userId: null, scopes: [] }, appLifetimeSeconds),
          expires_in: appLifetimeSeconds,
          token_type: tokenType(world),
        });
      default:
        return refuseId(world, reply, { status: 400, message: "invalid grant type" });
    }
  });
}

async function exchange(world: World, parameters: URLSearchParams, reply: FastifyReply): Promise<FastifyReply> {
  if (!parameters.get("code")) return refuseId(world, reply, { status: 400, message: "missing authorization code" });
  const code = world.twitchGrants.takeCode(parameters.get("code") ?? "");
  const viewer = findViewer(world, code?.userId);
  if (code === undefined || viewer === undefined) {
    return refuseId(world, reply, { status: 400, message: "Invalid authorization code" });
  }
  if (code.redirectUri !== parameters.get("redirect_uri")) {
    return refuseId(world, reply, { status: 400, message: "Parameter redirect_uri does not match registered URI" });
  }
  const name = viewer.names[viewer.signIns % Math.max(1, viewer.names.length)];
  if (name) [viewer.login, viewer.displayName] = name;
  viewer.signIns += 1;
  const answer = issueTokens(world, code);
  if (!code.scopes.includes("openid")) return reply.send(answer);
  const nonce = code.nonce === undefined ? {} : { nonce: code.nonce };
  const payload = {
    ...baseClaims(world, viewer),
    azp: twitchClient.id,
    ...idTokenClaims(world, viewer, code),
    ...nonce,
  };
  return reply.send({ ...answer, id_token: await world.keys.sign(payload) });
}

function refresh(world: World, parameters: URLSearchParams, reply: FastifyReply): FastifyReply {
  const value = parameters.get("refresh_token") ?? "";
  const held = world.twitchGrants.findRefresh(value);
  const viewer = findViewer(world, held?.userId);
  if (held?.userId == null || viewer === undefined || viewer.account === "deleted") {
    return refuseId(world, reply, { status: 400, message: "Invalid refresh token" });
  }
  const stays = world.quirks.twitchRefreshTokenStays;
  if (!stays) world.twitchGrants.forget(value);
  return reply.send(issueTokens(world, { ...held, userId: held.userId }, stays ? value : undefined));
}

function issueTokens(
  world: World,
  grant: { userId: string; scopes: string[]; claims?: Claims | undefined },
  refreshToken?: string,
): object {
  const token = { userId: grant.userId, scopes: grant.scopes, claims: grant.claims };
  return {
    access_token: world.twitchGrants.issueAccess(token, userLifetimeSeconds),
    expires_in: userLifetimeSeconds,
    refresh_token: refreshToken ?? world.twitchGrants.issueRefresh(token),
    scope: world.quirks.twitchScopeIsArray ? grant.scopes : grant.scopes.join(" "),
    token_type: tokenType(world),
  };
}

function tokenType(world: World): string {
  return world.quirks.twitchTokenTypeIsLowercase ? "bearer" : "Bearer";
}

function readParameters(world: World, request: FastifyRequest): URLSearchParams {
  const parameters = new URLSearchParams(readForm(request));
  if (world.quirks.twitchTokenTakesQuery) readQuery(request).forEach((value, name) => parameters.set(name, value));
  const basic = /^Basic (.+)$/i.exec(request.headers.authorization ?? "")?.[1];
  if (basic !== undefined && !world.quirks.twitchBasicAuthRefused) {
    const [id = "", secret = ""] = Buffer.from(basic, "base64").toString().split(":");
    parameters.set("client_id", decodeURIComponent(id));
    parameters.set("client_secret", decodeURIComponent(secret));
  }
  return parameters;
}
