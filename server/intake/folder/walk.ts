// Finds every recording below a folder, with the files beside it. Links and hidden files are not followed.
import { readdir } from "node:fs/promises";
import path from "node:path";
import { joinName, showName } from "./byte-name.ts";
import { groupFolder, type Grouped, type NamedFile } from "./group.ts";

export interface FoundRecording extends Grouped<NamedFile> {
  /** Its path below the folder that was named, for people and reports. */
  place: string;
}

const mostDepth = 32;

/** In the order of their paths. `others` counts the files that are neither recordings nor beside one. */
export async function walkFolder(root: string): Promise<{ recordings: FoundRecording[]; others: number }> {
  const recordings: FoundRecording[] = [];
  let others = 0;
  const visit = async (folder: Buffer, place: readonly string[]): Promise<void> => {
    const entries = await readdir(folder, { encoding: "buffer", withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile())
      .map(({ name }) => ({ name, path: joinName(folder, name) }))
      .toSorted((a, b) => Buffer.compare(a.name, b.name));
    const grouped = groupFolder(files, [...own, ...place]);
    for (const one of grouped.recordings)
      recordings.push({ ...one, place: [...place, showName(one.file.name)].join("/") });
    others += grouped.rest.length;
    const folders = entries.filter((entry) => entry.isDirectory() && entry.name[0] !== 0x2e);
    if (place.length === mostDepth) return;
    for (const { name } of folders.toSorted((a, b) => Buffer.compare(a.name, b.name)))
      await visit(joinName(folder, name), [...place, showName(name)]);
  };
  const own = [path.basename(path.resolve(root))].filter(Boolean);
  await visit(Buffer.from(path.resolve(root)), []);
  return { recordings, others };
}

/** One file that was named itself: the files beside it are found in its folder. */
export async function findOne(file: string): Promise<FoundRecording> {
  const { dir, base } = path.parse(path.resolve(file));
  const names = await readdir(Buffer.from(dir), { encoding: "buffer" });
  const files = names.map((name) => ({ name, path: joinName(dir, name) }));
  const { recordings } = groupFolder(files, [path.basename(dir)].filter(Boolean));
  const found = recordings.find(({ file: one }) => one.name.equals(Buffer.from(base)));
  if (found) return { ...found, place: base };
  // somebody named it, so it is tried, whatever its name is
  const alone = {
    file: { name: Buffer.from(base), path: joinName(dir, Buffer.from(base)) },
    sidecars: [],
    surroundings: {},
  };
  return { ...alone, place: base };
}
