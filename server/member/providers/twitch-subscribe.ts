// Asks Twitch to tell us about subscriptions of our channel. Safe to repeat: only what is missing is created.
// Needs the broadcaster's one-time grant of channel:read:subscriptions (docs/hosting.md).
import { z } from "zod";
import type { TwitchConfig } from "#server/config.ts";
import { askProvider, unavailable } from "./ask.ts";
import { createOAuthClient } from "./oauth.ts";

export async function subscribeToTwitch(
  config: TwitchConfig,
  callback: string,
): Promise<{ created: string[]; refused: string[] }> {
  const wanted = [
    ["channel.subscribe", { broadcaster_user_id: config.broadcasterId }],
    ["channel.subscription.end", { broadcaster_user_id: config.broadcasterId }],
    ["user.authorization.revoke", { client_id: config.clientId }],
  ] as const;
  const oauth = createOAuthClient({
    issuer: `${config.idOrigin}/oauth2`,
    tokenUrl: `${config.idOrigin}/oauth2/token`,
    clientId: config.clientId,
    clientSecret: config.clientSecret,
    redirectUri: config.redirectUri,
  });
  const url = `${config.apiOrigin}/helix/eventsub/subscriptions`;
  const headers = { authorization: `Bearer ${await oauth.getAppToken()}`, "client-id": config.clientId };

  const reply = await askProvider(url, { headers });
  const parsed = Subscriptions.safeParse(reply.body);
  if (reply.status !== 200 || !parsed.success) throw unavailable(url, `status ${reply.status}`, parsed.error);
  const alive = new Set(
    parsed.data.data
      .filter(({ status, transport }) => status === "enabled" && transport.callback === callback)
      .map(({ type }) => type),
  );
  const outcome = { created: [] as string[], refused: [] as string[] };
  for (const [type, condition] of wanted) {
    if (alive.has(type)) continue;
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

const Subscriptions = z.object({
  data: z.array(
    z.object({ type: z.string(), status: z.string(), transport: z.object({ callback: z.string().optional() }) }),
  ),
});
