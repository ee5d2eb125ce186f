// Reports which files are in the folder incoming and why: in a text file there, and in a JSON file next to the folder that
// every server on this data folder reads for the studio.
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { Incoming, type IncomingEntry } from "#contract/studio.ts";
import { words } from "./words.ts";

const textName = "not-taken.txt";
const unfinishedName = ".not-taken.tmp";
export const reportNames: readonly string[] = [textName, unfinishedName];

const headings: readonly string[] = [words.heading, ...words.earlierHeadings];
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
  // another file of this name is not ours to replace
  if (there !== undefined && !headings.some((heading) => there.startsWith(heading))) return;
  if (entries.length > 0) await writeIfChanged(file, describeAll(entries), path.join(folder, unfinishedName));
  else if (there !== undefined) await rm(file, { force: true });
}

function describeAll(entries: readonly IncomingEntry[]): string {
  const lines = entries.slice(0, mostInText).map(({ name, since, sentence }) => {
    const moment = since === null ? "" : words.since(new Date(since).toLocaleString("sv-SE"));
    return `${name}\n    ${moment}${sentence}\n`;
  });
  const left = entries.length - mostInText;
  const more = left > 0 ? [`${words.more(left)}\n`] : [];
  return [words.heading, ...lines, ...more].join("\n\n").replaceAll("\n\n\n", "\n\n");
}

/** Writes a new file and renames it, so that nobody reads a half-written one. */
async function writeIfChanged(file: string, text: string, scratch: string): Promise<void> {
  if ((await readOrNothing(file)) === text) return;
  await writeFile(scratch, text);
  await rename(scratch, file);
}

async function readOrNothing(file: string): Promise<string | undefined> {
  return readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
}
