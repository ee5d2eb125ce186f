// Adds one file of the folder incoming to the archive. It is published only if it is unchanged after the copy, and
// deleted from the folder only if it is still unchanged then. So are the files beside it.
import { Refusal } from "#server/refusal.ts";
import type { Parts } from "#server/parts.ts";
import { requireUnchanged } from "./file-print.ts";
import type { Entry, Recording } from "./entries.ts";
import { readName } from "#server/intake/folder/byte-name.ts";
import { moveToRefused, moveUnread } from "./refused.ts";
import { setAside } from "./taken.ts";
import type { Note } from "#server/intake/reading/read-beside.ts";
import { takeIn } from "#server/intake/take-in.ts";
import { updateTaken } from "#server/intake/update.ts";

export type IncomingParts = Pick<Parts, "db" | "media" | "clock" | "wake" | "config" | "log">;

interface Taking {
  /** The folder incoming. */
  folder: string;
  recording: Recording;
  /** Files that also belong to another recording, by their keys: they stay. */
  shared: ReadonlySet<string>;
  signal: AbortSignal;
}

export async function takeRecording(parts: IncomingParts, taking: Taking): Promise<void> {
  const { folder, recording, shared, signal } = taking;
  const { name, place, sidecars, surroundings } = recording;
  const confirm = () => requireUnchanged([recording, ...sidecars]);
  let notes: Note[] = [];
  try {
    const intake = { file: recording.path, name: readName(name), place, surroundings };
    const { id, isNew, ...taken } = await takeIn(parts, { ...intake, memberId: null, confirm, signal });
    // the same file again, with captions or a description that were not there before
    const isUpdate = !isNew && sidecars.length > 0;
    notes = isUpdate ? (await updateTaken(parts, { ...intake, id })).notes : taken.notes;
    const sentences = notes.map(({ sentence }) => sentence);
    parts.log.info({ video: id, isNew, notes: sentences }, "a recording was added from the incoming folder");
  } catch (error) {
    // a full disk, an unreachable store or a deletion in progress is not the file's fault: it stays
    if (!(error instanceof Refusal) || error.code === "no-room" || error.code === "busy") throw error;
    await confirm();
    parts.log.warn({ err: error, name: place }, "a file in the incoming folder was refused");
    return moveToRefused(folder, { recording, shared, sentence: error.message });
  }
  const isGone = await setAside(recording.folder, name, recording.stats);
  if (!isGone) parts.log.info({ name: place }, "a file changed after it was added; it is checked again");
  else for (const sidecar of sidecars) if (!shared.has(sidecar.key)) await putAway(sidecar);

  async function putAway(sidecar: Entry): Promise<void> {
    const note = notes.find((one) => Buffer.from(one.path).equals(sidecar.path));
    if (note) await moveUnread(folder, sidecar, note.sentence);
    else await setAside(recording.folder, sidecar.name, sidecar.stats);
  }
}
