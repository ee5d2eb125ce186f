// Files of one import that are copies of each other: the one that says most about itself comes first, so that the archive gets its name.
import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { hashInPlace } from "#server/intake/bring-file.ts";
import { readName } from "#server/intake/folder/byte-name.ts";
import { readFileName } from "#server/intake/reading/file-name.ts";

const pieceBytes = 2 ** 16;

interface Named {
  file: { name: Buffer; path: Buffer };
  sidecars: readonly unknown[];
}

/** Finds copies by their size and three pieces: whether they are the same is decided by the checksum of each. */
export async function putCopiesLast<T extends Named>(
  recordings: readonly T[],
): Promise<{ recordings: T[]; likelyCopies: Map<T, T> }> {
  const groups = new Map<string, T[]>();
  for (const one of recordings) {
    const key = await readPieces(one.file.path).catch(() => one.file.path.toString("latin1"));
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const likelyCopies = new Map<T, T>();
  for (const group of groups.values()) {
    const [best, ...others] = group.toSorted((a, b) => countDoubts(a) - countDoubts(b));
    if (best) for (const one of others) likelyCopies.set(one, best);
  }
  const originals = recordings.filter((one) => !likelyCopies.has(one));
  return { recordings: [...originals, ...likelyCopies.keys()], likelyCopies };
}

export async function isSameFile(one: Pick<Named, "file">, other: Pick<Named, "file">): Promise<boolean> {
  const [first, second] = await Promise.all([one, other].map(({ file }) => hashInPlace({ file: file.path })));
  return first?.sha256 === second?.sha256;
}

async function readPieces(file: Buffer): Promise<string> {
  await using handle = await open(file);
  const { size } = await handle.stat();
  const hash = createHash("sha256");
  for (const from of [0, Math.floor(size / 2), Math.max(0, size - pieceBytes)]) {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(pieceBytes), 0, pieceBytes, from);
    hash.update(buffer.subarray(0, bytesRead));
  }
  return `${size} ${hash.digest("hex")}`;
}

function countDoubts({ file, sidecars }: Named): number {
  const { isTitleGuess, moment } = readFileName(readName(file.name), { zone: "UTC" });
  return (isTitleGuess ? 4 : 0) + (sidecars.length === 0 ? 2 : 0) + (moment ? 0 : 1);
}
