// Tells an address of the owner's, as JSON. The signature covers time and body, so that nobody else can say it, or repeat it.
import { createHmac } from "node:crypto";
import { readReply, type Message, type Outcome } from "./channel.ts";
import { post } from "#server/notices/reach/post.ts";
import type { Reach } from "#server/outside.ts";

export async function sendToWebhook(
  { url, secret }: { url: string; secret: string },
  message: Message,
  { now, ...reach }: Reach & { now: Date },
): Promise<Outcome> {
  const { id, kind, at, title, text, url: link } = message;
  const body = Buffer.from(JSON.stringify({ id, event: kind, at: at.toISOString(), title, text, url: link }));
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const headers = {
    "content-type": "application/json",
    "stagedoor-id": id,
    "stagedoor-timestamp": timestamp,
    "stagedoor-signature": `v1=${sign(secret, timestamp, body)}`,
  };
  return readReply(await post(url, { headers, body }, reach), now);
}

function sign(secret: string, timestamp: string, body: Buffer): string {
  return createHmac("sha256", secret).update(`${timestamp}.`).update(body).digest("hex");
}
