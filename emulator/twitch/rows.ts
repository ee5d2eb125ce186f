// Twitch's objects as Helix writes them, from personas.

import { sayDuration, type PastStream } from "./past-streams.ts";
import type { Viewer } from "./personas.ts";
import type { World } from "#emulator/world/world.ts";

export function describeUser(world: World, viewer: Viewer, mayReadEmail: boolean): object {
  return {
    id: viewer.userId,
    login: viewer.login,
    display_name: viewer.displayName,
    type: "",
    broadcaster_type: viewer.id === "twitch-broadcaster" ? "partner" : "",
    description: viewer.about,
    profile_image_url: `${world.origin}/avatars/${viewer.id}.png`,
    offline_image_url: "",
    view_count: 0,
    ...(mayReadEmail && viewer.emailVerified && { email: `${viewer.id}@viewer.example` }),
    created_at: "2019-05-20T16:10:04Z",
  };
}

export function userRow(viewer: Viewer): { user_id: string; user_login: string; user_name: string } {
  return { user_id: viewer.userId, user_login: viewer.login, user_name: viewer.displayName };
}

export function ownSubscription(world: World, viewer: Viewer, broadcaster: Viewer): object {
  const showsGifter = viewer.isGift || !world.quirks.twitchGifterOnlyOnGift;
  return {
    broadcaster_id: broadcaster.userId,
    broadcaster_login: broadcaster.login,
    broadcaster_name: broadcaster.displayName,
    ...(showsGifter && gifterOf(world, viewer)),
    is_gift: viewer.isGift,
    tier: tierOf(world, viewer),
  };
}

export function subscriberRow(world: World, viewer: Viewer, broadcaster: Viewer): object {
  return {
    broadcaster_id: broadcaster.userId,
    broadcaster_login: broadcaster.login,
    broadcaster_name: broadcaster.displayName,
    ...gifterOf(world, viewer),
    is_gift: viewer.isGift,
    plan_name: `Channel Subscription (${broadcaster.login})`,
    tier: tierOf(world, viewer),
    ...userRow(viewer),
  };
}

export function describeVideo(
  world: World,
  broadcaster: Viewer,
  stream: PastStream,
): { id: string; user_id: string } & Record<string, unknown> {
  return {
    id: stream.id,
    stream_id: null,
    user_id: broadcaster.userId,
    user_login: broadcaster.login,
    user_name: broadcaster.displayName,
    title: stream.title,
    description: "",
    created_at: stream.createdAt,
    published_at: stream.createdAt,
    url: `https://www.twitch.tv/videos/${stream.id}`,
    thumbnail_url: `${world.origin}/avatars/%{width}x%{height}.png`,
    viewable: "public",
    view_count: 1_204,
    language: "en",
    type: "archive",
    duration: world.quirks.twitchDurationIsWords ? sayDuration(stream.durationSeconds) : stream.durationSeconds,
    muted_segments: [{ duration: 30, offset: 120 }],
  };
}

export function markerRow(stream: PastStream, index: number): object {
  const { positionSeconds, description } = stream.markers[index] ?? { positionSeconds: 0, description: "" };
  return {
    id: `${stream.id.padStart(16, "0")}${String(index).padStart(16, "0")}`,
    created_at: new Date(Date.parse(stream.createdAt) + positionSeconds * 1000).toISOString(),
    description,
    position_seconds: positionSeconds,
    URL: `https://twitch.tv/videos/${stream.id}?t=${sayDuration(positionSeconds)}`,
  };
}

export function describeStream(stream: { id: string; startedAt: string }, broadcaster: Viewer): object {
  return {
    id: stream.id,
    user_id: broadcaster.userId,
    user_login: broadcaster.login,
    user_name: broadcaster.displayName,
    game_id: "26936",
    game_name: "Music",
    type: "live",
    title: "An evening at the lamp room",
    tags: ["English"],
    viewer_count: 87,
    started_at: stream.startedAt,
    language: "en",
    thumbnail_url: "https://static-cdn.jtvnw.net/previews-ttv/live_user-{width}x{height}.jpg",
    tag_ids: [],
    is_mature: false,
  };
}

/** A gift comes from the tier 3 persona; otherwise the fields are there and empty. */
function gifterOf(world: World, viewer: Viewer): object {
  const gifter = viewer.isGift ? world.viewers.get("twitch-tier3") : undefined;
  return {
    gifter_id: gifter?.userId ?? "",
    gifter_login: gifter?.login ?? "",
    gifter_name: gifter?.displayName ?? "",
  };
}

function tierOf(world: World, viewer: Viewer): string | number | null {
  return world.quirks.twitchTierIsString ? viewer.tier : Number(viewer.tier);
}
