// Twitch's EventSub messages: HMAC-SHA-256 over id, time and raw body; at least once, so recognised by id; hints only.
import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { Hint } from "./patreon-webhook.ts";

const oldestMs = 10 * 60_000;
/** A clock may run ahead of ours by this much. */
const newestMs = 60_000;

/** The channel begins or ends to be live. `at`: when it began; of an end, when Twitch said so. */
export type StreamChange =
  | { is: "online"; broadcasterId: string; streamId: string; login: string; name: string; at: Date }
  | { is: "offline"; broadcasterId: string; at: Date };

type TwitchMessage =
  | { kind: "challenge"; challenge: string }
  | { kind: "hint"; hint: Hint }
  | { kind: "stream"; hint: Hint; change: StreamChange }
  | { kind: "revoked"; status: string }
  /** Genuine but of no use: too old, or of a kind we did not ask for. */
  | { kind: "ignored"; why: string };

/** Undefined when the signature is not Twitch's. */
export function readTwitchEvent(
  secret: string,
  headers: Record<string, string | string[] | undefined>,
  body: Buffer,
  now: Date,
): TwitchMessage | undefined {
  const header = (name: string) => String(headers[`twitch-eventsub-message-${name}`] ?? "");
  // the time is signed as written, to the nanosecond
  const signed = createHmac("sha256", secret)
    .update(header("id"))
    .update(header("timestamp"))
    .update(body)
    .digest("hex");
  const expected = Buffer.from(`sha256=${signed}`);
  const given = Buffer.from(header("signature"));
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;

  const age = now.getTime() - Date.parse(header("timestamp"));
  if (!(age <= oldestMs && age >= -newestMs)) return { kind: "ignored", why: "its time is too far from ours" };
  const message = Message.safeParse(parseJson(body)).data;
  if (!message) return { kind: "ignored", why: "it has an unknown shape" };
  switch (header("type")) {
    case "webhook_callback_verification":
      return message.challenge
        ? { kind: "challenge", challenge: message.challenge }
        : { kind: "ignored", why: "no challenge" };
    case "revocation":
      return { kind: "revoked", status: message.subscription?.status ?? "unknown" };
    case "notification": {
      const hint = { messageKey: header("id"), providerUserId: message.event?.user_id ?? null };
      if (!message.subscription?.type?.startsWith("stream.")) return { kind: "hint", hint };
      const change = readStream(message.subscription.type, message.event, new Date(header("timestamp")));
      return change ? { kind: "stream", hint, change } : { kind: "ignored", why: "it is not about a live stream" };
    }
    default:
      return { kind: "ignored", why: "it is of an unknown kind" };
  }
}

/** Reruns and premieres are told by Twitch, too; they are not live. */
function readStream(type: string, event: unknown, sentAt: Date): StreamChange | undefined {
  if (type === "stream.offline") {
    const ended = Offline.safeParse(event).data;
    return ended && { is: "offline", broadcasterId: ended.broadcaster_user_id, at: sentAt };
  }
  const begun = type === "stream.online" ? Online.safeParse(event).data : undefined;
  return (
    begun && {
      ...{ is: "online", broadcasterId: begun.broadcaster_user_id, streamId: begun.id },
      ...{ login: begun.broadcaster_user_login, name: begun.broadcaster_user_name, at: new Date(begun.started_at) },
    }
  );
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}

const Message = z.object({
  challenge: z.string().max(512).optional(),
  subscription: z.object({ status: z.string().optional(), type: z.string().optional() }).optional(),
  event: z.looseObject({ user_id: z.string().nullish() }).optional(),
});

const Offline = z.object({ broadcaster_user_id: z.string().max(64) });
const Online = Offline.extend({
  id: z.string().min(1).max(64),
  type: z.literal("live"),
  broadcaster_user_login: z.string().regex(/^\w{1,64}$/),
  broadcaster_user_name: z.string().min(1).max(100),
  started_at: z.iso.datetime(),
});
