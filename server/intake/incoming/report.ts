// Tells what lies in the folder incoming and why: in a text there, and in a file beside it that every server on this
// data folder can read for the studio.
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { Incoming, type IncomingEntry } from "#contract/studio.ts";

const textName = "not-taken.txt";
const unfinishedName = ".not-taken.tmp";
export const reportNames: readonly string[] = [textName, unfinishedName];

const heading = "Stagedoor has not taken in these files of the folder incoming:";
const mostInStudio = 200;
const mostInText = 1000;

const reportFile = (folder: string) => `${folder}.json`;

export async function writeIncoming(folder: string, entries: readonly IncomingEntry[]): Promise<void> {
  const report: Incoming = { entries: entries.slice(0, mostInStudio), total: entries.length };
  await writeIfChanged(reportFile(folder), JSON.stringify(report), `${reportFile(folder)}.tmp`);
  await writeText(
    folder,
    entries.filter(({ state }) => state !== "refused"),
  );
}

export async function readIncoming(folder: string): Promise<Incoming> {
  const text = await readOrNothing(reportFile(folder));
  if (text === undefined) return { entries: [], total: 0 };
  return Incoming.parse(JSON.parse(text));
}

async function writeText(folder: string, entries: readonly IncomingEntry[]): Promise<void> {
  const file = path.join(folder, textName);
  const there = await readOrNothing(file);
  // somebody's own file of this name is theirs
  if (there !== undefined && !there.startsWith(heading)) return;
  if (entries.length > 0) await writeIfChanged(file, describeAll(entries), path.join(folder, unfinishedName));
  else if (there !== undefined) await rm(file, { force: true });
}

function describeAll(entries: readonly IncomingEntry[]): string {
  const lines = entries.slice(0, mostInText).map(({ name, since, sentence }) => {
    const moment = since === null ? "" : `Since ${new Date(since).toLocaleString("sv-SE")}. `;
    return `${name}\n    ${moment}${sentence}\n`;
  });
  const left = entries.length - mostInText;
  return [heading, ...lines, ...(left > 0 ? [`And ${left} more.\n`] : [])].join("\n\n").replaceAll("\n\n\n", "\n\n");
}

/** In one step, so that nobody reads half of it. */
async function writeIfChanged(file: string, text: string, aside: string): Promise<void> {
  if ((await readOrNothing(file)) === text) return;
  await writeFile(aside, text);
  await rename(aside, file);
}

async function readOrNothing(file: string): Promise<string | undefined> {
  return readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
}
