// The media part of the archive: the store of files and the tools that work on them.
import { openTools, type Tools } from "./run.ts";
import { clearAside, openStore, type Store } from "./store.ts";

export interface Media {
  store: Store;
  tools: Tools;
}

export async function openMedia(folder: string, { hasVideos }: { hasVideos: boolean }): Promise<Media> {
  const [store, tools] = await Promise.all([openStore(folder, { isExpected: hasVideos }), openTools()]);
  await clearAside(store);
  return { store, tools };
}
