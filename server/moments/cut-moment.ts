// The excerpt of a moment: one file that has its seconds and nothing else.
import type { Asset } from "#server/library/recording.ts";
import { openJoinedFiles, type JoinedFiles } from "#server/media/joined-files.ts";
import type { Kind } from "#server/media/store/kinds.ts";
import { keyOf, nameOf } from "#server/media/store/store.ts";
import type { Parts } from "#server/parts.ts";
import { chooseSound, findOffset } from "#server/prepare/describe-media.ts";
import { openServed } from "#server/prepare/served.ts";
import { momentAudience } from "./audience.ts";

/** Friends see a small size. */
const videoKinds: readonly Kind[] = ["video-480.mp4", "video-720.mp4", "video-1080.mp4", "video-source.mp4"];

interface Wanted {
  videoId: string;
  fromMs: number;
  toMs: number;
}

interface Excerpt {
  file: Awaited<ReturnType<JoinedFiles["excerpt"]>>;
  /** What it is mainly made of. */
  first: Asset;
}

/** Undefined while nothing can be cut: the recording is still being prepared, or its files are damaged. */
export type FindExcerpt = (wanted: Wanted) => Promise<Excerpt | undefined>;

export function openExcerpts({ db, media, log }: Pick<Parts, "db" | "media" | "log">): FindExcerpt {
  const served = openServed(db);
  const joined = openJoinedFiles(media.store.backend);
  return async (wanted) => {
    const { assets } = await served.findAnew(momentAudience, wanted.videoId);
    return cut(joined, assets, wanted).catch((error: unknown) => {
      log.warn({ err: error }, "a moment could not be cut");
      return undefined;
    });
  };
}

async function cut(
  joined: JoinedFiles,
  assets: ReadonlyMap<Kind, Asset>,
  { videoId, fromMs, toMs }: Wanted,
): Promise<Excerpt | undefined> {
  const files = [...assets.values()];
  const video = videoKinds.map((kind) => assets.get(kind)).find((asset) => asset !== undefined);
  const audio = assets.get("audio.m4a");
  // until the plain audio file is made, there would be no sound
  if (!audio && (chooseSound(files) || !video)) return undefined;
  const source = (asset: Asset | undefined) => (asset ? { key: keyOf(videoId, nameOf(asset)), stored: asset } : null);
  const offset = findOffset(files);
  const part = { from: Math.max(0, fromMs / 1000 + offset), to: Math.max(0, toMs / 1000 + offset) };
  const file = await joined.excerpt(source(video), source(audio), part);
  const first = file.hasVideo ? video : audio;
  return first && { file, first };
}
