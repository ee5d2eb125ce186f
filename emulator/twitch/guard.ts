// Who calls Twitch: tokens that still live, their users, and Helix's door (Client-Id, token, rate limit headers).

import type { FastifyReply, FastifyRequest } from "fastify";
import type { Token } from "#emulator/world/grants.ts";
import { readToken } from "#emulator/parameters.ts";
import { twitchClient } from "#emulator/settings.ts";
import type { Viewer } from "./personas.ts";
import { refuseHelix } from "./refusals.ts";
import type { World } from "#emulator/world/world.ts";

export type HelixCaller = { token: Token; viewer: Viewer | undefined };

/** A deleted account's tokens are dead from the moment they are issued. */
export function findLiveToken(world: World, value: string | undefined): Token | undefined {
  const token = world.twitchGrants.findAccess(value);
  return findViewer(world, token?.userId)?.account === "deleted" ? undefined : token;
}

export function findViewer(world: World, userId: string | null | undefined): Viewer | undefined {
  return userId == null ? undefined : [...world.viewers.values()].find((viewer) => viewer.userId === userId);
}

/** Answers the caller, or undefined after having refused. */
export function requireCaller(world: World, request: FastifyRequest, reply: FastifyReply): HelixCaller | undefined {
  reply.type("application/json; charset=utf-8");
  const value = readToken(request, ["bearer"]);
  const token = findLiveToken(world, value);
  const refuse = (message: string) => void refuseHelix(reply, { status: 401, message });
  if (request.headers.authorization === undefined) return refuse("OAuth token is missing");
  if (token === undefined) return refuse("Invalid OAuth token");
  if (request.headers["client-id"] !== twitchClient.id && world.quirks.twitchClientIdRequired) {
    return refuse("Client ID and OAuth token do not match");
  }
  const { remaining, resetsAt } = world.meters.count(`helix ${token.userId ?? "app"}`, 800, 60_000);
  if (world.quirks.twitchRatelimitHeaders) {
    reply.header("ratelimit-limit", "800");
    reply.header("ratelimit-remaining", String(Math.max(0, remaining)));
    reply.header("ratelimit-reset", String(Math.ceil(resetsAt / 1000)));
  }
  if (remaining < 0) {
    refuseHelix(reply, { status: 429, message: "Too Many Requests" });
    return undefined;
  }
  return { token, viewer: findViewer(world, token.userId) };
}

/** True when the token is the given user's own and carries the scope; otherwise it has refused with 401. */
export function requireOwnToken(
  reply: FastifyReply,
  caller: HelixCaller,
  needs: { userId: string; scope: string; parameter: string },
): boolean {
  if (!caller.token.scopes.includes(needs.scope)) {
    refuseHelix(reply, { status: 401, message: `Missing scope: ${needs.scope}` });
    return false;
  }
  if (caller.token.userId !== needs.userId) {
    const message = `The ID in ${needs.parameter} must match the user ID found in the request's OAuth token`;
    refuseHelix(reply, { status: 401, message });
    return false;
  }
  return true;
}
