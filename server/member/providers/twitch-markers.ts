// The channel's videos of past streams at Twitch, and the markers that the broadcaster has set in them.
import { z } from "zod";
import type { TwitchConfig } from "#server/config.ts";
import { askProvider, parseReply, type Reply } from "./ask.ts";
import { markerScope } from "./twitch-broadcaster.ts";

export interface StreamVideo {
  id: string;
  title: string;
  startedAt: Date;
  durationSeconds: number;
}

export interface StreamMarker {
  startSeconds: number;
  /** May be empty. */
  title: string;
}

/** Reads with one token, after it was checked. */
export interface MarkerReader {
  /** Newest first; Twitch keeps them for some weeks. */
  listVideos(): Promise<StreamVideo[]>;
  findVideo(id: string): Promise<StreamVideo | "not-there" | "not-ours">;
  /** The markers in the order of their times. */
  listMarkers(videoId: string): Promise<StreamMarker[]>;
}

/** More than a set list can have. */
const mostPages = 4;

/** Twitch refuses a token without the scope like one that is dead, so the scopes are asked for first. */
export async function openMarkers(
  config: TwitchConfig,
  access: string,
): Promise<MarkerReader | "token-refused" | "scope-missing"> {
  const headers = { authorization: `Bearer ${access}`, "client-id": config.clientId };
  const ask = (url: string) => askProvider(url, { headers });
  const validateUrl = `${config.idOrigin}/oauth2/validate`;
  const validated = await ask(validateUrl);
  if (validated.status === 401) return "token-refused";
  const { user_id, scopes } = parseReply(Validated, validateUrl, validated);
  const maySee = [markerScope, "channel:manage:broadcast"].some((one) => scopes?.includes(one));
  if (!maySee || user_id !== config.broadcasterId) return "scope-missing";

  const videosAt = (query: Record<string, string>) => `${config.apiOrigin}/helix/videos?${new URLSearchParams(query)}`;
  return {
    async listVideos() {
      const url = videosAt({ user_id: config.broadcasterId, type: "archive", first: "100" });
      return readVideos(url, await ask(url)).map(describe);
    },
    async findVideo(id) {
      const url = videosAt({ id });
      const [video] = readVideos(url, await ask(url));
      if (!video) return "not-there";
      return video.user_id === config.broadcasterId ? describe(video) : "not-ours";
    },
    async listMarkers(videoId) {
      const markers: StreamMarker[] = [];
      let after: string | undefined;
      for (let page = 0; page < mostPages; page += 1) {
        const query = { video_id: videoId, first: "100", ...(after && { after }) };
        const url = `${config.apiOrigin}/helix/streams/markers?${new URLSearchParams(query)}`;
        const reply = await ask(url);
        // a video that was deleted a moment ago
        if (reply.status === 404) break;
        const { data, pagination } = parseReply(Markers, url, reply);
        const found = data.flatMap(({ videos }) => videos).filter(({ video_id }) => video_id === videoId);
        for (const one of found.flatMap(({ markers: some }) => some))
          markers.push({ startSeconds: one.position_seconds, title: one.description });
        after = pagination.cursor;
        if (!after) break;
      }
      // Twitch has the newest first
      return markers.toSorted((a, b) => a.startSeconds - b.startSeconds);
    },
  };
}

function readVideos(url: string, reply: Reply): z.output<typeof Videos>["data"] {
  return reply.status === 404 ? [] : parseReply(Videos, url, reply).data;
}

function describe({ id, title, created_at, duration }: z.output<typeof Video>): StreamVideo {
  return { id, title, startedAt: new Date(created_at), durationSeconds: readDuration(duration) };
}

/** As Twitch writes it: 3h8m33s. */
function readDuration(text: string): number {
  const parts = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?$/.exec(text);
  const [hours = 0, minutes = 0, seconds = 0] = (parts ?? []).slice(1).map((one) => Number(one ?? 0));
  return hours * 3600 + minutes * 60 + seconds;
}

const Validated = z.object({ user_id: z.string().min(1), scopes: z.array(z.string()).nullish() });
const Video = z.object({
  id: z.string().regex(/^\d+$/),
  user_id: z.string(),
  title: z.string(),
  created_at: z.iso.datetime({ offset: true }),
  duration: z.string(),
});
const Videos = z.object({ data: z.array(Video) });
const Markers = z.object({
  data: z.array(
    z.object({
      videos: z.array(
        z.object({
          video_id: z.string(),
          markers: z.array(z.object({ position_seconds: z.number().min(0), description: z.string() })),
        }),
      ),
    }),
  ),
  pagination: z.object({ cursor: z.string().optional() }).default({}),
});
