// Patreon's webhook list: a creator's token reads, adds, changes and removes webhooks; the secret is Patreon's to give.

import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { deliver } from "#emulator/webhooks/delivery.ts";
import { readJson } from "#emulator/parameters.ts";
import { resourceLink } from "./documents.ts";
import { findCaller } from "./guard.ts";
import { campaignId } from "./personas.ts";
import { refuseNotFound, refuseParameter, refuseUnauthorized } from "./refusals.ts";
import { triggers as knownTriggers } from "./schema.ts";
import { paths } from "#emulator/settings.ts";
import type { Webhook } from "#emulator/world/records.ts";
import type { World } from "#emulator/world/world.ts";

type Changes = Partial<Pick<Webhook, "uri" | "triggers" | "paused">>;

export function registerPatreonWebhooks(app: FastifyInstance, world: World): void {
  const list = `${paths.patreon}/api/oauth2/v2/webhooks`;
  app.addHook("preHandler", async (request, reply) => {
    if (!request.url.startsWith(list)) return;
    const caller = findCaller(world, request, "w:campaigns.webhook");
    if (!caller?.isCreator) return refuseUnauthorized(reply);
  });

  app.get(list, (_request, reply) => {
    const data = [...world.webhooks.values()].map(render);
    return reply
      .type("application/vnd.api+json")
      .send({ data, meta: { pagination: { cursors: { next: null }, total: data.length } } });
  });

  app.post(list, (request, reply) => {
    const changes = readChanges(readJson(request));
    const bad = findBadChange(changes, ["uri", "triggers"]);
    if (bad) return refuseParameter(reply, bad, String(changes[bad]));
    const webhook: Webhook = {
      id: String(900_001 + world.webhooks.size + Math.floor(Math.random() * 90_000)),
      uri: changes.uri ?? "",
      triggers: changes.triggers ?? [],
      secret: randomBytes(32).toString("base64url"),
      paused: false,
      timesFailed: 0,
      lastAttemptedAt: null,
    };
    world.webhooks.set(webhook.id, webhook);
    return reply
      .code(201)
      .type("application/vnd.api+json")
      .send({ data: render(webhook), links: links(world, webhook) });
  });

  app.patch<{ Params: { id: string } }>(`${list}/:id`, (request, reply) => {
    const webhook = world.webhooks.get(request.params.id);
    if (webhook === undefined) return refuseNotFound(reply, "Webhook");
    const changes = readChanges(readJson(request));
    const bad = findBadChange(changes, []);
    if (bad) return refuseParameter(reply, bad, String(changes[bad]));
    Object.assign(webhook, changes);
    if (changes.paused === false) void sendQueued(world, webhook);
    return reply.type("application/vnd.api+json").send({ data: render(webhook), links: links(world, webhook) });
  });

  app.delete<{ Params: { id: string } }>(`${list}/:id`, (request, reply) => {
    if (!world.webhooks.delete(request.params.id)) return refuseNotFound(reply, "Webhook");
    return reply.code(204).send();
  });
}

/** What a paused webhook kept is sent when it is resumed. */
async function sendQueued(world: World, webhook: Webhook): Promise<void> {
  const kept = world.deliveries.filter(({ state, url }) => state === "paused" && url === webhook.uri);
  for (const delivery of kept) {
    delivery.state = "waiting";
    await deliver(world, delivery);
  }
}

function render(webhook: Webhook): object {
  return {
    attributes: {
      last_attempted_at: webhook.lastAttemptedAt,
      num_consecutive_times_failed: webhook.timesFailed,
      paused: webhook.paused,
      secret: webhook.secret,
      triggers: webhook.triggers,
      uri: webhook.uri,
    },
    id: webhook.id,
    relationships: { campaign: { data: { id: campaignId, type: "campaign" } } },
    type: "webhook",
  };
}

function links(world: World, webhook: Webhook): object {
  return { self: resourceLink(world, "webhook", webhook.id) };
}

function readChanges(body: Record<string, unknown>): Changes {
  const { uri, triggers, paused } = (body as { data?: { attributes?: Changes } }).data?.attributes ?? {};
  return {
    ...(uri !== undefined && { uri }),
    ...(triggers !== undefined && { triggers }),
    ...(paused !== undefined && { paused }),
  };
}

function findBadChange(changes: Changes, needed: (keyof Changes)[]): keyof Changes | undefined {
  const missing = needed.find((name) => changes[name] === undefined);
  if (missing) return missing;
  if (changes.uri !== undefined && !/^https?:\/\//.test(changes.uri)) return "uri";
  const isKnown = (trigger: string) => (knownTriggers as readonly string[]).includes(trigger);
  if (changes.triggers !== undefined && !(Array.isArray(changes.triggers) && changes.triggers.every(isKnown)))
    return "triggers";
  return changes.paused !== undefined && typeof changes.paused !== "boolean" ? "paused" : undefined;
}
