// Sorts the files of one folder into recordings, each with the files beside it, and the rest. By names only.
import { isUtf8 } from "node:buffer";
import { findChannel } from "#server/intake/reading/file-name.ts";
import { findBeside, findFolderPicture, isNumbered, isSideFile, isUnfinished } from "#server/intake/reading/beside.ts";
import type { Surroundings } from "#server/intake/reading/examine.ts";
import type { BesideFile } from "#server/intake/reading/read-beside.ts";
import { showName, textOf } from "./byte-name.ts";

export interface NamedFile {
  name: Buffer;
  path: Buffer;
}

export interface Grouped<T extends NamedFile> {
  file: T;
  /** The files that belong to it; others may share them. */
  sidecars: T[];
  surroundings: Surroundings;
}

/** `folders` are the names of those it is in, the nearest one last. */
export function groupFolder<T extends NamedFile>(
  files: readonly T[],
  folders: readonly string[] = [],
): { recordings: Grouped<T>[]; rest: T[] } {
  const byText = new Map(files.map((file) => [textOf(file.name), file]));
  const texts = [...byText.keys()];
  const names = texts.filter(isRecordingName);
  const others = texts.filter((name) => isSideFile(name) && !isDotted(name) && !isUnfinished(name));
  const beside = findBeside(names, others);
  const picture = findFolderPicture(others);
  const common = {
    isNumbered: isNumbered(names),
    isAlone: names.length === 1,
    channel: findChannel(names),
    folders,
  };
  const besideFile = (one: Omit<BesideFile, "path">): BesideFile | undefined => {
    const file = byText.get(one.name);
    return file && { ...one, name: showName(file.name), path: file.path };
  };
  const cover = picture && besideFile({ name: picture, role: "picture", language: null, title: null });
  const recordings = names.flatMap((name): Grouped<T>[] => {
    const file = byText.get(name);
    const own = beside.get(name) ?? [];
    const sidecars = [...own.map((one) => one.name), ...(picture ? [picture] : [])];
    const isNameUnclear = file !== undefined && !isUtf8(file.name);
    const surroundings = {
      ...common,
      ...(isNameUnclear && { isNameUnclear }),
      beside: own.flatMap((one) => besideFile(one) ?? []),
      ...(cover && { cover }),
    };
    return file
      ? [{ file, sidecars: [...new Set(sidecars)].flatMap((one) => byText.get(one) ?? []), surroundings }]
      : [];
  });
  const used = new Set(recordings.flatMap(({ file, sidecars }) => [file, ...sidecars]));
  return { recordings, rest: files.filter((file) => !used.has(file)) };
}

function isRecordingName(name: string): boolean {
  return !isDotted(name) && !isUnfinished(name) && !isSideFile(name);
}

/** Hidden, as copying programs name a file until it is complete. The sign is that of a name that is not UTF-8. */
function isDotted(name: string): boolean {
  return /^\0?\./.test(name);
}
