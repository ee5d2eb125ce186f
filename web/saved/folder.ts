// The files of saved recordings, in the browser's private file system: saved/<person>/<recording>/<file>, and beside them the
// library as it was last seen. This file reads and deletes; write-worker.ts writes, because only a worker can in every browser.
const top = "saved";

export const libraryFolder = "library";

export type FileName = "seen.json" | "about.json" | "audio.m4a" | "video.mp4" | "picture" | `captions-${number}.vtt`;

/** The large one. A video has its audio in it. */
export function fileOf({ hasVideo }: { hasVideo: boolean }): FileName {
  return hasVideo ? "video.mp4" : "audio.m4a";
}

export function pathOf(person: string, id: string, name: FileName): string[] {
  return [top, person, id, name];
}

export function canSave(): boolean {
  return (
    "storage" in navigator && "getDirectory" in navigator.storage && "locks" in navigator && "Worker" in globalThis
  );
}

export async function findFile(person: string, id: string, name: FileName): Promise<File | undefined> {
  try {
    const folder = await openFolder([top, person, id]);
    return await (await folder.getFileHandle(name)).getFile();
  } catch {
    return undefined;
  }
}

/** The files of one recording, of one person, or of everybody. */
export async function removeFiles(...path: string[]): Promise<void> {
  const all = [top, ...path];
  // a file that is just being written is refused for a moment
  for (let tries = 0; ; tries += 1) {
    try {
      const folder = await openFolder(all.slice(0, -1));
      return await folder.removeEntry(all.at(-1) ?? top, { recursive: true });
    } catch (problem) {
      if (problem instanceof DOMException && problem.name === "NotFoundError") return;
      if (tries === mostTries) throw problem;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
const mostTries = 50;

/** What is there: folders of people, or of the recordings of one. */
export async function listFolders(...path: string[]): Promise<string[]> {
  try {
    const folder = await openFolder([top, ...path]);
    return await Array.fromAsync(folder.keys());
  } catch {
    return [];
  }
}

async function openFolder(path: readonly string[]): Promise<FileSystemDirectoryHandle> {
  let folder = await navigator.storage.getDirectory();
  for (const name of path) folder = await folder.getDirectoryHandle(name);
  return folder;
}
