// What an import would do with one file: read like any other, but nothing is copied and nothing is written.
import { mkdtempDisposable, stat, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Database } from "#server/database/open.ts";
import { findTaken } from "#server/intake/take-back.ts";
import { findSeen, lookAtFile } from "#server/intake/seen-file.ts";
import { hasSize } from "#server/library/recording.ts";
import type { Facts } from "#server/media/facts/facts.ts";
import { requireRecording } from "#server/media/facts/magic.ts";
import { probe } from "#server/media/ffmpeg/probe.ts";
import type { Tools } from "#server/media/ffmpeg/run.ts";
import { Refusal } from "#server/refusal.ts";
import { hashInPlace } from "#server/intake/bring-file.ts";
import { toSaid, type Description } from "#server/intake/describe-intake.ts";
import { readName } from "#server/intake/folder/byte-name.ts";
import type { FoundRecording } from "#server/intake/folder/walk.ts";
import { examine, type Examined } from "#server/intake/reading/examine.ts";
import type { Reason } from "#server/intake/reading/trust.ts";
import { words as readingWords } from "#server/intake/reading/words.ts";
import { isSameFile } from "./copies.ts";
import { words } from "./words.ts";

export interface Planned {
  place: string;
  /** What would happen. */
  state: "new" | "known" | "refused";
  sentence: string;
  durationSeconds: number;
  bytes: number;
  /** Undefined when the file is refused. */
  facts: Facts | undefined;
  /** Undefined when the file is refused. */
  examined: Examined | undefined;
  /** Their languages, or "?". */
  captions: string[];
  missing: string[];
}

interface PlanParts {
  tools: Tools;
  /** Not there when there is no archive yet. */
  db: Database | undefined;
  zone: string;
}

export async function planOne(
  { tools, db, zone }: PlanParts,
  { file, place, surroundings, original }: FoundRecording & { original?: FoundRecording | undefined },
  said: Description,
): Promise<Planned> {
  const nothing = {
    place,
    durationSeconds: 0,
    bytes: 0,
    facts: undefined,
    examined: undefined,
    captions: [],
    missing: [],
  };
  try {
    await requireRecording(file.path);
    const { size, mtime } = await stat(file.path);
    const isKnown = db !== undefined && (await hasSize(db, size)) && (await isInArchive(db, file.path));
    const copyOf = original && (await isSameFile({ file }, original)) ? original.place : undefined;
    const facts = await probeNamed(tools, file.path);
    const subject = { ...surroundings, name: readName(file.name), changedAt: mtime, facts, said: toSaid(said) };
    const examined = await examine(subject, zone);
    const languages = [...examined.brought.captions, ...(facts.captions ?? [])].map(({ language }) => language ?? "?");
    return {
      place,
      state: isKnown || copyOf !== undefined ? "known" : "new",
      sentence: isKnown ? words.known : copyOf === undefined ? words.new : words.copy(copyOf),
      durationSeconds: facts.durationSeconds,
      bytes: size,
      facts,
      examined,
      captions: [...new Set(languages)],
      missing: listMissing(examined, facts.cover ?? null),
    };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { ...nothing, state: "refused", sentence: words.wouldRefuse(error.message) };
  }
}

/** Programs are given names of text only: a name that is not UTF-8 gets another one for the time being. */
export async function probeNamed(tools: Tools, file: string | Buffer): Promise<Facts> {
  const text = file.toString("utf8");
  if (Buffer.from(text).equals(Buffer.from(file))) return probe(tools, text);
  await using folder = await mkdtempDisposable(path.join(tmpdir(), "stagedoor-import-"));
  const named = path.join(folder.path, "recording");
  await symlink(file, named);
  return await probe(tools, named);
}

async function isInArchive(db: Database, file: Buffer): Promise<boolean> {
  const seen = await findSeen(db, await lookAtFile(file));
  const sha256 = seen ?? (await hashInPlace({ file })).sha256;
  return (await findTaken(db, sha256))?.isHere ?? false;
}

/** What somebody may want to add before the import. */
function listMissing({ decided, brought }: Examined, cover: number | null): string[] {
  const { title, date } = decided.why;
  return [
    ...(title.isGuess ? [words.missing.title] : []),
    ...(date.isGuess ? [words.missing.date] : decided.timeMissing ? [words.missing.time] : []),
    ...(decided.description === "" ? [words.missing.description] : []),
    ...(brought.picture === undefined && cover === null ? [words.missing.picture] : []),
  ];
}

/** The end of "title from …". */
export function sayTitleReason({ source, isGuess }: Reason): string {
  return isGuess ? readingWords.aGuess(readingWords.sources[source]) : readingWords.sources[source];
}

/** The end of "date from …". */
export function sayReason({ source, timeSource, onlyKnown, isGuess }: Reason): string {
  const { sources, only, andTime, aGuess } = readingWords;
  if (timeSource) return andTime(sources[source], sources[timeSource]);
  if (onlyKnown) return only(sources[source], onlyKnown);
  return isGuess && source !== "file-time" ? aGuess(sources[source]) : sources[source];
}
