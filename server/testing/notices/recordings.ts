// Recordings for tests of notices: rows and a thumbnail, made without an encoder.
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { addVideo } from "#server/library/add.ts";
import { publishVideo, setPictures } from "#server/library/prepared.ts";
import { saveAssets } from "#server/library/recording.ts";
import { keepFile, makeScratch } from "#server/media/store/store.ts";
import type { Parts } from "#server/parts.ts";
import { changeLibrary } from "#server/library/version.ts";

export const pictureBytes = Buffer.from("ffd8ffe0 any jpeg ffd9");

interface Wanted {
  title: string;
  hidden?: boolean;
  addDate?: Date;
  level?: string;
  /** False: its thumbnail is not made yet. */
  hasPicture?: boolean;
}

/** As preparing does it: first the row, and in a later transaction it can be watched. */
export async function publishRecording(parts: Parts, wanted: Wanted): Promise<string> {
  const { title, hidden = false, addDate, level = null, hasPicture = true } = wanted;
  const { db, clock } = parts;
  const now = clock.now();
  const id = await changeLibrary(db, (trx) =>
    addVideo(trx, { title, addDate: addDate ?? now, hidden, level, description: "All of it.", memberId: null }, now),
  );
  if (hasPicture) await addPicture(parts, id);
  await changeLibrary(db, (trx) => publishVideo(trx, id, now));
  parts.wake();
  return id;
}

export async function addPicture({ db, clock, media }: Parts, id: string): Promise<void> {
  const now = clock.now();
  await using scratch = await makeScratch(media.store);
  const from = path.join(scratch.folder, "thumbnail.jpg");
  await writeFile(from, pictureBytes);
  const stored = await keepFile(media.store, id, { kind: "thumbnail", from });
  await changeLibrary(db, async (trx) => {
    await saveAssets(trx, id, [{ kind: "thumbnail", ...stored, facts: {} }], now);
    await setPictures(trx, id, { thumbnailHash: stored.sha256.slice(0, 12), dominantColor: null, now });
  });
}
