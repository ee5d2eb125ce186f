// Captions and thumbnails before and after a change: which files and facts there were. Files are named by their content and
// kept for a while, so that a change can be undone by naming the old ones again.
import { z } from "zod";
import { audiences } from "#server/access/visible.ts";
import type { Database, Trx } from "#server/database/open.ts";
import { recordChange, type RecordedChange } from "#server/history/log.ts";
import type { Editor } from "#server/library/edit.ts";
import {
  countCaptions,
  dropAssets,
  findRecording,
  listAssets,
  saveAssets,
  setFacts,
} from "#server/library/recording.ts";
import { getVideo } from "#server/library/video.ts";
import type { Facts } from "#server/media/facts/facts.ts";
import { broughtCaptionKinds, captionKinds, kinds, type Kind } from "#server/media/store/kinds.ts";
import { findFile, nameOf } from "#server/media/store/store.ts";
import type { Parts, Within } from "#server/parts.ts";
import { readAgain } from "#server/prepare/fill-search.ts";
import { addStep } from "#server/prepare/steps.ts";
import { Refusal } from "#server/refusal.ts";
import { requirePrepared } from "./require-prepared.ts";
import type { LockedTrx } from "#server/library/version.ts";
import { words } from "./words.ts";

type ExtraKind = "captions" | "thumbnail";

const about = {
  captions: {
    kinds: [...captionKinds, ...broughtCaptionKinds],
    facts: ["captions", "broughtCaptions", "areCaptionsEdited"],
  },
  thumbnail: { kinds: ["brought-picture"], facts: ["frameSeconds", "isPictureChosen"] },
} as const satisfies Record<ExtraKind, { kinds: readonly Kind[]; facts: readonly (keyof Facts)[] }>;

const State = z.object({
  files: z.array(
    z.object({
      kind: z.enum(kinds as [Kind, ...Kind[]]),
      sha256: z.string(),
      bytes: z.number(),
      facts: z.record(z.string(), z.unknown()),
    }),
  ),
  facts: z.record(z.string(), z.unknown()),
});
type State = z.infer<typeof State>;

/** As it is now. */
export async function readState(db: Database, id: string, kind: ExtraKind): Promise<State> {
  const wanted: readonly Kind[] = about[kind].kinds;
  const assets = (await listAssets(db, id)).filter((asset) => wanted.includes(asset.kind));
  const facts: Partial<Facts> = (await findRecording(db, id))?.facts ?? {};
  return {
    files: assets.map(({ kind, sha256, bytes, facts }) => ({ kind, sha256, bytes, facts: { ...facts } })),
    facts: Object.fromEntries(about[kind].facts.map((field) => [field, facts[field] ?? null])),
  };
}

interface Changed {
  id: string;
  kind: ExtraKind;
  /** For people. */
  named: { before: string | null; after: string | null };
  before: State;
}

/** Call it in the transaction that has made the change. Returns the id of the change. */
export async function recordExtra(
  trx: Trx,
  { memberId, now }: Editor,
  { id, kind, named, before }: Changed,
): Promise<string | null> {
  const after = await readState(trx, id, kind);
  return recordChange(trx, {
    ...{ videoId: id, at: now, memberId, kind },
    before: { [kind]: named.before, state: before },
    after: { [kind]: named.after, state: after },
  });
}

/** Returns the id of the new change. */
export async function undoExtra(
  { media, wake, db: trx }: Within<Pick<Parts, "media" | "wake" | "db">, LockedTrx>,
  editor: Editor,
  change: RecordedChange,
): Promise<string | null> {
  const kind: ExtraKind = change.kind === "captions" ? "captions" : "thumbnail";
  const video = await getVideo(trx, audiences.editors, change.video_id);
  const { id } = video;
  await requirePrepared(trx, video, [kind === "captions" ? "captions" : "pictures"]);
  const [old, made] = [State.parse(change.before.state), State.parse(change.after.state)];
  const current = await readState(trx, id, kind);
  if (nameState(current) !== nameState(made)) throw new Refusal("conflict", words.changedSince);
  for (const file of old.files)
    if (!(await findFile(media.store, id, nameOf(file)))) throw new Refusal("conflict", words.noLongerKept);
  const recording = await findRecording(trx, id);
  if (!recording) throw new Refusal("conflict", words.changedSince);
  const facts = Object.entries({ ...recording.facts, ...old.facts }).filter(([, value]) => value !== null);
  await dropAssets(trx, id, about[kind].kinds);
  await saveAssets(trx, id, old.files, editor.now);
  if (kind === "captions") await countCaptions(trx, id);
  await setFacts(trx, id, Object.fromEntries(facts) as unknown as Facts);
  if (kind === "thumbnail") await addStep(trx, id, "pictures");
  else await readAgain(trx, id);
  wake();
  const named = { before: textOf(change.after[kind]), after: textOf(change.before[kind]) };
  return recordExtra(trx, editor, { id, kind, named, before: current });
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** A text to compare states by: which files and facts, in whatever order. */
function nameState({ files, facts }: State): string {
  const names = files.map((file) => `${nameOf(file)} ${JSON.stringify(file.facts)}`).toSorted();
  return JSON.stringify([names, Object.entries(facts).toSorted(([a], [b]) => (a < b ? -1 : 1))]);
}
