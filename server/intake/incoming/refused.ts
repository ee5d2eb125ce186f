// The folder incoming/refused: files that are not recordings, with their sidecars and a text that says why.
import { constants } from "node:fs";
import { copyFile, lstat, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { IncomingEntry } from "#contract/studio.ts";
import {
  cutName,
  joinName,
  longestName,
  numberName,
  showName,
  splitName,
  textOf,
  toKey,
} from "#server/intake/folder/byte-name.ts";
import { findBeside } from "#server/intake/reading/beside.ts";
import { exists, moveUnlessTaken } from "./move-file.ts";
import { refusedName, type Entry, type Recording } from "./entries.ts";
import { words } from "./words.ts";

const mostListed = 50;

interface RefusedFile {
  recording: Recording;
  /** Files beside it that also belong to another recording, by their keys: they stay, and copies are kept. */
  shared: ReadonlySet<string>;
  sentence: string;
}

export async function moveToRefused(folder: string, { recording, shared, sentence }: RefusedFile): Promise<void> {
  const refused = path.join(folder, refusedName);
  await mkdir(refused, { recursive: true });
  const { name, sidecars } = recording;
  const place = await moveToFreePlace(refused, recording);
  await writeFile(joinName(refused, textName(place)), `${sentence}\n`, { flag: "wx" });
  for (const sidecar of sidecars) {
    const to = joinName(refused, renameSidecar(sidecar.name, name, place));
    if (shared.has(sidecar.key)) await copyFile(sidecar.path, to, constants.COPYFILE_EXCL).catch(ignoreTaken);
    else await moveUnlessTaken(sidecar.path, to);
  }
}

/** A file beside a recording that was added, but could not be read itself. */
export async function moveUnread(folder: string, { name, path: from }: Entry, sentence: string): Promise<void> {
  const refused = path.join(folder, refusedName);
  await mkdir(refused, { recursive: true });
  for (let n = 1; ; n += 1) {
    const place = numberName(name, n);
    if (await exists(joinName(refused, textName(place)))) continue;
    if (!(await moveUnlessTaken(from, joinName(refused, place)))) continue;
    return writeFile(joinName(refused, textName(place)), `${sentence}\n`, { flag: "wx" });
  }
}

function ignoreTaken(error: NodeJS.ErrnoException): void {
  if (error.code !== "EEXIST") throw error;
}

/** As its recording is called now. A cover of the whole folder keeps its name. */
function renameSidecar(sidecar: Buffer, before: Buffer, after: Buffer): Buffer {
  for (const [old, now] of [
    [before, after],
    [splitName(before).stem, splitName(after).stem],
  ] as const) {
    if (!sidecar.subarray(0, old.length).equals(old)) continue;
    const end = sidecar.subarray(old.length);
    return Buffer.concat([cutName(now, longestName - end.length), end]);
  }
  return sidecar;
}

/** Moves a file to a name that overwrites nothing, and to which no other file's sidecar would seem to belong. */
async function moveToFreePlace(refused: string, { name, path: from, sidecars }: Recording): Promise<Buffer> {
  const there = (await readdir(refused, { encoding: "buffer" })).map(textOf);
  for (let n = 1; ; n += 1) {
    const place = numberName(name, n);
    const beside = [textName(place), ...sidecars.map((one) => renameSidecar(one.name, name, place))];
    const isNear = findBeside([textOf(place)], there).get(textOf(place))?.length !== 0;
    if (isNear || (await Promise.all(beside.map((one) => exists(joinName(refused, one))))).includes(true)) continue;
    if (await moveUnlessTaken(from, joinName(refused, place))) return place;
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
