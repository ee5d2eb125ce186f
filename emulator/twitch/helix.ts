// Helix reads: users, subscriptions, moderators, editors, authorisations, videos, streams, stream markers.

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { readQuery } from "#emulator/parameters.ts";
import { paths } from "#emulator/settings.ts";
import { findViewer, requireCaller, requireOwnToken, type HelixCaller } from "./guard.ts";
import { broadcasterPersona, type Viewer } from "./personas.ts";
import { refuseHelix } from "./refusals.ts";
import {
  describeStream,
  describeUser,
  describeVideo,
  markerRow,
  ownSubscription,
  subscriberRow,
  userRow,
} from "./rows.ts";
import type { World } from "#emulator/world/world.ts";

type Asked = { caller: HelixCaller; query: URLSearchParams; reply: FastifyReply };

export function registerHelix(app: FastifyInstance, world: World): void {
  const routes: Record<string, (asked: Asked) => unknown> = {
    users: (asked) => readUsers(world, asked),
    "subscriptions/user": (asked) => readOwnSubscription(world, asked),
    subscriptions: (asked) => readSubscribers(world, asked),
    "moderation/moderators": (asked) => readModerators(world, asked),
    "moderation/channels": (asked) => readModeratedChannels(world, asked),
    "channels/editors": (asked) => readChannelEditors(world, asked),
    "authorization/users": (asked) => readAuthorizations(world, asked),
    videos: (asked) => readVideos(world, asked),
    streams: (asked) => readStreams(world, asked),
    "streams/markers": (asked) => readMarkers(world, asked),
  };
  for (const [path, read] of Object.entries(routes)) {
    app.get(`${paths.twitchApi}/helix/${path}`, (request: FastifyRequest, reply) => {
      const caller = requireCaller(world, request, reply);
      const found = caller && read({ caller, query: readQuery(request), reply });
      return found === undefined ? reply : reply.send(found);
    });
  }
}

function getBroadcaster(world: World): Viewer {
  const broadcaster = world.viewers.get(broadcasterPersona);
  if (broadcaster === undefined) throw new Error("The persona table has no broadcaster.");
  return broadcaster;
}

function readStreams(world: World, { query }: Asked): unknown {
  const broadcaster = getBroadcaster(world);
  const [ids, logins] = [query.getAll("user_id"), query.getAll("user_login")];
  const isAsked =
    ids.length + logins.length === 0 || ids.includes(broadcaster.userId) || logins.includes(broadcaster.login);
  return { data: world.stream && isAsked ? [describeStream(world.stream, broadcaster)] : [], pagination: {} };
}

function readUsers(world: World, { caller, query, reply }: Asked): unknown {
  const ids = query.getAll("id");
  const logins = query.getAll("login");
  if (ids.length + logins.length > 100) return refuseWith(reply, "The number of IDs and logins must not exceed 100.");
  const asksForSelf = ids.length + logins.length === 0;
  if (asksForSelf && !caller.viewer) return refuseWith(reply, "Must provide an ID, Login or OAuth Token.");
  const wanted = (viewer: Viewer) =>
    asksForSelf ? viewer === caller.viewer : ids.includes(viewer.userId) || logins.includes(viewer.login);
  const found = [...world.viewers.values()].filter((viewer) => wanted(viewer) && viewer.account === "ok");
  if (found.length === 0 && !world.quirks.twitchUnknownUsersOmitted) {
    refuseHelix(reply, { status: 404, message: "no such user" });
    return undefined;
  }
  const mayReadEmail = (viewer: Viewer) => viewer === caller.viewer && caller.token.scopes.includes("user:read:email");
  return { data: found.map((viewer) => describeUser(world, viewer, mayReadEmail(viewer))) };
}

function readOwnSubscription(world: World, { caller, query, reply }: Asked): unknown {
  const userId = query.get("user_id");
  const broadcasterId = query.get("broadcaster_id");
  if (!userId || !broadcasterId) return refuseWith(reply, "The ID in broadcaster_id and user_id must be given.");
  const isOwn = requireOwnToken(reply, caller, { userId, scope: "user:read:subscriptions", parameter: "user_id" });
  if (!isOwn || caller.viewer === undefined) return undefined;
  const broadcaster = getBroadcaster(world);
  if (broadcasterId !== broadcaster.userId) return refuseWith(reply, "channel_id must be a partner or affiliate");
  const asksAboutSelf = caller.viewer === broadcaster && !world.quirks.twitchSelfSubscriptionIs404;
  const tier = asksAboutSelf ? "3000" : caller.viewer.tier;
  if (tier !== null) return { data: [ownSubscription(world, { ...caller.viewer, tier }, broadcaster)] };
  if (!world.quirks.twitchNoSubscriptionIs404) return { data: [] };
  const message = `${caller.viewer.login} has no subscriptions to ${broadcaster.login}`;
  refuseHelix(reply, { status: 404, message });
  return undefined;
}

function readSubscribers(world: World, asked: Asked): unknown {
  const broadcaster = requireBroadcaster(asked, "channel:read:subscriptions");
  if (broadcaster === undefined) return undefined;
  const ids = asked.query.getAll("user_id");
  if (ids.length > 100) return refuseWith(asked.reply, "The number of user IDs must not exceed 100.");
  const subscribed = [...world.viewers.values()].filter((viewer) => viewer.tier !== null && viewer.account === "ok");
  const own = world.quirks.twitchBroadcasterIsOwnSubscriber ? [{ ...broadcaster, tier: "3000" as const }] : [];
  const all = [...own, ...subscribed];
  const wanted = all.filter((viewer) => ids.length === 0 || ids.includes(viewer.userId));
  const page = paginate(wanted, asked.query);
  return {
    data: page.items.map((viewer) => subscriberRow(world, viewer, broadcaster)),
    pagination: page.pagination,
    points: all.length,
    total: all.length,
  };
}

function readModerators(world: World, asked: Asked): unknown {
  if (requireBroadcaster(asked, "moderation:read") === undefined) return undefined;
  const ids = asked.query.getAll("user_id");
  const moderators = [...world.viewers.values()].filter(
    (viewer) => viewer.isModerator && (ids.length === 0 || ids.includes(viewer.userId)),
  );
  const page = paginate(moderators, asked.query);
  return { data: page.items.map(userRow), pagination: page.pagination };
}

function readModeratedChannels(world: World, { caller, query, reply }: Asked): unknown {
  const userId = query.get("user_id");
  if (!userId) return refuseWith(reply, 'Missing required parameter "user_id"');
  const needs = { userId, scope: "user:read:moderated_channels", parameter: "user_id" };
  if (!requireOwnToken(reply, caller, needs)) return undefined;
  const { userId: broadcaster_id, login: broadcaster_login, displayName: broadcaster_name } = getBroadcaster(world);
  const channel = { broadcaster_id, broadcaster_login, broadcaster_name };
  return { data: caller.viewer?.isModerator ? [channel] : [], pagination: {} };
}

function readChannelEditors(world: World, asked: Asked): unknown {
  if (requireBroadcaster(asked, "channel:read:editors") === undefined) return undefined;
  const editors = [...world.viewers.values()].filter((viewer) => viewer.isChannelEditor);
  return {
    data: editors.map(({ userId, displayName }) => ({
      user_id: userId,
      user_name: displayName,
      created_at: "2025-01-15T12:00:00Z",
    })),
  };
}

function readAuthorizations(world: World, { caller, query, reply }: Asked): unknown {
  if (caller.token.userId !== null) return refuseWith(reply, "This endpoint needs an app access token", 401);
  const ids = query.getAll("user_id");
  if (ids.length === 0 || ids.length > 10) return refuseWith(reply, "Between 1 and 10 user_id parameters are needed.");
  const data = ids.flatMap((id) => {
    const viewer = findViewer(world, id);
    const scopes = world.twitchGrants.granted.get(id);
    return viewer && scopes && viewer.account === "ok" ? [{ ...userRow(viewer), scopes: [...scopes] }] : [];
  });
  return { data };
}

function readVideos(world: World, { query, reply }: Asked): unknown {
  const broadcaster = getBroadcaster(world);
  const ids = query.getAll("id");
  if (ids.length === 0 && !query.get("user_id"))
    return refuseWith(reply, "Must provide an ID, a user ID or a game ID.");
  const all = world.pastStreams.map((stream) => describeVideo(world, broadcaster, stream));
  const found = all.filter((video) => ids.includes(video.id) || video.user_id === query.get("user_id"));
  if (ids.length > 0 && found.length === 0) {
    refuseHelix(reply, { status: 404, message: "no videos found" });
    return undefined;
  }
  const page = paginate(found, query);
  return { data: page.items, pagination: page.pagination };
}

/** Newest first, and only for the broadcaster and the channel's editors. */
function readMarkers(world: World, { caller, query, reply }: Asked): unknown {
  const [videoId, userId] = [query.get("video_id"), query.get("user_id")];
  if ((videoId === null) === (userId === null))
    return refuseWith(reply, "Either video_id or user_id must be given, and not both.");
  const maySee = ["user:read:broadcast", "channel:manage:broadcast"].some((one) => caller.token.scopes.includes(one));
  if (!maySee) return refuseWith(reply, "Missing scope: user:read:broadcast or channel:manage:broadcast", 401);
  const broadcaster = getBroadcaster(world);
  const stream =
    videoId === null
      ? world.pastStreams.find(() => userId === broadcaster.userId)
      : world.pastStreams.find(({ id }) => id === videoId);
  if (stream === undefined) return refuseWith(reply, "no videos found", 404);
  if (caller.viewer !== broadcaster && !caller.viewer?.isChannelEditor)
    return refuseWith(reply, "The user must own the video or be an editor of the broadcaster.", 403);
  const newestFirst = stream.markers.map((_marker, index) => index).toReversed();
  const page = paginate(newestFirst, query);
  const videos = [{ video_id: stream.id, markers: page.items.map((index) => markerRow(stream, index)) }];
  return {
    data: stream.markers.length === 0 ? [] : [{ ...userRow(broadcaster), videos }],
    pagination: page.pagination,
  };
}

function requireBroadcaster({ caller, query, reply }: Asked, scope: string): Viewer | undefined {
  const userId = query.get("broadcaster_id");
  if (!userId) return refuseWith(reply, 'Missing required parameter "broadcaster_id"');
  if (!requireOwnToken(reply, caller, { userId, scope, parameter: "broadcaster_id" })) return undefined;
  return caller.viewer;
}

function paginate<T>(items: T[], query: URLSearchParams): { items: T[]; pagination: { cursor?: string } } {
  const size = Math.min(100, Math.max(1, Number(query.get("first") ?? 20) || 20));
  const start = Number(Buffer.from(query.get("after") ?? "", "base64url").toString()) || 0;
  const end = start + size;
  const cursor = Buffer.from(String(end)).toString("base64url");
  return { items: items.slice(start, end), pagination: end < items.length ? { cursor } : {} };
}

function refuseWith(reply: FastifyReply, message: string, status: 400 | 401 | 403 | 404 = 400): undefined {
  refuseHelix(reply, { status, message });
  return undefined;
}
