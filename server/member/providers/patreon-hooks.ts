// Our webhook at Patreon, by the creator's token: made, looked at, resumed and removed.
import { z } from "zod";
import { askProvider, parseReply } from "./ask.ts";

interface PatreonHook {
  id: string;
  isPaused: boolean;
  timesFailed: number;
}

const triggers = ["members", "members:pledge"].flatMap((what) =>
  ["create", "update", "delete"].map((event) => `${what}:${event}`),
);

export function createHooksClient(origin: string, access: string) {
  const url = `${origin}/api/oauth2/v2/webhooks`;
  const authorization = { authorization: `Bearer ${access}` };
  const send = (method: "POST" | "PATCH" | "DELETE", at: string, attributes?: object) =>
    askProvider(at, {
      method,
      headers: { ...authorization, "content-type": "application/json" },
      ...(attributes && { body: JSON.stringify({ data: { type: "webhook", attributes } }) }),
    });

  const client = {
    async find(callback: string): Promise<PatreonHook | "token-refused" | undefined> {
      const own = await client.list(callback);
      return own === "token-refused" ? own : own[0];
    },
    /** "token-refused" also when the creator has not granted webhooks. */
    async list(callback: string): Promise<PatreonHook[] | "token-refused"> {
      const query = new URLSearchParams({ "fields[webhook]": "paused,num_consecutive_times_failed,uri" });
      const reply = await askProvider(`${url}?${query}`, { headers: authorization });
      if (reply.status === 401) return "token-refused";
      const own = parseReply(Hooks, url, reply).data.filter(({ attributes }) => attributes.uri === callback);
      return own.map(({ id, attributes }) => ({
        ...{ id, isPaused: attributes.paused === true, timesFailed: attributes.num_consecutive_times_failed ?? 0 },
      }));
    },
    /** Patreon tells the secret only here: one that exists already is of no use to us. */
    async create(callback: string, campaignId: string): Promise<{ id: string; secret: string } | "token-refused"> {
      const body = {
        data: {
          type: "webhook",
          attributes: { triggers, uri: callback },
          relationships: { campaign: { data: { type: "campaign", id: campaignId } } },
        },
      };
      const reply = await askProvider(url, {
        method: "POST",
        headers: { ...authorization, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      if (reply.status === 401) return "token-refused";
      const { data } = parseReply(Hook, url, reply);
      return { id: data.id, secret: data.attributes.secret };
    },
    async resume(id: string): Promise<boolean> {
      return (await send("PATCH", `${url}/${encodeURIComponent(id)}`, { paused: false })).status < 300;
    },
    async remove(id: string): Promise<void> {
      await send("DELETE", `${url}/${encodeURIComponent(id)}`);
    },
  };
  return client;
}

const Hooks = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      attributes: z.object({
        uri: z.string().nullish(),
        paused: z.boolean().nullish(),
        num_consecutive_times_failed: z.number().nullish(),
      }),
    }),
  ),
});
const Hook = z.object({ data: z.object({ id: z.string(), attributes: z.object({ secret: z.string().min(1) }) }) });
