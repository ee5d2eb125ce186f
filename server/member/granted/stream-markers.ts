// The markers of the stream that a recording is of, asked with the permission that the broadcaster has given.
import type { Config } from "#server/config.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { askWithGrant, type Grant } from "./tokens.ts";
import { findVideoNumber, hasSameLength, matchStream, type Recorded } from "./match-stream.ts";
import {
  openMarkers,
  type MarkerReader,
  type StreamMarker,
  type StreamVideo,
} from "#server/member/providers/twitch-markers.ts";
import { words } from "#server/member/words.ts";

export interface FoundMarkers {
  /** Undefined: none is surely it, and an editor has to choose. */
  video: StreamVideo | undefined;
  hasSameLength: boolean;
  markers: StreamMarker[];
  choices: StreamVideo[];
}

const grantOf = ({ twitch }: Config): Grant => ({
  provider: "twitch",
  name: "twitch-broadcaster-tokens",
  access: twitch?.broadcasterToken ?? null,
  refresh: twitch?.broadcasterRefreshToken ?? null,
  settings: "TWITCH_BROADCASTER_TOKEN and TWITCH_BROADCASTER_REFRESH_TOKEN",
});

/** `asked`: the number or the address of a video, as an editor has typed it. */
export async function findStreamMarkers(
  parts: Parts,
  recorded: Recorded,
  asked: string | undefined,
): Promise<FoundMarkers> {
  const { twitch } = parts.config;
  const id = asked === undefined ? undefined : requireNumber(asked);
  if (!twitch) throw new Refusal("conflict", words.noTwitch);
  const grant = grantOf(parts.config);
  if (!grant.access) throw new Refusal("conflict", words.markersNotGranted);
  const found = await askWithGrant(parts, grant, async (access) => {
    const reader = await openMarkers(twitch, access);
    return typeof reader === "string" ? reader : readMarkers(reader, recorded, id);
  });
  if (found === null) throw new Refusal("conflict", words.markersRefused);
  if (found === "scope-missing") throw new Refusal("conflict", words.markersNotGranted);
  return found;
}

async function readMarkers(reader: MarkerReader, recorded: Recorded, id: string | undefined): Promise<FoundMarkers> {
  const { match, choices } =
    id === undefined ? matchStream(recorded, await reader.listVideos()) : { match: undefined, choices: [] };
  const video = id === undefined ? match : requireOurs(await reader.findVideo(id), id);
  return {
    video,
    hasSameLength: video !== undefined && hasSameLength(recorded, video),
    markers: video ? await reader.listMarkers(video.id) : [],
    choices,
  };
}

function requireNumber(asked: string): string {
  const id = findVideoNumber(asked);
  if (id === undefined) throw new Refusal("bad-input", words.noVideoNumber);
  return id;
}

function requireOurs(video: StreamVideo | "not-there" | "not-ours", id: string): StreamVideo {
  if (video === "not-there") throw new Refusal("bad-input", words.noStreamVideo(id));
  if (video === "not-ours") throw new Refusal("bad-input", words.foreignStreamVideo(id));
  return video;
}
