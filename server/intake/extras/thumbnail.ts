// Editors choose a frame of the recording as its thumbnail, or upload a picture. The picture is made by the step of preparing
// that makes all pictures, in its sandbox.
import { writeFile } from "node:fs/promises";
import path from "node:path";
import type { ThumbnailChoice } from "#contract/extras.ts";
import { audiences } from "#server/access/visible.ts";
import type { Editor } from "#server/library/edit.ts";
import { dropAssets, findRecording, saveAssets, setFacts, type Asset } from "#server/library/recording.ts";
import { changeLibrary } from "#server/library/version.ts";
import { getVideo } from "#server/library/video.ts";
import type { Facts } from "#server/media/facts/facts.ts";
import { keepFile, makeScratch } from "#server/media/store/store.ts";
import type { Parts } from "#server/parts.ts";
import { addStep } from "#server/prepare/steps.ts";
import { Refusal } from "#server/refusal.ts";
import { isUnusableSize, readPictureSize } from "#server/media/facts/picture-size.ts";
import { requirePrepared } from "./require-prepared.ts";
import { readState, recordExtra } from "./restore.ts";
import { words } from "./words.ts";

type ExtraParts = Pick<Parts, "db" | "media" | "wake">;

const mostBytes = 10 * 2 ** 20;
const kind = "brought-picture";

/** Null: the archive chooses again. Returns the id of the change, for Undo. */
export async function setThumbnail(
  parts: ExtraParts,
  editor: Editor,
  { id, choice }: { id: string; choice: ThumbnailChoice | null },
): Promise<string | null> {
  const { db, media, wake } = parts;
  await requirePrepared(db, await getVideo(db, audiences.editors, id), ["pictures"]);
  const picture = choice && "picture" in choice ? requirePicture(Buffer.from(choice.picture, "base64")) : undefined;
  await using scratch = await makeScratch(media.store);
  const kept: Asset[] = [];
  if (picture) {
    const from = path.join(scratch.folder, kind);
    await writeFile(from, picture);
    kept.push({ kind, ...(await keepFile(media.store, id, { kind, from })), facts: {} });
  }
  const change = await changeLibrary(db, async (trx) => {
    await getVideo(trx, audiences.editors, id);
    const recording = await findRecording(trx, id);
    const seconds = choice && "seconds" in choice ? choice.seconds : undefined;
    if (!recording || (seconds !== undefined && !recording.facts.video)) throw new Refusal("conflict", words.noFrame);
    const before = await readState(trx, id, "thumbnail");
    const { frameSeconds, isPictureChosen, ...facts } = recording.facts;
    if (choice === null && isPictureChosen) await dropAssets(trx, id, [kind]);
    await saveAssets(trx, id, kept, editor.now);
    const chosen: Partial<Facts> = {
      ...(seconds !== undefined && { frameSeconds: seconds }),
      ...((picture ?? (choice !== null && isPictureChosen)) && { isPictureChosen: true }),
    };
    await setFacts(trx, id, { ...facts, ...chosen });
    await addStep(trx, id, "pictures");
    const named = {
      before: describe({ seconds: frameSeconds, isUploaded: isPictureChosen ?? false }),
      after: describe({ seconds, isUploaded: picture !== undefined }),
    };
    return recordExtra(trx, editor, { id, kind: "thumbnail", named, before });
  });
  wake();
  return change;
}

/** For the history. */
function describe({ seconds, isUploaded }: { seconds: number | undefined; isUploaded: boolean }): string {
  return seconds === undefined ? (isUploaded ? words.uploaded : words.chosenByArchive) : words.frameAt(seconds);
}

function requirePicture(bytes: Buffer): Buffer {
  const size = readPictureSize(bytes);
  if (!size) throw new Refusal("bad-input", words.picture);
  if (isUnusableSize(size) || bytes.length > mostBytes) throw new Refusal("bad-input", words.pictureSize);
  return bytes;
}
