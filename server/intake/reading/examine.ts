// Everything that a recording brings along, put together: its own tags, the files beside it, its name and its folder.
import type { Facts } from "#server/media/facts/facts.ts";
import { readFileName } from "./file-name.ts";
import type { Said, Witness } from "./found.ts";
import { readBeside, type BesideFile, type Brought } from "./read-beside.ts";
import { readTags } from "./tags.ts";
import { decide, type Decided } from "./trust.ts";

/** Where the file was found. */
export interface Surroundings {
  beside?: readonly BesideFile[];
  /** The name of its folder; not there when the folder is not about recordings. */
  folder?: string;
  /** The files of its folder are numbered. */
  isNumbered?: boolean;
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
    ...readNames(subject, zone),
  ];
  const decided = decide(witnesses, { zone, durationSeconds: facts.durationSeconds, changedAt });
  return { decided: brought.mustHide ? { ...decided, hidden: said.hidden ?? true } : decided, brought };
}

function readNames({ name, folder, isNumbered = false, isAlone = false }: Subject, zone: string): Witness[] {
  const file = readFileName(name, { zone, isNumbered });
  const witness: Witness = {
    source: "file-name",
    said: { title: file.title, ...(file.moment && { moment: file.moment }) },
    ...(file.isUntitled && { weak: ["title"] }),
  };
  if (folder === undefined) return [witness];
  const place = readFileName(`${folder}.dir`, { zone });
  const isTitle = isAlone && !place.isUntitled;
  const said = { ...(isTitle && { title: place.title }), ...(place.moment && { moment: place.moment }) };
  return [witness, { source: "folder-name", said }];
}
