// A recording that is here already is read again with the files beside it: what was missing or read wrong is corrected.
// What a person has edited stays as it is.
import { stat } from "node:fs/promises";
import { audiences } from "#server/access/visible.ts";
import type { Trx } from "#server/database/open.ts";
import { findEdited } from "#server/history/log.ts";
import { applyValues } from "#server/library/edit.ts";
import type { Values } from "#server/library/edit-rules.ts";
import { findRecording, listAssets, saveAssets, setFacts, type Asset } from "#server/library/recording.ts";
import { startSetList } from "#server/library/songs/from-chapters.ts";
import { changeLibrary } from "#server/library/version.ts";
import { getVideo } from "#server/library/video.ts";
import type { Facts } from "#server/media/facts/facts.ts";
import { makeScratch } from "#server/media/store/store.ts";
import { addStep } from "#server/prepare/steps.ts";
import { givenOf, keepBrought, replaceBrought } from "./brought.ts";
import { toSaid, type Description } from "./describe-intake.ts";
import { examine, type Surroundings } from "./reading/examine.ts";
import type { Note } from "./reading/read-beside.ts";
import { probeNamed } from "./import/plan.ts";
import { listSongChapters, order, type Decided, type Reason } from "./reading/trust.ts";
import type { IntakeParts } from "./take-in.ts";

interface Again {
  id: string;
  /** The same file again. */
  file: string | Buffer;
  name: string;
  place: string;
  said?: Description;
  surroundings?: Surroundings;
}

type Field = "title" | "date" | "description";

interface Updated {
  changed: (Field | "chapters" | "captions" | "picture" | "chat")[];
  /** Would have been changed, but a person has edited it. */
  edited: Field[];
  notes: Note[];
}

export async function updateTaken(parts: IntakeParts, again: Again): Promise<Updated> {
  const { db, media, clock, config } = parts;
  const { id, file, name, place, said = {}, surroundings = {} } = again;
  const recording = await findRecording(db, id);
  if (!recording) return { changed: [], edited: [], notes: [] };
  const { mtime } = await stat(file);
  // what was added before tags were kept is looked at again
  const facts = recording.facts.tags ? recording.facts : { ...(await probeAgain(parts, file)), ...recording.facts };
  const subject = { ...surroundings, name, changedAt: mtime, facts, said: toSaid(said) };
  const { decided, brought } = await examine(subject, config.timeZone);
  await using scratch = await makeScratch(media.store);
  const assets = (await keepBrought(media.store, { id, folder: scratch.folder }, brought)).filter((asset) =>
    mayReplace(recording.facts, asset),
  );
  const updated = await changeLibrary(db, async (trx): Promise<Omit<Updated, "notes">> => {
    const fields = await correctFields(trx, { id, decided, now: clock.now() });
    const files = await addFiles(trx, { id, assets, now: clock.now() });
    const known = await replaceBrought(trx, { videoId: id, place, decided, brought, now: clock.now(), ...fields });
    if (files.includes("captions")) await setFacts(trx, id, { ...facts, broughtCaptions: brought.captions.length });
    await startSetList(trx, { videoId: id, chapters: listSongChapters(decided), now: clock.now() });
    const hasChapters = known.hasNewChapters ? (["chapters"] as const) : [];
    return { changed: [...fields.changed, ...hasChapters, ...files], edited: fields.edited };
  });
  parts.wake();
  return { ...updated, notes: brought.notes };
}

/** What editors have made of captions and thumbnails stays. */
function mayReplace({ areCaptionsEdited, isPictureChosen, frameSeconds }: Facts, { kind }: Asset): boolean {
  if (kind.startsWith("brought-captions")) return !areCaptionsEdited;
  return kind !== "brought-picture" || !(isPictureChosen || frameSeconds !== undefined);
}

async function probeAgain({ media }: IntakeParts, file: string | Buffer) {
  const { tags = {}, chapters = [] } = await probeNamed(media.tools, file);
  return { tags, chapters };
}

/** Replaces fields by what is at least as trustworthy; a guess replaces only a guess. */
async function correctFields(
  trx: Trx,
  { id, decided, now }: { id: string; decided: Decided; now: Date },
): Promise<{ changed: Field[]; edited: Field[] }> {
  const row = await getVideo(trx, audiences.editors, id);
  const before = await trx.selectFrom("brought").select(["given", "why"]).where("video_id", "=", id).executeTakeFirst();
  const byPerson = before ? new Set<string>() : await findEdited(trx, id);
  const given = givenOf(decided);
  const current = { ...row, add_date: row.add_date.toISOString() };
  const values: Values = {};
  const [changed, edited]: [Field[], Field[]] = [[], []];
  for (const field of ["title", "date", "description"] as const) {
    const columns: readonly (keyof typeof given)[] = columnsOf[field];
    if (columns.every((column) => current[column] === given[column])) continue;
    const reason = decided.why[field];
    const old = before?.why[field] as Reason | undefined;
    if (!reason || !isAsGood(field, reason, old)) continue;
    const isEdited = before
      ? columns.some((column) => (before.given[column] ?? null) !== (current[column] ?? null))
      : byPerson.has(columns[0] ?? "");
    if (isEdited) edited.push(field);
    else {
      changed.push(field);
      Object.assign(values, Object.fromEntries(columns.map((column) => [column, decidedValues(decided)[column]])));
    }
  }
  await applyValues(trx, row, { values, editor: { memberId: null, now } });
  return { changed, edited };
}

const columnsOf = {
  title: ["title"],
  date: ["add_date", "time_missing", "only_known"],
  description: ["description"],
} as const satisfies Record<Field, readonly (keyof Values)[]>;

function decidedValues(decided: Decided) {
  return { ...givenOf(decided), add_date: decided.addDate };
}

function isAsGood(field: Field, reason: Reason, old: Reason | undefined): boolean {
  if (!old) return true;
  if (reason.isGuess && !old.isGuess) return false;
  const rank = ({ source }: Reason) => (order[field] as readonly string[]).indexOf(source);
  return rank(reason) <= rank(old) || (old.isGuess ?? false);
}

type File = "captions" | "picture" | "chat";

/** Returns which kinds of files are new, and adds the steps that use them. */
async function addFiles(
  trx: Trx,
  { id, assets, now }: { id: string; assets: readonly Asset[]; now: Date },
): Promise<File[]> {
  const there = await listAssets(trx, id);
  const added = assets.filter(({ kind, sha256 }) => !there.some((one) => one.kind === kind && one.sha256 === sha256));
  await saveAssets(trx, id, added, now);
  const has = (text: string) => added.some(({ kind }) => kind.startsWith(text));
  const { state } = await getVideo(trx, audiences.editors, id);
  if (state === "published" && has("brought-captions")) await addStep(trx, id, "captions");
  if (state === "published" && has("brought-picture")) await addStep(trx, id, "pictures");
  const kinds: File[] = ["captions", "picture", "chat"];
  return kinds.filter((kind) => has(`brought-${kind}`));
}
