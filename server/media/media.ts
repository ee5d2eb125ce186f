// The media part of the archive: the store of files and the tools that work on them.
import type { BucketConfig } from "#server/media/store/bucket-config.ts";
import { openTools, type Tools } from "#server/media/ffmpeg/run.ts";
import { clearScratch, openStore, type Store } from "#server/media/store/store.ts";

export interface Media extends AsyncDisposable {
  store: Store;
  tools: Tools;
  /** Videos that a process which is gone was about to add. Whoever knows the rows deletes the files of those without one. */
  unfinished: readonly string[];
}

interface MediaOptions {
  hasVideos: boolean;
  bucket?: BucketConfig | null;
}

export async function openMedia(folder: string, options: MediaOptions): Promise<Media> {
  const { hasVideos, bucket = null } = options;
  const [store, tools] = await Promise.all([openStore(folder, { isExpected: hasVideos, bucket }), openTools()]);
  const unfinished = await clearScratch(store);
  return { store, tools, unfinished, [Symbol.asyncDispose]: () => store[Symbol.asyncDispose]() };
}
