// A webhook like Discord's: takes a form with an embed and files, answers with the message, has a rate limit, and with
// enforce_nonce it returns the message it already has.
import { listen, type Listening } from "./http.ts";

interface Posted {
  nonce: string;
  allowed_mentions: unknown;
  embeds: { title: string; description?: string; url: string; image?: { url: string } }[];
  files: { name: string; type: string; bytes: Buffer }[];
}

export interface DiscordLike extends Listening {
  webhookUrl: string;
  posted: Posted[];
  /** Every request, also those that were refused. */
  asked: { at: number; status: number }[];
  /** As many requests as this may come, and then none for so long. */
  limit: { left: number; waitSeconds: number };
  /** Answers this status to everything, while it is set. */
  fault: number | null;
}

export async function startDiscordLike(): Promise<DiscordLike> {
  const posted: Posted[] = [];
  const asked: DiscordLike["asked"] = [];
  const limit = { left: Infinity, waitSeconds: 1 };
  let until = 0;
  const state = { fault: null as number | null };
  const server = await listen(async ({ path, headers, body }) => {
    const note = (status: number, answer: object, more: Record<string, string> = {}) => {
      asked.push({ at: performance.now(), status });
      return { status, headers: { "content-type": "application/json", ...more }, body: JSON.stringify(answer) };
    };
    if (state.fault !== null) return note(state.fault, { message: "a planted fault", code: 0 });
    if (!path.startsWith("/api/webhooks/1/secret")) return note(404, { message: "Unknown Webhook", code: 10015 });
    if (performance.now() < until || limit.left <= 0) {
      if (limit.left <= 0) until = performance.now() + limit.waitSeconds * 1000;
      limit.left = Infinity;
      const seconds = Math.max(0.1, (until - performance.now()) / 1000);
      return note(
        429,
        { message: "You are being rate limited.", retry_after: seconds },
        {
          "retry-after": String(seconds),
        },
      );
    }
    limit.left -= 1;
    const form = await new Response(new Uint8Array(body), {
      headers: { "content-type": headers["content-type"] ?? "" },
    }).formData();
    const json = form.get("payload_json");
    const payload = JSON.parse(typeof json === "string" ? json : "{}") as Posted & { enforce_nonce?: boolean };
    const known = payload.enforce_nonce ? posted.findIndex(({ nonce }) => nonce === payload.nonce) : -1;
    if (known >= 0) return note(200, { id: String(1000 + known) });
    const files = [...form.entries()].flatMap(([, value]) => (typeof value === "string" ? [] : [value]));
    const read = files.map(async (file) => ({
      name: file.name,
      type: file.type,
      bytes: Buffer.from(await file.arrayBuffer()),
    }));
    posted.push({ ...payload, files: await Promise.all(read) });
    return note(200, { id: String(999 + posted.length) });
  });
  return Object.assign(state, server, { webhookUrl: `${server.url}/api/webhooks/1/secret`, posted, asked, limit });
}
