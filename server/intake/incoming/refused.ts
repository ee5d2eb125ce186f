// The folder incoming/refused: files that are not recordings, with their sidecars and a text that says why.
import { constants } from "node:fs";
import { copyFile, lstat, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { IncomingEntry } from "#contract/studio.ts";
import { cutName, joinName, longestName, numberName, showName, splitName, toKey } from "./byte-name.ts";
import { exists, moveUnlessTaken } from "./move-file.ts";
import { sidecarNames } from "#server/intake/sidecar.ts";
import { words } from "./words.ts";

export const refusedName = "refused";
const mostListed = 50;

interface RefusedFile {
  name: Buffer;
  sidecar: Buffer | undefined;
  /** The sidecar also describes another recording, so it stays where it is. */
  isSidecarShared: boolean;
  sentence: string;
}

export async function moveToRefused(folder: string, file: RefusedFile): Promise<void> {
  const { name, sidecar, isSidecarShared, sentence } = file;
  const refused = path.join(folder, refusedName);
  await mkdir(refused, { recursive: true });
  const place = await moveToFreePlace(folder, refused, name);
  await writeFile(joinName(refused, textName(place)), `${sentence}\n`, { flag: "wx" });
  if (!sidecar) return;
  const from = joinName(folder, sidecar);
  const stem = toKey(sidecar) === `${toKey(name)}.json` ? place : splitName(place).stem;
  const to = joinName(refused, Buffer.concat([stem, Buffer.from(".json")]));
  if (isSidecarShared) await copyFile(from, to, constants.COPYFILE_EXCL);
  else await moveUnlessTaken(from, to);
}

/** To a name that overwrites nothing, and to which no other file's sidecar would seem to belong. */
async function moveToFreePlace(folder: string, refused: string, name: Buffer): Promise<Buffer> {
  for (let n = 1; ; n += 1) {
    const place = numberName(name, n);
    const beside = [textName(place), ...sidecarNames(place)].map((one) => exists(joinName(refused, one)));
    if ((await Promise.all(beside)).includes(true)) continue;
    if (await moveUnlessTaken(joinName(folder, name), joinName(refused, place))) return place;
  }
}

function textName(place: Buffer): Buffer {
  return Buffer.concat([cutName(place, longestName - 4), Buffer.from(".txt")]);
}

/** The refused files with their sentences; at most 50. */
export async function listRefused(folder: string): Promise<IncomingEntry[]> {
  const refused = path.join(folder, refusedName);
  const names = await readdir(refused, { encoding: "buffer" }).catch(() => []);
  const keys = new Set(names.map(toKey));
  const listed: IncomingEntry[] = [];
  for (const name of names) {
    const text = textName(name);
    if (!keys.has(toKey(text)) || text.equals(name) || listed.length === mostListed) continue;
    listed.push(await describeRefused(refused, name, text).catch(() => unknown(name)));
  }
  return listed;
}

async function describeRefused(refused: string, name: Buffer, text: Buffer): Promise<IncomingEntry> {
  const { size, ctime } = await lstat(joinName(refused, name));
  const sentence = (await readFile(joinName(refused, text), "utf8")).trim().slice(0, 1000);
  return { name: showName(name), bytes: size, state: "refused", since: ctime.toISOString(), sentence };
}

function unknown(name: Buffer): IncomingEntry {
  return { name: showName(name), bytes: null, state: "refused", since: null, sentence: words.refused };
}
