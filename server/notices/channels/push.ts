// Sends a notice to a browser by its push service, encrypted for that browser alone. A second try has the same topic and
// tag: the push service and the browser replace the first one by it.
import { createHash } from "node:crypto";
import type { NoticesConfig } from "#server/config.ts";
import { post } from "#server/notices/reach/post.ts";
import { words } from "#server/notices/words.ts";
import { readReply, type Message, type Outcome } from "./channel.ts";

interface Receiver {
  endpoint: string;
  p256dh: string;
  auth: string;
}

interface Sender {
  publicKey: string;
  privateKey: string;
  /** Whom the push service can ask about us. */
  subject: string;
  notices: NoticesConfig;
  now: Date;
}

/** A notice about a recording is of use for a few days. */
const keptSeconds = 3 * 86_400;
const liveSeconds = 2 * 3600;

export async function sendPush(
  { endpoint, p256dh, auth }: Receiver,
  message: Message,
  sender: Sender,
): Promise<Outcome> {
  const { publicKey, privateKey, subject, notices, now } = sender;
  if (!isPushService(endpoint, notices)) return { as: "refused", answer: words.notAPushService, isGone: true };
  const topic = createHash("sha256").update(message.id).digest("base64url").slice(0, 32);
  const { kind, title, text, url } = message;
  // a stream is watched elsewhere
  const path = kind === "live" ? url : new URL(url).pathname;
  // loaded when it is needed: it is large
  const { default: webPush } = await import("web-push");
  const details = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify({ title: title.slice(0, 200), text: text.slice(0, 400), path, tag: topic }),
    {
      vapidDetails: { subject, publicKey, privateKey },
      TTL: kind === "live" ? liveSeconds : keptSeconds,
      topic,
      contentEncoding: "aes128gcm",
    },
  );
  const { "Content-Length": _, ...headers } = details.headers;
  const reply = await post(endpoint, { headers, body: details.body ?? Buffer.alloc(0) }, notices);
  if (reply.status === 404 || reply.status === 410) return { as: "refused", answer: words.gone, isGone: true };
  return readReply(reply, now);
}

/** Members say where to send it, so only to those whom browsers use. */
export function isPushService(endpoint: string, { pushServices, allowsPrivate }: NoticesConfig): boolean {
  const url = URL.parse(endpoint);
  if (!url || url.username || (url.protocol !== "https:" && !allowsPrivate)) return false;
  return pushServices.some((service) =>
    service.startsWith(".") ? url.hostname.endsWith(service) : url.host === service,
  );
}
