// Sending any event on demand, good or hostile: a real one, one with a bad signature, an old one, a past one again,
// Patreon's "send test", a Twitch revocation.

import { randomInt } from "node:crypto";
import { deliver } from "#emulator/webhooks/delivery.ts";
import type { Delivery } from "#emulator/world/records.ts";
import { fireMemberEvent, fireTestEvent, type Signature, type Trigger } from "#emulator/patreon/sender.ts";
import { triggers } from "#emulator/patreon/schema.ts";
import { eventTypes } from "#emulator/twitch/event-types.ts";
import type { EventType } from "#emulator/twitch/subscription.ts";
import { fireNotification, fireRevocation, type RevocationStatus } from "#emulator/twitch/sender.ts";
import type { World } from "#emulator/world/world.ts";

type Order = {
  /** A Patreon trigger or a Twitch EventSub type. */
  event?: string;
  persona?: string;
  signature?: Signature;
  /** Patreon: the portal's test body instead of a member. */
  test?: boolean;
  /** Twitch: age of the signed timestamp, and a message id to use again. */
  ageMs?: number;
  messageId?: string;
  /** The id of a past delivery, sent again byte for byte. */
  replay?: string;
  /** Twitch: ends the subscriptions of that type with this status. */
  revocation?: RevocationStatus;
};

/** A sentence instead of deliveries says what was wrong with the order. */
export async function fire(world: World, order: Order): Promise<Delivery[] | string> {
  if (order.replay !== undefined) return replay(world, order.replay);
  const event = order.event ?? "";
  if ((triggers as readonly string[]).includes(event)) return firePatreon(world, event as Trigger, order);
  if (event in eventTypes) return fireTwitch(world, event as EventType, order);
  return `event must be one of ${[...triggers, ...Object.keys(eventTypes)].join(", ")}`;
}

async function firePatreon(world: World, trigger: Trigger, order: Order): Promise<Delivery[] | string> {
  const signature = order.signature ?? "good";
  if (order.test) return fireTestEvent(world, trigger, signature);
  const patron = world.patrons.get(order.persona ?? "");
  if (patron === undefined) return "persona must be a Patreon persona";
  return fireMemberEvent(world, patron, { trigger, signature });
}

async function fireTwitch(world: World, type: EventType, order: Order): Promise<Delivery[] | string> {
  if (order.revocation !== undefined) {
    const status = order.revocation;
    const ended = [...world.subscriptions.values()].filter((subscription) => subscription.type === type);
    return Promise.all(ended.map((subscription) => fireRevocation(world, subscription, status)));
  }
  const viewer = world.viewers.get(order.persona ?? "");
  if (viewer === undefined) return "persona must be a Twitch persona";
  const { signature, ageMs, messageId } = order;
  if ((signature ?? "good") === "good") changeStream(world, type);
  return fireNotification(world, viewer, {
    type,
    ...(signature && { signature }),
    ...(ageMs !== undefined && { ageMs }),
    ...(messageId !== undefined && { messageId }),
  });
}

/** Each stream has its own id. One that is live already is only told again. */
function changeStream(world: World, type: EventType): void {
  if (type === "stream.offline") world.stream = null;
  if (type !== "stream.online") return;
  world.stream ??= { id: String(40_000_000_000 + randomInt(1_000_000_000)), startedAt: world.clock.iso() };
}

/** The same bytes and the same headers, without a retry of its own. */
async function replay(world: World, id: string): Promise<Delivery[] | string> {
  const past = world.deliveries.findLast((delivery) => delivery.id === id);
  if (past === undefined) return "there is no such delivery";
  const { id: _past, settle: _settle, ...same } = past;
  const again: Delivery = {
    ...same,
    id: `${id} again`,
    headers: () => past.headers(0),
    state: "waiting",
    attempts: [],
    nextAt: null,
    isRetried: false,
  };
  return [await deliver(world, again)];
}
