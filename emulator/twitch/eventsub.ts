// EventSub subscriptions over webhooks: created with an app token, verified by a challenge, listed, deleted.
// Real callbacks are https on port 443; http on loopback is allowed too, because this stand-in runs beside the archive.

import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyReply } from "fastify";
import { readJson, readQuery } from "#emulator/parameters.ts";
import { paths, twitchClient } from "#emulator/settings.ts";
import { eventTypes } from "./event-types.ts";
import type { EventType } from "./subscription.ts";
import { requireCaller } from "./guard.ts";
import { refuseHelix } from "./refusals.ts";
import { sendChallenge } from "./sender.ts";
import { describeSubscription, type Subscription } from "./subscription.ts";
import type { World } from "#emulator/world/world.ts";

type Wanted = Pick<Subscription, "type" | "version" | "condition" | "callback" | "secret">;

const maxTotalCost = 10_000;

export function registerEventSub(app: FastifyInstance, world: World): void {
  const list = `${paths.twitchApi}/helix/eventsub/subscriptions`;

  app.post(list, (request, reply) => {
    const caller = requireCaller(world, request, reply);
    if (caller === undefined) return reply;
    const isUserToken = caller.token.userId !== null && world.quirks.twitchEventSubNeedsAppToken;
    if (isUserToken) return refuse(reply, 400, "invalid transport and auth combination");
    const wanted = readWanted(world, readJson(request));
    if (typeof wanted === "string") return refuse(reply, 400, wanted);
    const owner = wanted.condition["broadcaster_user_id"] ?? wanted.condition["user_id"];
    const isGranted = hasGranted(world, wanted.type, owner);
    if (!isGranted && world.quirks.twitchEventSubNeedsGrant) {
      return refuse(reply, 403, "subscription missing proper authorization");
    }
    const alike = [...world.subscriptions.values()].filter((other) => isAlike(other, wanted) && isAlive(other));
    if (world.quirks.twitchEventSubDuplicateIs409 && alike.some(({ callback }) => callback === wanted.callback)) {
      return refuse(reply, 409, "subscription already exists");
    }
    if (alike.length >= 3) return refuse(reply, 429, "too many subscriptions with the same type and condition");
    const subscription: Subscription = {
      ...wanted,
      id: randomUUID(),
      status: "webhook_callback_verification_pending",
      createdAt: world.clock.iso(),
      cost: owner !== undefined && world.twitchGrants.granted.has(owner) ? 0 : 1,
    };
    world.subscriptions.set(subscription.id, subscription);
    setImmediate(() => void sendChallenge(world, subscription));
    return reply.code(202).send({ data: [describeSubscription(subscription)], ...totals(world) });
  });

  app.get(list, (request, reply) => {
    if (requireCaller(world, request, reply) === undefined) return reply;
    const query = readQuery(request);
    const asked = (name: string, value: string) => !query.get(name) || query.get(name) === value;
    const found = [...world.subscriptions.values()].filter(
      ({ type, status }) => asked("type", type) && asked("status", status),
    );
    return reply.send({ data: found.map(describeSubscription), ...totals(world), pagination: {} });
  });

  app.delete(list, (request, reply) => {
    if (requireCaller(world, request, reply) === undefined) return reply;
    const id = readQuery(request).get("id") ?? "";
    if (!world.subscriptions.delete(id)) return refuse(reply, 404, "subscription not found");
    return reply.code(204).send();
  });
}

function readWanted(world: World, body: Record<string, unknown>): Wanted | string {
  const {
    type,
    version,
    condition = {},
    transport,
  } = body as {
    type?: string;
    version?: string;
    condition?: Record<string, string>;
    transport?: { method?: string; callback?: string; secret?: string };
  };
  const known = eventTypes[type as EventType];
  if (known === undefined || version !== known.version) return "invalid subscription type and version";
  if (known.condition.some((name) => !condition[name])) return "invalid condition";
  if (condition["client_id"] !== undefined && condition["client_id"] !== twitchClient.id) return "invalid condition";
  if (transport?.method !== "webhook") return "unsupported transport method";
  const { callback = "", secret = "" } = transport;
  if (!isAllowedCallback(callback)) return "invalid callback: https on port 443 is required";
  const isSecretGood = /^[\x20-\x7e]{10,100}$/.test(secret) || !world.quirks.twitchEventSubSecretLength;
  if (!isSecretGood) return "secret must be between 10 and 100 ASCII characters";
  return { type: type as EventType, version, condition, callback, secret };
}

/** Relaxed on purpose: plain http is fine as long as it stays on this computer. */
function isAllowedCallback(callback: string): boolean {
  if (!URL.canParse(callback)) return false;
  const { protocol, port, hostname } = new URL(callback);
  if (["localhost", "127.0.0.1", "[::1]"].includes(hostname)) return protocol === "http:" || protocol === "https:";
  return protocol === "https:" && port === "";
}

function hasGranted(world: World, type: EventType, userId: string | undefined): boolean {
  const { scope } = eventTypes[type];
  return scope === null || (userId !== undefined && (world.twitchGrants.granted.get(userId)?.has(scope) ?? false));
}

function isAlike(a: Wanted, b: Wanted): boolean {
  const key = ({ type, version, condition }: Wanted) =>
    JSON.stringify([
      type,
      version,
      Object.keys(condition)
        .toSorted()
        .map((name) => [name, condition[name]]),
    ]);
  return key(a) === key(b);
}

function isAlive({ status }: Subscription): boolean {
  return status === "enabled" || status === "webhook_callback_verification_pending";
}

function totals(world: World): object {
  const all = [...world.subscriptions.values()];
  return { total: all.length, total_cost: all.reduce((sum, { cost }) => sum + cost, 0), max_total_cost: maxTotalCost };
}

function refuse(reply: FastifyReply, status: 400 | 403 | 404 | 409 | 429, message: string): FastifyReply {
  return refuseHelix(reply, { status, message });
}
