// Patreon's webhooks: HMAC-MD5 over the raw body, without time or id. So they are hints, recognised by their content.
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";

export interface Hint {
  /** Recognises the same message when it comes twice. */
  messageKey: string;
  /** Null for messages about nobody in particular, such as the portal's "Send test". */
  providerUserId: string | null;
}

/** Undefined when the signature is not Patreon's. */
export function readPatreonWebhook(
  secret: string,
  headers: Record<string, string | string[] | undefined>,
  body: Buffer,
): Hint | undefined {
  const expected = createHmac("md5", secret).update(body).digest();
  const given = Buffer.from(String(headers["x-patreon-signature"] ?? ""), "hex");
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const event = String(headers["x-patreon-event"] ?? "");
  const messageKey = createHash("sha256").update(event).update("\n").update(body).digest("base64url");
  const isMember = event.startsWith("members:");
  return { messageKey, providerUserId: isMember ? findUser(body) : null };
}

function findUser(body: Buffer): string | null {
  try {
    return Member.safeParse(JSON.parse(body.toString("utf8"))).data?.data.relationships.user.data.id ?? null;
  } catch {
    return null;
  }
}

// "Send test" names the owner's account, but no membership: its id is null
const Member = z.object({
  data: z.object({
    id: z.string(),
    relationships: z.object({ user: z.object({ data: z.object({ id: z.string() }) }) }),
  }),
});
