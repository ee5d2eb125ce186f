// Finds every recording below a folder, with the files beside it. Links and hidden files are not followed.
import { readdir } from "node:fs/promises";
import path from "node:path";
import { isClutter, isClutterFolder, isRecordingKind, isUnfinished } from "#server/intake/reading/beside.ts";
import { requireRecording } from "#server/media/facts/magic.ts";
import { Refusal } from "#server/refusal.ts";
import { joinName, showName, toKey } from "./byte-name.ts";
import { words } from "./words.ts";
import { groupFolder, type Grouped, type NamedFile } from "./group.ts";

export interface FoundRecording extends Grouped<NamedFile> {
  /** Its path below the folder that was named, for people and reports. */
  place: string;
}

const mostDepth = 32;

export interface LeftOut {
  place: string;
  /** The end of the sentence "… is left out: ". */
  why: string;
}

/** Lists the recordings in the order of their paths, and the files that are not recordings and not beside one. */
export async function walkFolder(root: string): Promise<{ recordings: FoundRecording[]; leftOut: LeftOut[] }> {
  const recordings: FoundRecording[] = [];
  const leftOut: LeftOut[] = [];
  const visit = async (folder: Buffer, place: readonly string[]): Promise<void> => {
    const entries = await readdir(folder, { encoding: "buffer", withFileTypes: true });
    const leave = (name: Buffer, why: string) => leftOut.push({ place: [...place, showName(name)].join("/"), why });
    const isOurs = ({ name }: { name: Buffer }) => !isClutter(toKey(name));
    for (const { name } of entries.filter((entry) => !entry.isDirectory() && !isOurs(entry)))
      leave(name, words.clutter);
    for (const one of entries.filter((entry) => !entry.isDirectory() && !entry.isFile() && isOurs(entry)))
      leave(one.name, one.isSymbolicLink() ? words.link : words.special);
    const files = entries
      .filter((entry) => entry.isFile() && isOurs(entry))
      .map(({ name }) => ({ name, path: joinName(folder, name) }))
      .toSorted((a, b) => Buffer.compare(a.name, b.name));
    const grouped = groupFolder(files, [...own, ...place]);
    for (const one of grouped.recordings) {
      const why = isRecordingKind(toKey(one.file.name)) ? undefined : await explainNoRecording(one.file.path);
      if (why === undefined) recordings.push({ ...one, place: [...place, showName(one.file.name)].join("/") });
      else leave(one.file.name, why);
    }
    for (const { name } of grouped.rest) leave(name, explainName(toKey(name)));
    const folders: typeof entries = [];
    for (const entry of entries.filter((one) => one.isDirectory())) {
      if (isClutterFolder(toKey(entry.name))) leave(entry.name, words.clutterFolder);
      else if (place.length === mostDepth) leave(entry.name, words.tooDeep);
      else folders.push(entry);
    }
    for (const { name } of folders.toSorted((a, b) => Buffer.compare(a.name, b.name)))
      await visit(joinName(folder, name), [...place, showName(name)]);
  };
  const own = [path.basename(path.resolve(root))].filter(Boolean);
  await visit(Buffer.from(path.resolve(root)), []);
  return { recordings, leftOut };
}

/** Explains why a file whose name promises nothing is left out. Undefined when it is a recording, or cannot be read: then it is tried. */
async function explainNoRecording(file: Buffer): Promise<string | undefined> {
  try {
    await requireRecording(file);
    return undefined;
  } catch (error) {
    return error instanceof Refusal ? error.message : undefined;
  }
}

function explainName(name: string): string {
  if (isUnfinished(name)) return words.unfinished;
  return name.startsWith(".") ? words.hidden : words.notBeside;
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
