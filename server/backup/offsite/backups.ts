// The backups in a bucket: an encrypted manifest each, and beside it the plain names of the pieces that it needs, because
// the server cannot read the manifest when it decides what may be deleted.
import { nameByTime, timeName } from "#server/backup/manifest.ts";
import type { MadeBackup } from "./keep.ts";
import { backupsFolder, incomplete } from "./names.ts";
import { hashBytes } from "#server/media/store/hash.ts";
import type { Vault } from "#server/media/store/vault.ts";

const sealedEnd = ".age";
const needsEnd = ".needs";

/** Newest last. */
export async function listMade(vault: Vault): Promise<MadeBackup[]> {
  const names = [...(await vault.list(backupsFolder)).keys()].filter((name) => name.endsWith(sealedEnd));
  return names
    .map((file) => file.slice(0, -sealedEnd.length))
    .flatMap((name) => {
      const isGood = !name.endsWith(incomplete);
      const time = isGood ? name : name.slice(0, -incomplete.length);
      return timeName.test(time) ? [{ name, at: readTime(time), isGood }] : [];
    })
    .toSorted((one, other) => one.at.getTime() - other.at.getTime());
}

export function nameBackup(at: Date, isGood: boolean): string {
  return nameByTime(at) + (isGood ? "" : incomplete);
}

export function sealedKey(name: string): string {
  return backupsFolder + name + sealedEnd;
}

export function needsKey(name: string): string {
  return backupsFolder + name + needsEnd;
}

export function writeNeeds(pieces: readonly string[]): Buffer {
  const text = pieces.map((name) => `${name}\n`).join("");
  return Buffer.from(`${text}${hashBytes(Buffer.from(text))}\n`);
}

/** Undefined when it is missing or damaged: then nobody knows what that backup needs. */
export async function findNeeds(vault: Vault, name: string): Promise<string[] | undefined> {
  const lines = (await vault.find(needsKey(name)))?.toString().split("\n");
  if (!lines || lines.pop() !== "") return undefined;
  const sum = lines.pop();
  const text = lines.map((line) => `${line}\n`).join("");
  return sum === hashBytes(Buffer.from(text)) ? lines : undefined;
}

function readTime(name: string): Date {
  return new Date(name.replace(/T(\d\d)-(\d\d)-/, "T$1:$2:"));
}
