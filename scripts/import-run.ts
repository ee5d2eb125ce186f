// The two ways through a list of files: look at each and print a table, or add each and say how far it is.
import type { BigIntStats } from "node:fs";
import { access, constants, lstat, realpath, unlink } from "node:fs/promises";
import { userInfo } from "node:os";
import type { Description } from "#server/intake/describe-intake.ts";
import { FileChanged, requireUnchanged } from "#server/intake/incoming/file-print.ts";
import { readName } from "#server/intake/folder/byte-name.ts";
import type { FoundRecording } from "#server/intake/folder/walk.ts";
import { estimateCost, listComing } from "#server/intake/import/cost.ts";
import { putCopiesLast } from "#server/intake/import/copies.ts";
import { planOne, sayReason, sayTitleReason, type Planned } from "#server/intake/import/plan.ts";
import { describeCells, readCorrection, sayLength, type Correction } from "#server/intake/import/report.ts";
import { wantsLook } from "#server/intake/brought.ts";
import type { Note } from "#server/intake/reading/read-beside.ts";
import { findUnread, takeIn, type IntakeParts } from "#server/intake/take-in.ts";
import { updateTaken } from "#server/intake/update.ts";
import type { Config } from "#server/config.ts";
import { Refusal } from "#server/refusal.ts";
import { bar, done, show, speed } from "./progress.ts";
import { words } from "./words.ts";

type PlanParts = Parameters<typeof planOne>[0];
type PrintParts = PlanParts & Pick<Config, "smallerSizes" | "hidesNew">;

interface Corrected {
  said: Description;
  corrections: ReadonlyMap<string, Correction> | undefined;
}

export async function printPlan(
  parts: PrintParts,
  recordings: readonly FoundRecording[],
  { said, corrections }: Corrected,
): Promise<Planned[]> {
  const plans: Planned[] = [];
  const ordered = await putCopiesLast(recordings);
  for (const [index, recording] of ordered.recordings.entries()) {
    show(`[${index + 1}/${recordings.length}] ${recording.place}`);
    const corrected = await correct(parts, recording, { said, corrections });
    const plan = await planOne(parts, { ...recording, original: ordered.likelyCopies.get(recording) }, corrected);
    plans.push(plan);
    done(describePlan(plan, { zone: parts.zone, isHeld: parts.hidesNew && corrected.hidden === undefined }));
  }
  const count = (state: Planned["state"]) => plans.filter((plan) => plan.state === state).length;
  console.log(words.planned(count("new"), count("known"), count("refused")));
  if (count("new") > 0) console.log(words.cost(estimateCost(listComing(plans, parts.smallerSizes))));
  return plans;
}

/** What the command line says, and what was corrected in the table. */
async function correct(
  parts: PlanParts,
  recording: FoundRecording,
  { said, corrections }: Corrected,
): Promise<Description> {
  const row = corrections?.get(recording.place);
  if (!row) return said;
  const { zone } = parts;
  const read = describeCells(await planOne({ ...parts, db: undefined }, recording, {}), zone);
  return { ...readCorrection(row, read, { place: recording.place, zone }), ...said };
}

/** What members will see of it, and where each comes from. */
function describePlan(plan: Planned, { zone, isHeld }: { zone: string; isHeld: boolean }): string {
  const { place, examined, durationSeconds, captions, missing, state, sentence } = plan;
  if (!examined) return `${place}\n    ${sentence}`;
  const { decided, brought } = examined;
  const { chapters, why } = decided;
  const { title, date } = describeCells(plan, zone);
  const lines = [
    words.planTitle(title, sayTitleReason(why.title)),
    words.planDate(date, sayReason(why.date)),
    words.planRest({ length: sayLength(durationSeconds), captions, chapters: chapters.length, missing }),
    ...(state === "known" ? [sentence] : []),
    ...(decided.hidden ? [words.planHidden] : isHeld && wantsLook(examined) ? [words.planHeld] : []),
    ...brought.notes.map((note) => note.sentence),
  ];
  return [place, ...lines.map((one) => `    ${one}`)].join("\n");
}

interface How extends Corrected {
  update: boolean;
  move: boolean;
  mayLink: boolean;
  /** The value of the settings, if not given. */
  level?: string | null | undefined;
}

/** Returns whether everything is in the archive now. */
export async function runImport(parts: IntakeParts, recordings: readonly FoundRecording[], how: How): Promise<boolean> {
  const counts = { taken: 0, known: 0, refused: 0 };
  const { recordings: ordered } = await putCopiesLast(recordings);
  const track = await trackAll(ordered);
  const moved = new Map<string, Seen[]>();
  for (const [index, recording] of ordered.entries()) {
    const label = `[${index + 1}/${recordings.length}] ${recording.place}`;
    try {
      const { isNew, sentences, seen } = await importOne(parts, recording, { how, onBytes: track.begin(label, index) });
      counts[isNew ? "taken" : "known"] += 1;
      done([`${label}  ${sentences[0]}`, ...sentences.slice(1).map((one) => `    ${one}`)].join("\n"));
      if (how.move) moved.set(recording.place, seen);
    } catch (error) {
      if (!isOfFile(error)) throw error;
      counts.refused += 1;
      done(`${label}  ${words.refused(explain(error))}`);
      // a full disk is full for the next file, too
      if (error instanceof Refusal && (error.code === "no-room" || error.code === "busy")) break;
    }
  }
  await deleteMoved(recordings, moved);
  console.log(words.imported(counts.taken, counts.known, counts.refused));
  if (counts.taken > 0) console.log(words.preparedNext);
  return counts.taken + counts.known === recordings.length;
}

const unreadable = ["ENOENT", "EACCES", "EPERM", "EIO", "EISDIR"];

function isOfFile(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return error instanceof Refusal || error instanceof FileChanged || unreadable.includes(code ?? "");
}

function explain(error: unknown): string {
  if (error instanceof Refusal) return error.message;
  return error instanceof FileChanged ? words.stillWritten : words.cannotRead(userInfo().username);
}

interface Seen {
  path: Buffer;
  stats: BigIntStats;
}

async function importOne(
  parts: IntakeParts,
  { file, place, sidecars, surroundings }: FoundRecording,
  { how, onBytes }: { how: How; onBytes: (bytes: number) => void },
): Promise<{ isNew: boolean; sentences: string[]; seen: Seen[] }> {
  const target = await lookAt(file.path);
  // looking for programs that write to it takes longer than all else
  const unread = how.move || how.update ? undefined : await findUnread(parts, target.path);
  if (unread !== undefined) return { isNew: false, sentences: [words.wasThere(unread)], seen: [target] };
  const beside = await Promise.all(sidecars.map((one) => lookAt(one.path)));
  const confirm = () => requireUnchanged([target, ...beside]);
  await confirm();
  const planning = { tools: parts.media.tools, db: undefined, zone: parts.config.timeZone };
  const said = await correct(planning, { file, place, sidecars, surroundings }, how);
  const intake = { file: target.path, name: readName(file.name), place, said, surroundings };
  const taken = await takeIn(parts, {
    ...intake,
    memberId: null,
    confirm,
    onBytes,
    mayLink: how.mayLink,
    ...(how.level !== undefined && { level: how.level }),
    staysThere: !how.move,
    isOld: true,
  });
  const isAgain = !taken.isNew && how.update;
  const updated = isAgain ? await updateTaken(parts, { ...intake, id: taken.id }) : undefined;
  const notes = updated?.notes ?? taken.notes;
  const first = taken.isNew ? words.added(taken.id) : words.wasThere(taken.id);
  const changes = updated ? [words.updated(updated.changed, updated.edited)] : [];
  const kept = beside.filter((_, index) => !isUnread(notes, sidecars[index]?.path));
  return {
    isNew: taken.isNew,
    sentences: [first, ...changes, ...notes.map(({ sentence }) => sentence)],
    // what was not read stays where it is
    seen: [target, ...(taken.isNew || updated ? kept : [])],
  };
}

function isUnread(notes: readonly Note[], file: Buffer | undefined): boolean {
  return notes.some(({ path }) => file !== undefined && Buffer.from(path).equals(file));
}

/** Where it really is: what was named may be a link to it. */
async function lookAt(file: Buffer): Promise<Seen> {
  try {
    const path = await realpath(file, { encoding: "buffer" });
    await access(path, constants.R_OK);
    return { path, stats: await lstat(path, { bigint: true }) };
  } catch (cause) {
    throw new Refusal("bad-input", words.cannotRead(userInfo().username), { cause });
  }
}

/** Only what is in the archive and unchanged since. A file beside several recordings goes with the last of them. */
async function deleteMoved(
  recordings: readonly FoundRecording[],
  moved: ReadonlyMap<string, readonly Seen[]>,
): Promise<void> {
  const left = recordings.filter(({ place }) => !moved.has(place));
  const needed = new Set(left.flatMap(({ sidecars }) => sidecars.map(({ path }) => path.toString("latin1"))));
  const gone = new Set<string>();
  for (const seen of [...moved.values()].flat()) {
    const key = seen.path.toString("latin1");
    if (needed.has(key) || gone.has(key)) continue;
    gone.add(key);
    try {
      await requireUnchanged([seen]);
      await unlink(seen.path);
    } catch (error) {
      if (!isOfFile(error)) throw error;
      console.log(words.notDeleted(seen.path.toString()));
    }
  }
}

/** How far all of it is, how fast, and how long it will take. */
async function trackAll(recordings: readonly FoundRecording[]) {
  const sizes = await Promise.all(
    recordings.map(({ file }) =>
      lstat(file.path).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  const all = sizes.reduce((sum, size) => sum + size, 0);
  const began = performance.now();
  let shownAt = 0;
  return {
    begin(label: string, index: number) {
      const before = sizes.slice(0, index).reduce((sum, size) => sum + size, 0);
      return (bytes: number) => {
        const now = performance.now();
        if (now - shownAt < 100) return;
        shownAt = now;
        const doneBytes = Math.min(all, before + bytes);
        const leftSeconds = ((now - began) / 1000 / Math.max(1, doneBytes)) * (all - doneBytes);
        show(
          `${label}  ${bar(all > 0 ? doneBytes / all : 1)}  ${speed(doneBytes, now - began)}, ${words.left(leftSeconds)}`,
        );
      };
    },
  };
}
