// Adds a file as a recording, wherever it comes from: first the file is stored safely, then one transaction adds the row
// and the job, and only then is it acknowledged. The same file added twice is one recording.
import { link, stat } from "node:fs/promises";
import path from "node:path";
import { addVideo, newVideoId } from "#server/library/add.ts";
import { requireRecording } from "#server/media/facts/magic.ts";
import { probe } from "#server/media/ffmpeg/probe.ts";
import {
  copyAside,
  hashFile,
  keepOriginal,
  makeAside,
  removeFolder,
  requireMounted,
  requireRoom,
} from "#server/media/store/store.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { addStep } from "#server/prepare/steps.ts";
import { describeIntake, type Description } from "./describe-intake.ts";
import { addRecording, findByChecksum } from "#server/library/recording.ts";
import { findTaken, takeBack } from "./take-back.ts";
import { words } from "./words.ts";

export type IntakeParts = Pick<Parts, "db" | "media" | "clock" | "wake" | "config">;

interface Intake {
  file: string | Buffer;
  /** The file's original name. */
  name: string;
  said?: Description;
  memberId: string | null;
  /** The checksum given by the sender. */
  sha256?: string;
  /** The file is ours, nobody writes to it, and it is on the store's volume: it need not be copied. */
  isOurs?: boolean;
  /** Called when the copy is complete, and again before anything is published: throws if the file has changed meanwhile. */
  confirm?: () => Promise<void>;
  onBytes?: (bytes: number) => void;
  signal?: AbortSignal;
}

export interface TakenIn {
  id: string;
  /** False when the same file was added before and is still here. */
  isNew: boolean;
}

export async function takeIn(parts: IntakeParts, intake: Intake): Promise<TakenIn> {
  const { db, media, clock } = parts;
  await requireRecording(intake.file);
  const { size, mtime } = await stat(intake.file);
  await requireMounted(media.store);
  await requireRoom(media.store.folder, intake.isOurs ? size / 2 : size, parts.config.leastFreeBytes);

  await using aside = await makeAside(media.store);
  const file = path.join(aside.folder, "original");
  const stored = await bring(intake, file);
  if (intake.sha256 !== undefined && intake.sha256.toLowerCase() !== stored.sha256) {
    throw new Refusal("damaged", words.damaged);
  }
  await intake.confirm?.();
  const known = await findTaken(db, stored.sha256);
  if (known?.isHere) return { id: known.id, isNew: false };
  if (known)
    return { id: known.id, isNew: await takeBack(parts, { ...known, file, stored, memberId: intake.memberId }) };

  const facts = await probe(media.tools, file, intake.signal);
  const described = describeIntake(intake.said ?? {}, facts, { name: intake.name, changedAt: mtime });
  const id = newVideoId();
  await keepOriginal(media.store, id, file);
  // if the volume was unmounted meanwhile, the file was written to an empty folder of the same name
  await requireMounted(media.store);
  await confirmOrRemove(parts, intake, id);
  const now = clock.now();
  const isNew = await db
    .transaction()
    .execute(async (trx) => {
      await addVideo(
        trx,
        {
          id,
          ...described,
          durationSeconds: facts.durationSeconds || null,
          audioOnly: !facts.video,
          memberId: intake.memberId,
        },
        now,
      );
      const isFirst = await addRecording(trx, { videoId: id, ...stored, name: intake.name, facts }, now);
      if (!isFirst) throw new AlreadyHere();
      await addStep(trx, id, "first");
      return true;
    })
    .catch((error: unknown) => {
      if (!(error instanceof AlreadyHere)) throw error;
      return false;
    });
  if (!isNew) {
    // Added twice at the same moment: the other one was faster.
    await removeFolder(media.store, id);
    return { id: (await findByChecksum(db, stored.sha256)) ?? id, isNew: false };
  }
  parts.wake();
  return { id, isNew: true };
}

/** Storing a large original in a bucket takes minutes, and the file may have been written to meanwhile. */
async function confirmOrRemove({ media }: IntakeParts, { confirm }: Intake, id: string): Promise<void> {
  try {
    await confirm?.();
  } catch (error) {
    await removeFolder(media.store, id);
    throw error;
  }
}

class AlreadyHere extends Error {}

/** The file itself stays where it was: the caller deletes it once it is added. */
async function bring({ file, isOurs, onBytes, signal }: Intake, to: string) {
  if (!isOurs) return copyAside(file, to, { ...(onBytes && { onBytes }), signal });
  await link(file, to);
  return hashFile(to);
}
