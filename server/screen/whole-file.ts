// The recording as one plain MP4 file, for televisions that do not take playlists: made of what is stored, without encoding.
import type { Asset } from "#server/library/recording.ts";
import type { JoinedFile, JoinedFiles } from "#server/media/joined-files.ts";
import type { Kind } from "#server/media/store/kinds.ts";
import { keyOf, nameOf } from "#server/media/store/store.ts";
import { chooseSound } from "#server/prepare/describe-media.ts";

type Assets = ReadonlyMap<Kind, Asset>;

interface Whole {
  joined: JoinedFile;
  /** What it is mainly made of. */
  first: Asset;
  type: "video/mp4" | "audio/mp4";
}

const videoKinds: readonly Kind[] = ["video-source.mp4", "video-1080.mp4", "video-720.mp4", "video-480.mp4"];
/** Every television that takes addresses plays H.264 up to this height; larger sizes and other codecs only some. */
const safeHeight = 1080;

export function canBeWhole(assets: Assets): boolean {
  return chooseParts(assets) !== undefined;
}

export async function makeWhole(joined: JoinedFiles, videoId: string, assets: Assets): Promise<Whole | undefined> {
  const parts = chooseParts(assets);
  if (!parts) return undefined;
  const { video, audio } = parts;
  const source = (asset: Asset) => ({ key: keyOf(videoId, nameOf(asset)), stored: asset });
  if (video) {
    const file = await joined.join(source(video), audio ? source(audio) : null, nothingMore);
    return { joined: file, first: video, type: "video/mp4" };
  }
  if (!audio) return undefined;
  const file = await joined.cut(source(audio), { from: 0, to: Infinity });
  return { joined: file, first: audio, type: "audio/mp4" };
}

const nothingMore = { key: "screen", write: async () => Buffer.alloc(0) };

function chooseParts(assets: Assets): { video: Asset | undefined; audio: Asset | undefined } | undefined {
  const videos = videoKinds.flatMap((kind) => assets.get(kind) ?? []);
  const isSafe = ({ facts: { rendition } }: Asset) =>
    rendition !== undefined && rendition.codec.startsWith("avc1") && rendition.height <= safeHeight;
  const video = videos.find(isSafe) ?? videos[0];
  const audio = assets.get("audio.m4a");
  // until the plain audio file is made, there would be no sound
  if (!audio && (chooseSound([...assets.values()]) || !video)) return undefined;
  return { video, audio };
}
