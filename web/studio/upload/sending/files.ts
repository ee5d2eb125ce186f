// Reads the files of a drop or a paste, with handles to open them again after a reload where the browser has them.
import type { ReopenableFile } from "#web/studio/upload/items.ts";
import type { Offered } from "./line.ts";

interface Reopenable {
  getAsFileSystemHandle?(): Promise<(ReopenableFile & { kind: string }) | null>;
}

/** Must be called while the event is handled: afterwards the browser has removed the files from it. */
export async function readDrop(data: DataTransfer): Promise<{ offered: Offered[]; folders: number }> {
  const items = [...data.items].filter(({ kind }) => kind === "file");
  const folders = items.filter((item) => item.webkitGetAsEntry()?.isDirectory).length;
  const reading = items
    .filter((item) => !item.webkitGetAsEntry()?.isDirectory)
    .map((item) => ({ file: item.getAsFile(), opening: (item as Reopenable).getAsFileSystemHandle?.() }));
  const offered: Offered[] = [];
  for (const { file, opening } of reading) {
    const handle = await opening?.catch(() => null);
    if (file) offered.push({ file, handle: handle?.kind === "file" ? handle : null });
  }
  return { offered, folders };
}

export function hasFiles(data: DataTransfer | null): data is DataTransfer {
  return data?.types.includes("Files") ?? false;
}
