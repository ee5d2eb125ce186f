// The EventSub types this stand-in sends: version, the scope the user must have granted, the condition, and the event.

import { twitchClient } from "#emulator/settings.ts";
import type { Viewer } from "./personas.ts";
import type { EventType } from "./subscription.ts";
import type { World } from "#emulator/world/world.ts";

type Rules = { version: string; scope: string | null; condition: string[] };

const ofChannel = (scope: string | null): Rules => ({ version: "1", scope, condition: ["broadcaster_user_id"] });

export const eventTypes: Record<EventType, Rules> = {
  "channel.subscribe": ofChannel("channel:read:subscriptions"),
  "channel.subscription.end": ofChannel("channel:read:subscriptions"),
  "channel.subscription.gift": ofChannel("channel:read:subscriptions"),
  "channel.subscription.message": ofChannel("channel:read:subscriptions"),
  "channel.moderator.add": ofChannel("moderation:read"),
  "channel.moderator.remove": ofChannel("moderation:read"),
  "stream.online": ofChannel(null),
  "stream.offline": ofChannel(null),
  "user.authorization.revoke": { version: "1", scope: null, condition: ["client_id"] },
  "user.update": { version: "1", scope: null, condition: ["user_id"] },
};

/** Whether a subscription's condition is about this event. */
export function isAbout(condition: Record<string, string>, people: { viewer: Viewer; broadcaster: Viewer }): boolean {
  const expected: Record<string, string> = {
    broadcaster_user_id: people.broadcaster.userId,
    user_id: people.viewer.userId,
    client_id: twitchClient.id,
  };
  return Object.entries(condition).every(([name, value]) => expected[name] === value);
}

export function createEvent(
  world: World,
  type: EventType,
  { viewer, broadcaster }: { viewer: Viewer; broadcaster: Viewer },
): Record<string, unknown> {
  const user = { user_id: viewer.userId, user_login: viewer.login, user_name: viewer.displayName };
  const channel = {
    broadcaster_user_id: broadcaster.userId,
    broadcaster_user_login: broadcaster.login,
    broadcaster_user_name: broadcaster.displayName,
  };
  const tier = viewer.tier ?? "1000";
  switch (type) {
    case "channel.subscribe":
    case "channel.subscription.end":
      return { ...user, ...channel, tier, is_gift: viewer.isGift };
    case "channel.subscription.gift":
      return { ...user, ...channel, total: 1, tier, cumulative_total: null, is_anonymous: false };
    case "channel.subscription.message": {
      const message = { text: "Still here.", emotes: null };
      return { ...user, ...channel, tier, message, cumulative_months: 8, streak_months: null, duration_months: 1 };
    }
    case "channel.moderator.add":
    case "channel.moderator.remove":
      return { ...channel, ...user };
    case "stream.online":
      // one that is not live is told only by forged messages
      return {
        ...{ id: world.stream?.id ?? "41375541868", ...channel },
        ...{ type: "live", started_at: world.stream?.startedAt ?? world.clock.iso() },
      };
    case "stream.offline":
      return channel;
    case "user.authorization.revoke":
      return { client_id: twitchClient.id, ...user };
    case "user.update":
      return { ...user, email_verified: viewer.emailVerified, description: viewer.about };
  }
}
