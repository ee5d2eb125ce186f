// The excerpt of a moment: one file that has its seconds and nothing else.
import type { Asset } from "#server/library/recording.ts";
import type { JoinedFiles } from "#server/media/joined-files.ts";
import type { Kind } from "#server/media/store/kinds.ts";
import { keyOf, nameOf } from "#server/media/store/store.ts";
import { chooseSound, findOffset } from "#server/prepare/describe-media.ts";

/** Friends see a small size. */
const videoKinds: readonly Kind[] = ["video-480.mp4", "video-720.mp4", "video-1080.mp4", "video-source.mp4"];

interface Wanted {
  videoId: string;
  assets: ReadonlyMap<Kind, Asset>;
  fromMs: number;
  toMs: number;
}

/** Undefined while there is nothing that could be cut. `first` is the file that it is mainly made of. */
export async function cutMoment(joined: JoinedFiles, { videoId, assets, fromMs, toMs }: Wanted) {
  const files = [...assets.values()];
  const video = videoKinds.map((kind) => assets.get(kind)).find((asset) => asset !== undefined);
  const audio = assets.get("audio.m4a");
  // the plain audio file is made last
  if (!audio && (chooseSound(files) || !video)) return undefined;
  const source = (asset: Asset | undefined) => (asset ? { key: keyOf(videoId, nameOf(asset)), stored: asset } : null);
  const offset = findOffset(files);
  const part = { from: Math.max(0, fromMs / 1000 + offset), to: Math.max(0, toMs / 1000 + offset) };
  const file = await joined.excerpt(source(video), source(audio), part);
  const first = file.hasVideo ? video : audio;
  return first && { file, first };
}
