// Prepares a recording while it is still being uploaded: ffmpeg copies what has arrived into fragments, so that it plays
// soon after its last byte. One upload at a time. On any problem it stops, and the step "first" copies the whole file as
// usual. Nothing of this outlives the process.
import { createHash, type Hash } from "node:crypto";
import { open, rename } from "node:fs/promises";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { CopyPlan } from "#server/media/ffmpeg/copy-arguments.ts";
import { planCopy } from "#server/media/facts/decide.ts";
import { probe } from "#server/media/ffmpeg/probe.ts";
import { copyTracks } from "#server/media/ffmpeg/render.ts";
import { makeScratch, requireSpace, type Store } from "#server/media/store/store.ts";
import type { Parts } from "#server/parts.ts";
import type { Recording } from "#server/library/recording.ts";
import { readHead } from "#server/media/fragments/boxes.ts";
import { requireRecording } from "#server/media/facts/magic.ts";

export type EarlyCopyParts = Pick<Parts, "media" | "config" | "log">;

interface Arriving {
  id: string;
  file: string;
  /** The size of the file, and how many bytes have arrived. */
  bytes: number;
  there: number;
}

interface EarlyCopy extends Arriving {
  given: number;
  more: PromiseWithResolvers<void>;
  stop: AbortController;
  quiet: NodeJS.Timeout;
  made: Promise<Copied | undefined>;
}

type Tracks = Awaited<ReturnType<typeof copyTracks>>;

interface Copied extends AsyncDisposable {
  plan: CopyPlan;
  sha256: string;
  tracks: Tracks;
}

/** After so long without new bytes, or without use of the result, another upload may have its turn. */
const quietMs = 5 * 60_000;
const longestSeconds = 12 * 3600;
const pieceBytes = 1 << 20;

/** The one early copy of each store. */
const copies = new WeakMap<Store, EarlyCopy>();

/** The first part of an upload is there, and more of it is to come. */
export function beginEarlyCopy(parts: EarlyCopyParts, arriving: Arriving): void {
  const { media, log } = parts;
  const { store } = media;
  if (copies.has(store) || store.backend.kind !== "disk" || arriving.there >= arriving.bytes) return;
  const copy: EarlyCopy = {
    ...arriving,
    given: 0,
    more: Promise.withResolvers(),
    stop: new AbortController(),
    quiet: setTimeout(() => void dropEarlyCopy(store), quietMs).unref(),
    made: Promise.resolve(undefined),
  };
  copies.set(store, copy);
  copy.made = make(parts, copy)
    .catch((error: unknown) => {
      if (!copy.stop.signal.aborted)
        log.info(
          { err: error, upload: copy.id },
          "an upload cannot be prepared while it arrives; it is copied when it is complete",
        );
      return undefined;
    })
    .then((made) => {
      if (!made) forget(store, copy);
      return made;
    });
}

/** More bytes have arrived. Stops if the disk space is needed for the upload itself. */
export async function continueEarlyCopy(
  { media, config }: EarlyCopyParts,
  { id, there }: Pick<Arriving, "id" | "there">,
): Promise<void> {
  const copy = copies.get(media.store);
  if (copy?.id !== id) return;
  const needed = Math.max(copy.bytes - there, copy.bytes / 2);
  try {
    await requireSpace(media.store.folder, needed, config.leastFreeBytes);
  } catch {
    return dropEarlyCopy(media.store, id);
  }
  copy.there = Math.max(copy.there, there);
  copy.quiet.refresh();
  wake(copy);
}

/** The upload was ended or refused; without an id, whichever is running. */
export async function dropEarlyCopy(store: Store, id?: string): Promise<void> {
  const copy = copies.get(store);
  if (!copy || (id !== undefined && copy.id !== id)) return;
  forget(store, copy);
  const made = await copy.made;
  try {
    await made?.[Symbol.asyncDispose]();
  } catch {
    // what cannot be deleted now is deleted at the next start
  }
}

/** What was prepared while this recording arrived, moved to `folder`. */
export async function takeEarlyCopy(
  store: Store,
  { sha256, bytes }: Pick<Recording, "sha256" | "bytes">,
  { plan, folder }: { plan: CopyPlan; folder: string },
): Promise<Tracks | undefined> {
  const copy = copies.get(store);
  if (copy?.bytes !== bytes || copy.there !== bytes) return undefined;
  const made = await copy.made;
  if (made?.sha256 !== sha256 || copies.get(store) !== copy) return undefined;
  forget(store, copy);
  await using copied = made;
  if (!isDeepStrictEqual(copied.plan, plan)) return undefined;
  const move = async (from: string | null) => {
    if (from === null) return null;
    const to = path.join(folder, path.basename(from));
    await rename(from, to);
    return to;
  };
  return { video: await move(copied.tracks.video), audio: await move(copied.tracks.audio) };
}

async function make({ media, config }: EarlyCopyParts, copy: EarlyCopy): Promise<Copied | undefined> {
  const { store, tools } = media;
  const { signal } = copy.stop;
  if (!(await isStreamable(copy.file, copy.there))) return undefined;
  await requireSpace(store.folder, copy.bytes, config.leastFreeBytes);
  const facts = await probe(tools, copy.file, signal);
  const plan = planCopy(facts);
  // encoding audio fills gaps with silence, which may be hours where the clock of a stream jumps
  if (!plan.video || (plan.audio?.how === "encode" && facts.format.includes("mpegts"))) return undefined;
  await using stack = new AsyncDisposableStack();
  const { folder } = stack.use(await makeScratch(store));
  const hash = createHash("sha256");
  const work = { tools, source: "", originSeconds: facts.startSeconds, signal, limitSeconds: longestSeconds };
  const tracks = await copyTracks(work, { plan, folder, input: readArriving(copy, hash) });
  if (copy.given !== copy.bytes) return undefined;
  const scratch = stack.move();
  return { plan, sha256: hash.digest("hex"), tracks, [Symbol.asyncDispose]: () => scratch.disposeAsync() };
}

async function* readArriving(copy: EarlyCopy, hash: Hash): AsyncGenerator<Buffer> {
  await using handle = await open(copy.file);
  while (copy.given < copy.bytes) {
    copy.stop.signal.throwIfAborted();
    const length = Math.min(pieceBytes, copy.there - copy.given);
    if (length === 0) {
      await copy.more.promise;
      continue;
    }
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(length), 0, length, copy.given);
    if (bytesRead === 0) throw new Error("an upload has become shorter");
    const piece = buffer.subarray(0, bytesRead);
    hash.update(piece);
    copy.given += bytesRead;
    yield piece;
  }
}

function wake(copy: EarlyCopy): void {
  const { more } = copy;
  copy.more = Promise.withResolvers();
  more.resolve();
}

/** Stops ffmpeg, and the reader that waits for more bytes. */
function forget(store: Store, copy: EarlyCopy): void {
  if (copies.get(store) === copy) copies.delete(store);
  clearTimeout(copy.quiet);
  copy.stop.abort(new Error("This upload is no longer prepared while it arrives."));
  wake(copy);
}

// Tells from the first part of a file whether it can be read from start to end while it is still arriving.

const mostBoxes = 16;

/** `there` is how many of its bytes have arrived. */
async function isStreamable(file: string, there: number): Promise<boolean> {
  const container = await requireRecording(file);
  if (container !== "mp4") return container === "mpegts" || container === "matroska";
  await using handle = await open(file);
  // its index has to lie before what it speaks of, and all of it here
  for (let at = 0, boxes = 0; boxes < mostBoxes; boxes += 1) {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(16), 0, 16, at);
    const head = readHead(buffer.subarray(0, bytesRead));
    if (!head || head.size < head.headSize || head.type === "mdat") return false;
    at += head.size;
    if (head.type === "moov") return at <= there;
  }
  return false;
}
