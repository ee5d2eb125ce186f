// The media part of the archive: the store of files and the tools that work on them.
import type { BucketConfig } from "#server/media/store/bucket-config.ts";
import { openTools, type Tools } from "#server/media/ffmpeg/run.ts";
import { clearAside, openStore, type Store } from "#server/media/store/store.ts";

export interface Media extends AsyncDisposable {
  store: Store;
  tools: Tools;
  /** By sendfile(2), where that was wanted and works; else by reading and writing. */
  sends: "by-sendfile" | "by-reading";
}

export interface MediaOptions {
  hasVideos: boolean;
  bucket?: BucketConfig | null;
  wantsSendfile?: boolean;
}

export async function openMedia(folder: string, options: MediaOptions): Promise<Media> {
  const { hasVideos, bucket = null, wantsSendfile = false } = options;
  const send =
    wantsSendfile && !bucket ? await (await import("#server/media/store/sendfile.ts")).openSendfile() : undefined;
  const [store, tools] = await Promise.all([openStore(folder, { isExpected: hasVideos, bucket, send }), openTools()]);
  await clearAside(store);
  const sends = send ? "by-sendfile" : "by-reading";
  return { store, tools, sends, [Symbol.asyncDispose]: () => store[Symbol.asyncDispose]() };
}
