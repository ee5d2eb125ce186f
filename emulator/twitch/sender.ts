// Twitch's EventSub sender: challenges, notifications and revocations, signed over id + timestamp + exact body.

import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { deliver } from "#emulator/webhooks/delivery.ts";
import type { Delivery } from "#emulator/world/records.ts";
import { createEvent, eventTypes, isAbout } from "./event-types.ts";
import type { EventType } from "./subscription.ts";
import { broadcasterPersona, type Viewer } from "./personas.ts";
import { describeSubscription, type Subscription } from "./subscription.ts";
import type { World } from "#emulator/world/world.ts";

type EventOptions = {
  type: EventType;
  signature?: "good" | "bad" | "none";
  /** How old the signed timestamp is. */
  ageMs?: number;
  /** Use a message id again, as at-least-once delivery may. */
  messageId?: string;
};

export type RevocationStatus =
  | "user_removed"
  | "authorization_revoked"
  | "notification_failures_exceeded"
  | "version_removed";

export async function sendChallenge(world: World, subscription: Subscription): Promise<void> {
  const challenge = randomBytes(24).toString("base64url");
  const body = JSON.stringify({ challenge, subscription: describeSubscription(subscription) });
  const message = { kind: "webhook_callback_verification", event: `${subscription.type} challenge`, body };
  const { attempts } = await deliver(world, createDelivery(world, subscription, message));
  const last = attempts.at(-1);
  const isAnswered = last?.status === 200 && last.answer === challenge;
  subscription.status = isAnswered ? "enabled" : "webhook_callback_verification_failed";
}

export async function fireNotification(world: World, viewer: Viewer, options: EventOptions): Promise<Delivery[]> {
  const broadcaster = world.viewers.get(broadcasterPersona) ?? viewer;
  const people = { viewer, broadcaster };
  const listening = [...world.subscriptions.values()].filter(
    ({ type, status, condition }) => type === options.type && status === "enabled" && isAbout(condition, people),
  );
  const event = createEvent(world, options.type, people);
  return Promise.all(
    listening.map((subscription) => {
      const body = JSON.stringify({ subscription: describeSubscription(subscription), event });
      const message = { kind: "notification", event: options.type, body, ...options };
      return deliver(world, createDelivery(world, subscription, message));
    }),
  );
}

export async function fireRevocation(
  world: World,
  subscription: Subscription,
  status: RevocationStatus,
): Promise<Delivery> {
  subscription.status = status;
  const body = JSON.stringify({ subscription: describeSubscription(subscription) });
  const message = { kind: "revocation", event: `${subscription.type} ${status}`, body };
  return deliver(world, createDelivery(world, subscription, message));
}

/** A user took the consent back: subscriptions that stood on it end, and whoever listens is told. */
export async function fireAuthorizationRevoked(world: World, viewer: Viewer): Promise<Delivery[]> {
  const stoodOnIt = [...world.subscriptions.values()].filter(
    ({ type, condition }) =>
      eventTypes[type].scope !== null && (condition["broadcaster_user_id"] ?? condition["user_id"]) === viewer.userId,
  );
  const ended = await Promise.all(stoodOnIt.map((one) => fireRevocation(world, one, "authorization_revoked")));
  return [...ended, ...(await fireNotification(world, viewer, { type: "user.authorization.revoke" }))];
}

type Message = { kind: string; event: string; body: string } & Omit<EventOptions, "type">;

function createDelivery(world: World, subscription: Subscription, message: Message): Delivery {
  const id = message.messageId ?? randomUUID();
  const timestamp = createTimestamp(world, message.ageMs ?? 0);
  const secret = message.signature === "bad" ? `${subscription.secret}-forged` : subscription.secret;
  const signature = createHmac("sha256", secret)
    .update(id + timestamp + message.body)
    .digest("hex");
  return {
    id,
    provider: "twitch",
    event: message.event,
    url: subscription.callback,
    body: message.body,
    headers: (attempt) => ({
      "twitch-eventsub-message-id": id,
      "twitch-eventsub-message-retry": String(attempt),
      "twitch-eventsub-message-type": message.kind,
      ...(message.signature !== "none" && { "twitch-eventsub-message-signature": `sha256=${signature}` }),
      "twitch-eventsub-message-timestamp": timestamp,
      "twitch-eventsub-subscription-type": subscription.type,
      "twitch-eventsub-subscription-version": subscription.version,
    }),
    state: "waiting",
    attempts: [],
    nextAt: null,
    isRetried: message.kind === "notification" && (message.signature ?? "good") === "good",
  };
}

function createTimestamp(world: World, ageMs: number): string {
  const iso = new Date(world.clock.now() - ageMs).toISOString();
  if (!world.quirks.twitchEventSubTimestampIsNanoseconds) return iso;
  const beyondMilliseconds = String(Math.floor(Math.random() * 1_000_000)).padStart(6, "0");
  return iso.replace("Z", `${beyondMilliseconds}Z`);
}
