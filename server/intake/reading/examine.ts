// Everything that a recording brings along, put together: its own tags, the files beside it, its name and its folder.
import type { Facts } from "#server/media/facts/facts.ts";
import type { Said } from "./found.ts";
import { readPath } from "./path.ts";
import { readBeside, type BesideFile, type Brought } from "./read-beside.ts";
import { readTags } from "./tags.ts";
import { decide, type Decided } from "./trust.ts";

/** Where the file was found. */
export interface Surroundings {
  beside?: readonly BesideFile[];
  /** The names of its folders, the nearest one last. */
  folders?: readonly string[];
  /** It is not UTF-8: its encoding is a guess. */
  isNameUnclear?: boolean;
  /** The files of its folder are numbered. */
  isNumbered?: boolean;
  /** How the names of twitch-dl begin in its folder. */
  channel?: string;
  /** It is the only recording of its folder. */
  isAlone?: boolean;
  /** The cover of the folder, used for recordings without video. */
  cover?: BesideFile;
}

interface Subject extends Surroundings {
  /** The file's original name. */
  name: string;
  changedAt: Date;
  facts: Facts;
  /** What a person says. */
  said: Said;
}

export interface Examined {
  decided: Decided;
  brought: Brought;
}

export async function examine(subject: Subject, zone: string): Promise<Examined> {
  const { beside = [], cover, facts, said, changedAt } = subject;
  const brought = await readBeside(!facts.video && cover ? [...beside, cover] : beside, zone);
  const witnesses = [
    { source: "person" as const, said },
    ...brought.witnesses,
    ...readTags(facts, zone),
    ...readPath(subject, zone),
  ];
  const decided = decide(witnesses, { zone, durationSeconds: facts.durationSeconds, changedAt });
  return { decided: brought.mustHide ? { ...decided, hidden: said.hidden ?? true } : decided, brought };
}
