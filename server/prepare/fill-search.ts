// Makes what is searched complete: recordings from before there was search, or that came from another database.
import { readFile } from "node:fs/promises";
import type { Database, Trx } from "#server/database/open.ts";
import {
  indexCaptions,
  listUnread,
  markRead,
  readDescription,
  type SpokenLine,
} from "#server/library/search/index-text.ts";
import { listAssets, type Asset } from "#server/library/recording.ts";
import { changeUnlisted } from "#server/library/version.ts";
import { listSpokenApart } from "#server/media/facts/cues.ts";
import { captionKinds, type Kind } from "#server/media/store/kinds.ts";
import { borrowFile, nameOf, requireMounted } from "#server/media/store/store.ts";
import type { Parts } from "#server/parts.ts";
import { addJob } from "#server/queue/queue.ts";

export const searchJob = "fill-search";
const atOnce = 50;

type FillParts = Pick<Parts, "db" | "media" | "log">;

/** Called regularly: adds a job while something is left to read. */
export async function addSearchWork({ db }: Pick<Parts, "db">): Promise<void> {
  if ((await listUnread(db, 1)).length > 0)
    await addJob(db, { kind: searchJob, key: "round", payload: {}, priority: -10 });
}

/** Its captions are others now; until they are read, nothing is found in them. */
export async function readAgain(trx: Trx, videoId: string): Promise<void> {
  await indexCaptions(trx, videoId, []);
  await markRead(trx, videoId, false);
  await addSearchWork({ db: trx });
}

export async function fillSearch(parts: FillParts, signal?: AbortSignal): Promise<void> {
  await requireMounted(parts.media.store);
  for (;;) {
    const unread = await listUnread(parts.db, atOnce);
    if (unread.length === 0) return;
    for (const id of unread) {
      signal?.throwIfAborted();
      await readOne(parts, id, signal);
    }
  }
}

/** Leaves it unread when its captions were changed meanwhile. */
async function readOne({ db, media, log }: FillParts, id: string, signal?: AbortSignal): Promise<void> {
  const before = await listCaptions(db, id);
  const borrow = (asset: Asset) =>
    borrowFile(media.store, id, { ...asset, name: nameOf(asset), ...(signal && { signal }) });
  const lines = await readSpoken(before, borrow).catch((error: unknown) => {
    // unreadable files are found by verify
    signal?.throwIfAborted();
    log.warn({ err: error, video: id }, "captions could not be read for search");
    return [];
  });
  await changeUnlisted(db, async (trx) => {
    const now = await listCaptions(trx, id);
    if (now.map(nameOf).join() !== before.map(nameOf).join()) return;
    await readDescription(trx, id);
    await indexCaptions(trx, id, lines);
    await markRead(trx, id);
  });
}

async function listCaptions(db: Database, id: string): Promise<Asset[]> {
  const kinds: readonly Kind[] = captionKinds;
  return (await listAssets(db, id)).filter(({ kind }) => kinds.includes(kind));
}

/** What files of captions say, language by language. */
export async function readSpoken(
  assets: readonly Asset[],
  borrow: (asset: Asset) => Promise<{ file: string } & Disposable>,
): Promise<SpokenLine[]> {
  const lines: SpokenLine[] = [];
  for (const asset of assets) {
    using borrowed = await borrow(asset);
    lines.push(...(await listSpokenApart(await readFile(borrowed.file, "utf8"))));
  }
  return lines;
}
