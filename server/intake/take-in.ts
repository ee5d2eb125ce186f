// Adds a file as a recording, wherever it comes from: first the file is stored safely, then one transaction adds the row
// and the job, and only then is it acknowledged. The same file added twice is one recording.
import { stat } from "node:fs/promises";
import path from "node:path";
import { addVideo, newVideoId } from "#server/library/add.ts";
import { requireRecording } from "#server/media/facts/magic.ts";
import type { Facts } from "#server/media/facts/facts.ts";
import { probe } from "#server/media/ffmpeg/probe.ts";
import { ProgramFailed } from "#server/media/ffmpeg/run.ts";
import {
  keepOriginal,
  makeScratch,
  noteAdding,
  removeFolder,
  requireMounted,
  requireSpace,
  type Store,
} from "#server/media/store/store.ts";
import { announceNever } from "#server/notices/announce.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { type Memory, remember } from "#server/remember.ts";
import { addStep } from "#server/prepare/steps.ts";
import { bringFile, hashInPlace, type Bringing } from "./bring-file.ts";
import { addBrought, keepBrought, wantsLook } from "./brought.ts";
import { toSaid, type Description } from "./describe-intake.ts";
import { listSongChapters } from "./reading/trust.ts";
import { readWritten, startSetList } from "#server/library/songs/from-chapters.ts";
import type { Note } from "./reading/read-beside.ts";
import { examine, type Examined, type Surroundings } from "./reading/examine.ts";
import { addRecording, findByChecksum, hasSize, saveAssets } from "#server/library/recording.ts";
import { findSeen, lookAtFile, rememberSeen } from "./seen-file.ts";
import { findTaken, takeBack } from "./take-back.ts";
import { words } from "./words.ts";
import { changeLibrary } from "#server/library/version.ts";

export type IntakeParts = Pick<Parts, "db" | "media" | "clock" | "wake" | "config">;

interface Intake extends Bringing {
  /** The file's original name. */
  name: string;
  /** Where it was, if that says more than its name. */
  place?: string;
  said?: Description;
  /** The id of a level, null for the standard; as the settings say, if not given. */
  level?: string | null;
  /** The description that an editor wrote. */
  setList?: string;
  /** The files beside it, and its folder. */
  surroundings?: Surroundings;
  memberId: string | null;
  /** The file is kept where it is, and may be offered again. */
  staysThere?: boolean;
  /** Imported, or of the demo: members are not told of it. */
  isOld?: boolean;
  /** The checksum given by the sender. */
  sha256?: string;
  /** Called when the copy is complete, and again before anything is published: throws if the file has changed meanwhile. */
  confirm?: () => Promise<void>;
}

interface TakenIn {
  id: string;
  /** False when the same file was added before and is still here. */
  isNew: boolean;
  /** The files beside it that were not read. */
  notes: Note[];
}

export async function takeIn(parts: IntakeParts, intake: Intake): Promise<TakenIn> {
  const { db, media, clock } = parts;
  await requireRecording(intake.file);
  const { size, mtime } = await stat(intake.file);
  await requireMounted(media.store);
  const there = await findInPlace(parts, intake, size);
  if (there) return { id: there, isNew: false, notes: [] };
  await requireSpace(media.store.folder, intake.isOurs ? size / 2 : size, parts.config.leastFreeBytes);

  const before = intake.staysThere ? await lookAtFile(intake.file) : undefined;
  await using scratch = await makeScratch(media.store);
  const file = path.join(scratch.folder, "original");
  const stored = await bringFile(intake, file);
  if (intake.sha256 !== undefined && intake.sha256.toLowerCase() !== stored.sha256) {
    throw new Refusal("damaged", words.damaged);
  }
  await intake.confirm?.();
  const known = await findTaken(db, stored.sha256);
  if (known?.isHere) return { id: known.id, isNew: false, notes: [] };
  if (known) {
    const isNew = await takeBack(parts, { ...known, file, stored, memberId: intake.memberId });
    return { id: known.id, isNew, notes: [] };
  }

  const found = await check(parts, file, { sha256: stored.sha256, signal: intake.signal });
  const subject = { ...intake.surroundings, name: intake.name, changedAt: mtime, facts: found };
  const examined = await examine({ ...subject, said: toSaid(intake.said ?? {}) }, parts.config.timeZone);
  const { decided, brought } = examined;
  const facts = { ...found, ...(brought.captions.length > 0 && { broughtCaptions: brought.captions.length }) };
  const written = intake.setList?.trim();
  const entries = written ? await readWritten(written, facts.durationSeconds || null) : undefined;
  // what is not understood is not lost: an editor finds it there, and the dialog of set lists can read it
  const description = [decided.description, ...(written && !entries ? [written] : [])].filter(Boolean).join("\n\n");
  const id = newVideoId();
  await noteAdding(scratch, id);
  await keepOriginal(media.store, id, file);
  const assets = await keepBrought(media.store, { id, folder: scratch.folder }, brought);
  // if the volume was unmounted meanwhile, the file was written to an empty folder of the same name
  await requireMounted(media.store);
  await confirmOrRemove(parts, intake, id);
  const now = clock.now();
  const isNew = await changeLibrary(db, async (trx) => {
    await addVideo(
      trx,
      {
        id,
        ...decided,
        description,
        level: intake.level === undefined ? parts.config.levels.newLevel : intake.level,
        hidden: decided.hidden || hidesUntilLooked(parts, intake, examined),
        durationSeconds: facts.durationSeconds || null,
        audioOnly: !facts.video,
        memberId: intake.memberId,
      },
      now,
    );
    const isFirst = await addRecording(trx, { videoId: id, ...stored, name: intake.name, facts }, now);
    if (!isFirst) throw new AlreadyHere();
    await saveAssets(trx, id, assets, now);
    await addBrought(trx, { videoId: id, place: intake.place ?? intake.name, ...examined, now });
    await startSetList(trx, {
      ...{ videoId: id, chapters: listSongChapters(decided), now },
      ...(entries && { written: { entries, memberId: intake.memberId } }),
    });
    if (intake.isOld) await announceNever(trx, id, now);
    await addStep(trx, id, "first");
    return true;
  }).catch((error: unknown) => {
    if (!(error instanceof AlreadyHere)) throw error;
    return false;
  });
  if (!isNew) {
    // Added twice at the same moment: the other one was faster.
    await removeFolder(media.store, id);
    return { id: (await findByChecksum(db, stored.sha256)) ?? id, isNew: false, notes: [] };
  }
  // what was shared has another time of change now, and is read once more at the next import
  if (before) await rememberSeen(db, before, stored.sha256);
  parts.wake();
  return { id, isNew: true, notes: brought.notes };
}

/** How often the check of a file did not end, by its checksum: one that stops ffprobe every time would be tried for ever. */
const stopped = new WeakMap<Store, Memory<number>>();
const mostChecks = 3;

async function check(
  { media }: Pick<IntakeParts, "media">,
  file: string,
  { sha256, signal }: { sha256: string; signal: AbortSignal | undefined },
): Promise<Facts> {
  try {
    return await probe(media.tools, file, signal);
  } catch (error) {
    const cause = error instanceof Refusal ? error.cause : undefined;
    if (!(cause instanceof ProgramFailed) || !cause.wasKilled) throw error;
    const counts = stopped.get(media.store) ?? remember<number>({ most: 1000 });
    stopped.set(media.store, counts);
    const times = counts.keep(sha256, (counts.find(sha256) ?? 0) + 1);
    if (times < mostChecks) throw error;
    counts.forget((key) => key === sha256);
    throw new Refusal("bad-input", words.neverChecked(times), { cause });
  }
}

/** Called at a start: drops files that were stored by a process that ended before it could add the row. Their source is still there. */
export async function dropUnfinished({ db, media }: Pick<IntakeParts, "db" | "media">): Promise<void> {
  for (const id of media.unfinished) {
    const row = await db.selectFrom("video").select("id").where("id", "=", id).executeTakeFirst();
    if (!row) await removeFolder(media.store, id);
  }
}

/** The recording of a file that is as it was when its checksum was last read. Nobody has written to it, so it is not read. */
export async function findUnread({ db }: Pick<IntakeParts, "db">, file: Buffer): Promise<string | undefined> {
  const sha256 = await findSeen(db, await lookAtFile(file));
  const known = sha256 === undefined ? undefined : await findTaken(db, sha256);
  return known?.isHere ? known.id : undefined;
}

/** A file that is here already is recognised where it is: nothing is copied. Only one of the same size can be the same. */
async function findInPlace({ db }: IntakeParts, intake: Intake, size: number): Promise<string | undefined> {
  if (intake.isOurs || !(await hasSize(db, size))) return undefined;
  const sha256 = await readChecksum(db, intake);
  await intake.confirm?.();
  const known = await findTaken(db, sha256);
  return known?.isHere ? known.id : undefined;
}

/** Read only once for a file that stays where it is. */
async function readChecksum(db: IntakeParts["db"], intake: Intake): Promise<string> {
  if (!intake.staysThere) return (await hashInPlace(intake)).sha256;
  const seen = await lookAtFile(intake.file);
  const known = await findSeen(db, seen);
  if (known !== undefined) return known;
  const { sha256 } = await hashInPlace(intake);
  // only if nobody has written to it meanwhile
  if ((await lookAtFile(intake.file)).print === seen.print) await rememberSeen(db, seen, sha256);
  return sha256;
}

/** The owner wants new recordings to be hidden, unless whoever adds this one says otherwise. */
function hidesUntilLooked({ config }: IntakeParts, { said }: Intake, examined: Examined): boolean {
  return config.hidesNew && said?.hidden === undefined && wantsLook(examined);
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
