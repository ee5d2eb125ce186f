// Editors upload, replace, rename and delete captions. From then on the recording's own text tracks no longer count, and
// preparing it again keeps what the editors have made.
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { CaptionsEdit } from "#contract/extras.ts";
import { audiences } from "#server/access/visible.ts";
import type { Editor } from "#server/library/edit.ts";
import {
  countCaptions,
  dropAssets,
  findRecording,
  listAssets,
  saveAssets,
  setFacts,
  type Asset,
} from "#server/library/recording.ts";
import { indexCaptions, type SpokenLine } from "#server/library/search/index-text.ts";
import { changeLibrary } from "#server/library/version.ts";
import { getVideo } from "#server/library/video.ts";
import { listSpokenApart, rewriteCaptionsApart } from "#server/media/facts/cues.ts";
import { broughtCaptionKinds, captionKinds } from "#server/media/store/kinds.ts";
import { borrowFile, keepFile, makeScratch, nameOf } from "#server/media/store/store.ts";
import type { Parts } from "#server/parts.ts";
import { findOffset } from "#server/prepare/describe-media.ts";
import { Refusal } from "#server/refusal.ts";
import { readLanguage } from "#server/intake/reading/language.ts";
import { requirePrepared } from "./require-prepared.ts";
import { readState, recordExtra } from "./restore.ts";
import { words } from "./words.ts";

type ExtraParts = Pick<Parts, "db" | "media">;

interface Captions {
  language: string | null;
  title: string | null;
  /** WebVTT, as it is served. */
  text: string;
}

/** `slot` counts from 1; the one after the last adds captions. Returns the id of the change, for Undo. */
export async function saveCaptions(
  parts: ExtraParts,
  editor: Editor,
  { id, slot, edit }: { id: string; slot: number; edit: CaptionsEdit },
): Promise<string | null> {
  const language = edit.language ? readLanguage(edit.language) : edit.language;
  if (edit.language && !language)
    throw new Refusal("bad-input", words.brokenLanguage, { fields: [{ field: "language", rule: words.language }] });
  const text = edit.text === undefined ? undefined : await rewriteCaptionsApart(edit.text);
  if (text === "") throw new Refusal("bad-input", words.noCues);
  return changeCaptions(parts, editor, id, (all) => {
    const old = all[slot - 1];
    if (!old && (!text || slot > all.length + 1)) throw new Refusal("not-found", words.noSuchCaptions);
    const named = {
      language: language === undefined ? (old?.language ?? null) : language,
      title: edit.title === undefined ? (old?.title ?? null) : edit.title || null,
      text: text ?? old?.text ?? "",
    };
    return old ? all.with(slot - 1, named) : [...all, named];
  });
}

export async function deleteCaptions(
  parts: ExtraParts,
  editor: Editor,
  { id, slot }: { id: string; slot: number },
): Promise<string | null> {
  // idempotent: what is deleted already is fine
  return changeCaptions(parts, editor, id, (all) => (all[slot - 1] ? all.toSpliced(slot - 1, 1) : all));
}

async function changeCaptions(
  { db, media: { store } }: ExtraParts,
  editor: Editor,
  id: string,
  change: (all: Captions[]) => Captions[],
): Promise<string | null> {
  const row = await getVideo(db, audiences.editors, id);
  await requirePrepared(db, row, ["captions"]);
  const recording = await findRecording(db, id);
  if (!recording) throw new Refusal("conflict", words.changedMeanwhile);
  const assets = await listAssets(db, id);
  const served = captionKinds.flatMap((kind) => assets.find((asset) => asset.kind === kind) ?? []);
  const before: Captions[] = [];
  for (const asset of served) {
    using file = await borrowFile(store, id, { ...asset, name: nameOf(asset) });
    const { language = null, title = null } = asset.facts.captions ?? {};
    before.push({ language, title, text: await readFile(file.file, "utf8") });
  }
  const after = change(before);
  if (after === before) return null;
  if (after.length > captionKinds.length) throw new Refusal("conflict", words.full(captionKinds.length));
  await using scratch = await makeScratch(store);
  const kept: Asset[] = [];
  // what is served counts from the first picture, what is kept to be prepared again from the beginning
  for (const [kinds, offset] of [
    [captionKinds, 0],
    [broughtCaptionKinds, -findOffset(assets)],
  ] as const)
    for (const [index, { language, title, text }] of after.entries()) {
      const kind = kinds[index];
      if (!kind) continue;
      const from = path.join(scratch.folder, kind);
      await writeFile(from, await rewriteCaptionsApart(text, offset));
      kept.push({ kind, ...(await keepFile(store, id, { kind, from })), facts: { captions: { language, title } } });
    }
  const spoken: SpokenLine[] = [];
  for (const { text } of after) spoken.push(...(await listSpokenApart(text)));
  return changeLibrary(db, async (trx) => {
    const now = await listAssets(trx, id);
    const isSame = served.every(({ kind, sha256 }) => now.some((one) => one.kind === kind && one.sha256 === sha256));
    const current = await findRecording(trx, id);
    if (!isSame || !current) throw new Refusal("conflict", words.changedMeanwhile);
    const old = await readState(trx, id, "captions");
    await dropAssets(trx, id, [...captionKinds, ...broughtCaptionKinds]);
    await saveAssets(trx, id, kept, editor.now);
    await countCaptions(trx, id);
    await indexCaptions(trx, id, spoken);
    const facts = { captions: [], broughtCaptions: after.length, areCaptionsEdited: true };
    await setFacts(trx, id, { ...current.facts, ...facts });
    const named = { before: nameAll(before), after: nameAll(after) };
    return recordExtra(trx, editor, { id, kind: "captions", named, before: old });
  });
}

/** For the history. */
function nameAll(captions: readonly Captions[]): string {
  return captions.map(({ language, title }) => title ?? language ?? "?").join(", ");
}
