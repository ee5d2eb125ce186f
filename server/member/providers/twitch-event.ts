// Twitch's EventSub messages: HMAC-SHA-256 over id, time and raw body; at least once, so recognised by id; hints only.
import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { Hint } from "./patreon-webhook.ts";

const oldestMs = 10 * 60_000;
/** A clock may run ahead of ours by this much. */
const newestMs = 60_000;

type TwitchMessage =
  | { kind: "challenge"; challenge: string }
  | { kind: "hint"; hint: Hint }
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
    case "notification":
      return { kind: "hint", hint: { messageKey: header("id"), providerUserId: message.event?.user_id ?? null } };
    default:
      return { kind: "ignored", why: "it is of an unknown kind" };
  }
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
  subscription: z.object({ status: z.string().optional() }).optional(),
  event: z.object({ user_id: z.string().nullish() }).optional(),
});
