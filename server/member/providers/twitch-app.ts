// How the archive asks Twitch in its own name, and not in that of a member.
import type { TwitchConfig } from "#server/config.ts";
import { createOAuthClient } from "./oauth.ts";

export async function appHeaders(config: TwitchConfig): Promise<Record<string, string>> {
  const oauth = createOAuthClient({
    issuer: `${config.idOrigin}/oauth2`,
    tokenUrl: `${config.idOrigin}/oauth2/token`,
    clientId: config.clientId,
    clientSecret: config.clientSecret,
    redirectUri: config.redirectUri,
  });
  return { authorization: `Bearer ${await oauth.getAppToken()}`, "client-id": config.clientId };
}
