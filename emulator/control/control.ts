// The control API under /__emulator: what tests and curious people use to change the stand-in's world.
// Loopback only, and never for a foreign web page: the Host must be local and the fetch must not be cross-site.

import type { FastifyInstance, FastifyReply } from "fastify";
import { changePatron, changeViewer, patronChangeNames, viewerChangeNames } from "./changes.ts";
import { copyPersona } from "#emulator/world/copies.ts";
import { deliverDue, describeDelivery } from "#emulator/webhooks/delivery.ts";
import { faultEffects, type Effect, type Fault, type FaultKind } from "#emulator/faults/fault-kinds.ts";
import type { Delivery } from "#emulator/world/records.ts";
import { fire } from "./fire.ts";
import { readJson } from "#emulator/parameters.ts";
import { fireMemberEvent } from "#emulator/patreon/sender.ts";
import { quirkTable, type Quirks } from "#emulator/world/quirks.ts";
import { describeSettings } from "#emulator/settings.ts";
import { fireAuthorizationRevoked, fireNotification } from "#emulator/twitch/sender.ts";
import { readPastStream } from "#emulator/twitch/past-streams.ts";
import { describeSubscription } from "#emulator/twitch/subscription.ts";
import { resetWorld, type World } from "#emulator/world/world.ts";
import { words } from "#emulator/words.ts";

export function registerControl(app: FastifyInstance, world: World): void {
  const at = "/__emulator";
  app.addHook("onRequest", async (request, reply) => {
    if (!request.url.startsWith(at)) return;
    const isLocal = ["127.0.0.1", "::1", "::ffff:127.0.0.1"].includes(request.ip);
    const host = (request.headers.host ?? "").replace(/:\d+$/, "");
    const site = request.headers["sec-fetch-site"] ?? "none";
    const isOurs = ["localhost", "127.0.0.1", "[::1]"].includes(host) && (site === "none" || site === "same-origin");
    if (!isLocal || !isOurs) return refuse(reply, words.localOnly, 403);
  });

  app.get(`${at}/settings`, () => describeSettings(world.origin, world.patrons, world.viewers));
  app.get(`${at}/personas`, () => ({
    patreon: [...world.patrons.values()],
    twitch: [...world.viewers.values()],
  }));
  app.get(`${at}/quirks`, () =>
    Object.entries(quirkTable).map(([name, quirk]) => ({ name, ...quirk, on: world.quirks[name as keyof Quirks] })),
  );
  app.get(`${at}/journal`, () => world.journal);
  app.get(`${at}/deliveries`, () => world.deliveries.map(describeDelivery));
  app.get(`${at}/subscriptions`, () => [...world.subscriptions.values()].map(describeSubscription));
  app.get(`${at}/faults`, () => world.faults);

  app.post(`${at}/reset`, (_request, reply) => {
    resetWorld(world);
    return reply.code(204).send();
  });
  app.delete(`${at}/journal`, (_request, reply) => {
    world.journal = [];
    return reply.code(204).send();
  });
  app.delete(`${at}/faults`, (_request, reply) => {
    world.faults = [];
    return reply.code(204).send();
  });
  app.post(`${at}/faults`, (request, reply) => {
    const fault = readFault(readJson(request));
    if (typeof fault === "string") return refuse(reply, fault);
    world.faults.push(fault);
    return reply.code(201).send(fault);
  });
  app.post(`${at}/clock`, async (request, reply) => {
    const { advanceMs } = readJson(request);
    if (typeof advanceMs !== "number") return refuse(reply, "advanceMs must be a number.");
    world.clock.advance(advanceMs);
    const sent = await deliverDue(world);
    return { now: world.clock.iso(), fired: sent.map(describeDelivery) };
  });
  app.post(`${at}/quirks`, (request, reply) => {
    const changes = readJson(request) as Partial<Quirks>;
    const unknown = Object.keys(changes).find((name) => !(name in quirkTable));
    if (unknown !== undefined) return refuse(reply, words.noQuirk(unknown));
    Object.assign(world.quirks, changes);
    return reply.code(204).send();
  });
  app.post(`${at}/keys/rotate`, (_request, reply) => {
    world.keys.rotate();
    return reply.code(204).send();
  });
  app.post(`${at}/fire`, async (request, reply) => {
    const fired = await fire(world, readJson(request));
    return typeof fired === "string" ? refuse(reply, fired) : { fired: fired.map(describeDelivery) };
  });
  app.post(`${at}/videos`, (request, reply) => {
    const stream = readPastStream(readJson(request));
    if (typeof stream === "string") return refuse(reply, stream);
    world.pastStreams = [stream, ...world.pastStreams.filter(({ id }) => id !== stream.id)];
    return reply.code(201).send(stream);
  });
  app.post(`${at}/tokens`, (request, reply) => mintTokens(world, readJson(request), reply));
  app.post<{ Params: { id: string } }>(`${at}/personas/:id`, (request, reply) =>
    changePersona(world, request.params.id, readJson(request), reply),
  );
  app.put<{ Params: { id: string } }>(`${at}/personas/:id`, (request, reply) => {
    const copy = copyPersona(world, request.params.id, String(readJson(request)["like"]));
    return typeof copy === "string" ? refuse(reply, copy) : { persona: copy };
  });
  app.post<{ Params: { id: string } }>(`${at}/personas/:id/revoke`, (request, reply) =>
    revokeGrant(world, request.params.id, readJson(request), reply),
  );
}

async function changePersona(
  world: World,
  id: string,
  body: Record<string, unknown>,
  reply: FastifyReply,
): Promise<unknown> {
  const { fire: isFired, ...changes } = body;
  const patron = world.patrons.get(id);
  const viewer = world.viewers.get(id);
  const known = patron ? patronChangeNames : viewerChangeNames;
  const unknown = Object.keys(changes).find((name) => !known.includes(name));
  if (unknown !== undefined) return refuse(reply, `${unknown} cannot be changed; ${known.join(", ")} can.`);
  let fired: Delivery[] = [];
  if (patron) {
    const trigger = changePatron(patron, changes);
    if (isFired) fired = await fireMemberEvent(world, patron, { trigger });
  } else if (viewer) {
    const type = changeViewer(viewer, changes);
    if (isFired) fired = await fireNotification(world, viewer, { type });
  } else return refuse(reply, words.noPersona(id), 404);
  return { persona: patron ?? viewer, fired: fired.map(describeDelivery) };
}

async function revokeGrant(
  world: World,
  id: string,
  body: Record<string, unknown>,
  reply: FastifyReply,
): Promise<unknown> {
  const patron = world.patrons.get(id);
  const viewer = world.viewers.get(id);
  if (patron) return { revoked: world.patreonGrants.revokeUser(patron.userId), fired: [] };
  if (viewer === undefined) return refuse(reply, words.noPersona(id), 404);
  const revoked = world.twitchGrants.revokeUser(viewer.userId);
  const fired = body["fire"] ? await fireAuthorizationRevoked(world, viewer) : [];
  return { revoked, fired: fired.map(describeDelivery) };
}

/** A token pair without the browser's part, for sweeps and broadcaster calls. */
function mintTokens(world: World, body: Record<string, unknown>, reply: FastifyReply): unknown {
  const { persona, scopes = [] } = body as { persona?: string; scopes?: string[] };
  const patron = world.patrons.get(persona ?? "");
  const userId = (patron ?? world.viewers.get(persona ?? ""))?.userId;
  if (userId === undefined) return refuse(reply, "persona must name a persona.");
  const grants = patron ? world.patreonGrants : world.twitchGrants;
  grants.granted.set(userId, new Set([...(grants.granted.get(userId) ?? []), ...scopes]));
  const token = { userId, scopes };
  return {
    access_token: grants.issueAccess(token, patron ? 31 * 86_400 : 14_124),
    refresh_token: grants.issueRefresh(token),
  };
}

function readFault(body: Record<string, unknown>): Fault | string {
  const {
    route,
    kind,
    times = null,
    drop,
    html,
    malformed,
    ...rest
  } = body as {
    route?: string;
    kind?: FaultKind;
    times?: number | null;
    drop?: boolean | "before-headers" | "mid-body";
    html?: boolean;
    malformed?: boolean;
  } & Omit<Effect, "drop">;
  if (!route) return 'route is needed, like "GET /patreon/api" or "* /twitch".';
  if (kind !== undefined && !(kind in faultEffects))
    return `kind must be one of ${Object.keys(faultEffects).join(", ")}`;
  const effect: Effect = {
    ...(kind && faultEffects[kind]),
    ...rest,
    ...(drop && { drop: drop === true ? "before-headers" : drop }),
    ...(html && { body: "html" }),
    ...(malformed && { body: "malformed" }),
  };
  return { route, kind: kind ?? "custom", effect, times };
}

function refuse(reply: FastifyReply, sentence: string, status = 400): FastifyReply {
  return reply.code(status).send({ problem: sentence });
}
