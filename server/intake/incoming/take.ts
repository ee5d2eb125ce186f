// Adds one file of the folder incoming to the archive. It is published only if it is unchanged after the copy, and
// deleted from the folder only if it is still unchanged then.
import { Refusal } from "#server/refusal.ts";
import type { Parts } from "#server/parts.ts";
import { showName } from "./byte-name.ts";
import { requireUnchanged } from "./file-print.ts";
import type { Recording } from "./entries.ts";
import { moveToRefused } from "./refused.ts";
import { setAside } from "./taken.ts";
import { readSidecarFile } from "#server/intake/sidecar.ts";
import { takeIn } from "#server/intake/take-in.ts";

export type IncomingParts = Pick<Parts, "db" | "media" | "clock" | "wake" | "config" | "log">;

interface Taking {
  folder: string;
  recording: Recording;
  isSidecarShared: boolean;
  signal: AbortSignal;
}

export async function takeRecording(parts: IncomingParts, taking: Taking): Promise<void> {
  const { folder, recording, isSidecarShared, signal } = taking;
  const { name, sidecar } = recording;
  const confirm = () => requireUnchanged(sidecar ? [recording, sidecar] : [recording]);
  try {
    const said = sidecar ? await readSidecarFile(sidecar.path, showName(sidecar.name)) : {};
    const intake = { file: recording.path, name: name.toString("utf8"), said, memberId: null, confirm, signal };
    const { id, isNew } = await takeIn(parts, intake);
    parts.log.info({ video: id, isNew }, "a recording was added from the incoming folder");
  } catch (error) {
    // a full disk, an unreachable store or a deletion in progress is not the file's fault: it stays
    if (!(error instanceof Refusal) || error.code === "no-room" || error.code === "busy") throw error;
    await confirm();
    parts.log.warn({ err: error, name: showName(name) }, "a file in the incoming folder was refused");
    return moveToRefused(folder, { name, sidecar: sidecar?.name, isSidecarShared, sentence: error.message });
  }
  const isGone = await setAside(folder, name, recording.stats);
  if (!isGone) parts.log.info({ name: showName(name) }, "a file changed after it was added; it is checked again");
  else if (sidecar && !isSidecarShared) await setAside(folder, sidecar.name, sidecar.stats);
}
