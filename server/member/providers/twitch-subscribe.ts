// Asks Twitch to tell us about subscriptions of our channel, and when it is live. Safe to repeat: only what is missing is created.
// Needs the broadcaster's one-time grant of channel:read:subscriptions (docs/hosting.md).
import { z } from "zod";
import type { TwitchConfig } from "#server/config.ts";
import { askProvider, unavailable } from "./ask.ts";
import { appHeaders } from "./twitch-app.ts";

interface TwitchEvent {
  type: string;
  condition: Record<string, string>;
  /** The name that Twitch uses; "missing" when there is no subscription. */
  status: string;
}

export async function subscribeToTwitch(
  config: TwitchConfig,
  callback: string,
): Promise<{ created: string[]; refused: string[] }> {
  const { url, headers } = await openSubscriptions(config);
  const outcome = { created: [] as string[], refused: [] as string[] };
  for (const { type, condition, status } of await readEvents({ url, headers }, config, callback)) {
    if (status === "enabled") continue;
    const transport = { method: "webhook", callback, secret: config.eventSubSecret };
    const body = JSON.stringify({ type, version: "1", condition, transport });
    const created = await askProvider(url, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body,
    });
    // 409: one that still waits for its challenge
    if (created.status === 202 || created.status === 409) outcome.created.push(type);
    else outcome.refused.push(`${type} (${created.status})`);
  }
  return outcome;
}

/** What we want to be told, and whether Twitch does. */
export async function listTwitchEvents(config: TwitchConfig, callback: string): Promise<TwitchEvent[]> {
  return readEvents(await openSubscriptions(config), config, callback);
}

interface Asking {
  url: string;
  headers: Record<string, string>;
}

async function openSubscriptions(config: TwitchConfig): Promise<Asking> {
  return { url: `${config.apiOrigin}/helix/eventsub/subscriptions`, headers: await appHeaders(config) };
}

async function readEvents({ url, headers }: Asking, config: TwitchConfig, callback: string): Promise<TwitchEvent[]> {
  const wanted = [
    ["channel.subscribe", { broadcaster_user_id: config.broadcasterId }],
    ["channel.subscription.end", { broadcaster_user_id: config.broadcasterId }],
    ["stream.online", { broadcaster_user_id: config.broadcasterId }],
    ["stream.offline", { broadcaster_user_id: config.broadcasterId }],
    ["user.authorization.revoke", { client_id: config.clientId }],
  ] as const;
  const reply = await askProvider(url, { headers });
  const parsed = Subscriptions.safeParse(reply.body);
  if (reply.status !== 200 || !parsed.success) throw unavailable(url, `status ${reply.status}`, parsed.error);
  const ours = parsed.data.data.filter(({ transport }) => transport.callback === callback);
  return wanted.map(([type, condition]) => {
    const statuses = ours.filter((one) => one.type === type).map(({ status }) => status);
    return { type, condition, status: statuses.find((one) => one === "enabled") ?? statuses.at(-1) ?? "missing" };
  });
}

const Subscriptions = z.object({
  data: z.array(
    z.object({ type: z.string(), status: z.string(), transport: z.object({ callback: z.string().optional() }) }),
  ),
});
