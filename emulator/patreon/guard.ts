// Who calls Patreon's API: the token's user and scopes. Before that, Patreon's edge: no User-Agent, or too many calls.

import type { FastifyInstance, FastifyRequest } from "fastify";
import { readForm, readToken } from "#emulator/parameters.ts";
import { creatorPersona, type Patron } from "./personas.ts";
import { refuseAtEdge, refuseThrottled } from "./refusals.ts";
import { patreonClient, paths } from "#emulator/settings.ts";
import type { World } from "#emulator/world/world.ts";

export type Caller = { patron: Patron; scopes: readonly string[]; isCreator: boolean };

export function findCaller(world: World, request: FastifyRequest, scope: string): Caller | undefined {
  const token = world.patreonGrants.findAccess(readToken(request, ["bearer"]));
  if (token === undefined) return undefined;
  if (!token.scopes.includes(scope) && world.quirks.patreonScopeMissingIs401) return undefined;
  const patron = [...world.patrons.values()].find(({ userId }) => userId === token.userId);
  return patron && { patron, scopes: token.scopes, isCreator: patron.id === creatorPersona };
}

export function registerPatreonEdge(app: FastifyInstance, world: World): void {
  app.addHook("preHandler", async (request, reply) => {
    if (!request.url.startsWith(`${paths.patreon}/api/`)) return;
    if (!request.headers["user-agent"] && world.quirks.patreonUserAgentRequired) return refuseAtEdge(reply);
    if (!world.quirks.patreonThrottles) return;
    const token = readToken(request, ["bearer"]) ?? readForm(request).get("refresh_token");
    const meters = [world.meters.count(`patreon client ${patreonClient.id}`, 100, 2_000)];
    if (token) meters.push(world.meters.count(`patreon token ${token}`, 100, 60_000));
    const passed = meters.find(({ remaining }) => remaining < 0);
    if (passed) return refuseThrottled(reply, Math.max(1, Math.ceil((passed.resetsAt - world.clock.now()) / 1000)));
  });
}
