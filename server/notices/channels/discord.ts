// Posts to a Discord webhook: an embed with the picture as an attachment, because members' pictures have no public address.
import type { Message, Outcome } from "./channel.ts";
import { readReply } from "./channel.ts";
import { post } from "#server/notices/reach/post.ts";
import type { Reach } from "#server/outside.ts";
import { words } from "#server/notices/words.ts";

const usualColor = 0x2b7a78;
const colors: Partial<Record<Message["kind"], number>> = { trouble: 0xb42318, "trouble-over": 0x2e7d32 };

export async function sendToDiscord(
  url: string,
  message: Message,
  { now, ...reach }: Reach & { now: Date },
): Promise<Outcome> {
  const address = new URL(url);
  // without it, a message that could not be stored is answered like one that was
  address.searchParams.set("wait", "true");
  const form = new FormData();
  form.set("payload_json", JSON.stringify(describe(message)));
  if (message.picture)
    form.set("files[0]", new Blob([new Uint8Array(message.picture)], { type: "image/jpeg" }), "picture.jpg");
  const { headers, body } = await encode(form);
  const reply = await post(address.href, { headers, body }, reach);
  const outcome = readReply(reply, now);
  // the whole message comes back: its id is enough
  if (outcome.as === "sent") return { ...outcome, answer: words.posted(reply.status, readId(reply.text)) };
  return outcome;
}

function describe({ id, kind, title, text, url, at, picture }: Message) {
  return {
    // Discord documents this for bots; where it counts, a second try posts nothing
    nonce: id.slice(0, 25),
    enforce_nonce: true,
    allowed_mentions: { parse: [] },
    embeds: [
      {
        title: cut(title, 256),
        ...(text !== "" && { description: cut(text, 4000) }),
        url,
        color: colors[kind] ?? usualColor,
        timestamp: at.toISOString(),
        ...(picture && { image: { url: "attachment://picture.jpg" } }),
      },
    ],
    ...(picture && { attachments: [{ id: 0, filename: "picture.jpg" }] }),
  };
}

async function encode(form: FormData) {
  const encoded = new Response(form);
  return {
    headers: { "content-type": encoded.headers.get("content-type") ?? "" },
    body: Buffer.from(await encoded.arrayBuffer()),
  };
}

function readId(text: string): string {
  return /"id":\s*"(\d+)"/.exec(text)?.[1] ?? "unknown";
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}
