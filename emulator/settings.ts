// What an owner would copy from the two developer portals into the archive's environment.
// The values are fixed, so a demo survives a restart; they open nothing but this stand-in.

import { campaignId, creatorPersona, tiers, type Patron } from "#emulator/patreon/personas.ts";
import { broadcasterPersona, type Viewer } from "#emulator/twitch/personas.ts";

export const patreonClient = {
  id: "stand-in-patreon-client-id",
  secret: "stand-in-patreon-client-secret",
  creatorToken: "stand-in-patreon-creator-access-token",
  creatorRefreshToken: "stand-in-patreon-creator-refresh-token",
  webhookSecret: "stand-in-patreon-webhook-secret",
};

export const twitchClient = {
  id: "standintwitchclientid000000000",
  secret: "standintwitchclientsecret00000",
  eventSubSecret: "stand-in-twitch-eventsub-secret",
  broadcasterToken: "standinbroadcasteraccess000000",
  broadcasterRefreshToken: "standinbroadcasterrefresh0000000000000000000000000",
};

export const paths = { patreon: "/patreon", twitchId: "/twitch-id", twitchApi: "/twitch-api" } as const;

export function redirectUris(archiveUrl: string): { patreon: string; twitch: string } {
  return {
    patreon: `${archiveUrl}/api/auth/patreon/redirect`,
    twitch: `${archiveUrl}/api/auth/twitch/redirect`,
  };
}

export function describeSettings(
  origin: string,
  patrons: Map<string, Patron>,
  viewers: Map<string, Viewer>,
): Record<string, string> {
  const list = (patron: string, viewer: string) =>
    `patreon:${patrons.get(patron)?.userId},twitch:${viewers.get(viewer)?.userId}`;
  return {
    PATREON_CLIENT_ID: patreonClient.id,
    PATREON_CLIENT_SECRET: patreonClient.secret,
    PATREON_CAMPAIGN_ID: campaignId,
    PATREON_TIER_IDS: tiers[2].id,
    PATREON_TIER_TITLE: tiers[2].title,
    PATREON_CREATOR_TOKEN: patreonClient.creatorToken,
    PATREON_CREATOR_REFRESH_TOKEN: patreonClient.creatorRefreshToken,
    PATREON_WEBHOOK_SECRET: patreonClient.webhookSecret,
    TWITCH_CLIENT_ID: twitchClient.id,
    TWITCH_CLIENT_SECRET: twitchClient.secret,
    TWITCH_BROADCASTER_ID: viewers.get(broadcasterPersona)?.userId ?? "",
    TWITCH_MIN_TIER: "1000",
    TWITCH_EVENTSUB_SECRET: twitchClient.eventSubSecret,
    TWITCH_BROADCASTER_TOKEN: twitchClient.broadcasterToken,
    TWITCH_BROADCASTER_REFRESH_TOKEN: twitchClient.broadcasterRefreshToken,
    OWNERS: list(creatorPersona, broadcasterPersona),
    EDITORS: list("patron-editor", "twitch-editor"),
    PATREON_ORIGIN: origin + paths.patreon,
    TWITCH_ID_ORIGIN: origin + paths.twitchId,
    TWITCH_API_ORIGIN: origin + paths.twitchApi,
  };
}
