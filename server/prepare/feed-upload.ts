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
import { makeAside, requireRoom, type Store } from "#server/media/store/store.ts";
import type { Parts } from "#server/parts.ts";
import type { Recording } from "#server/library/recording.ts";
import { readHead } from "#server/media/fragments/boxes.ts";
import { requireRecording } from "#server/media/facts/magic.ts";

export type FeedParts = Pick<Parts, "media" | "config" | "log">;

interface Arriving {
  id: string;
  file: string;
  /** The size of the file, and how many bytes have arrived. */
  bytes: number;
  there: number;
}

interface Feed extends Arriving {
  given: number;
  more: PromiseWithResolvers<void>;
  stop: AbortController;
  quiet: NodeJS.Timeout;
  made: Promise<Fed | undefined>;
}

type Tracks = Awaited<ReturnType<typeof copyTracks>>;

interface Fed extends AsyncDisposable {
  plan: CopyPlan;
  sha256: string;
  tracks: Tracks;
}

/** After so long without new bytes, or without use of the result, another upload may have its turn. */
const quietMs = 5 * 60_000;
const longestSeconds = 12 * 3600;
const pieceBytes = 1 << 20;

/** At most one for each store. */
const feeds = new WeakMap<Store, Feed>();

/** The first part of an upload is there, and more of it is to come. */
export function beginFeed(parts: FeedParts, arriving: Arriving): void {
  const { media, log } = parts;
  const { store } = media;
  if (feeds.has(store) || store.shelf.kind !== "disk" || arriving.there >= arriving.bytes) return;
  const feed: Feed = {
    ...arriving,
    given: 0,
    more: Promise.withResolvers(),
    stop: new AbortController(),
    quiet: setTimeout(() => void dropFeed(store), quietMs).unref(),
    made: Promise.resolve(undefined),
  };
  feeds.set(store, feed);
  feed.made = make(parts, feed)
    .catch((error: unknown) => {
      if (!feed.stop.signal.aborted)
        log.info(
          { err: error, upload: feed.id },
          "an upload cannot be prepared while it arrives; it is copied when it is complete",
        );
      return undefined;
    })
    .then((made) => {
      if (!made) forget(store, feed);
      return made;
    });
}

/** More bytes have arrived. Stops if the disk space is needed for the upload itself. */
export async function goOnFeeding(
  { media, config }: FeedParts,
  { id, there }: Pick<Arriving, "id" | "there">,
): Promise<void> {
  const feed = feeds.get(media.store);
  if (feed?.id !== id) return;
  const needed = Math.max(feed.bytes - there, feed.bytes / 2);
  try {
    await requireRoom(media.store.folder, needed, config.leastFreeBytes);
  } catch {
    return dropFeed(media.store, id);
  }
  feed.there = Math.max(feed.there, there);
  feed.quiet.refresh();
  wake(feed);
}

/** The upload was ended or refused; without an id, whichever is running. */
export async function dropFeed(store: Store, id?: string): Promise<void> {
  const feed = feeds.get(store);
  if (!feed || (id !== undefined && feed.id !== id)) return;
  forget(store, feed);
  const made = await feed.made;
  try {
    await made?.[Symbol.asyncDispose]();
  } catch {
    // what cannot be deleted now is deleted at the next start
  }
}

/** What was prepared while this recording arrived, moved to `folder`. */
export async function takeFed(
  store: Store,
  { sha256, bytes }: Pick<Recording, "sha256" | "bytes">,
  { plan, folder }: { plan: CopyPlan; folder: string },
): Promise<Tracks | undefined> {
  const feed = feeds.get(store);
  if (feed?.bytes !== bytes || feed.there !== bytes) return undefined;
  const made = await feed.made;
  if (made?.sha256 !== sha256 || feeds.get(store) !== feed) return undefined;
  forget(store, feed);
  await using fed = made;
  if (!isDeepStrictEqual(fed.plan, plan)) return undefined;
  const move = async (from: string | null) => {
    if (from === null) return null;
    const to = path.join(folder, path.basename(from));
    await rename(from, to);
    return to;
  };
  return { video: await move(fed.tracks.video), audio: await move(fed.tracks.audio) };
}

async function make({ media, config }: FeedParts, feed: Feed): Promise<Fed | undefined> {
  const { store, tools } = media;
  const { signal } = feed.stop;
  if (!(await isStreamable(feed.file, feed.there))) return undefined;
  await requireRoom(store.folder, feed.bytes, config.leastFreeBytes);
  const facts = await probe(tools, feed.file, signal);
  const plan = planCopy(facts);
  // encoding audio fills gaps with silence, which may be hours where the clock of a stream jumps
  if (!plan.video || (plan.audio?.how === "encode" && facts.format.includes("mpegts"))) return undefined;
  await using stack = new AsyncDisposableStack();
  const { folder } = stack.use(await makeAside(store));
  const hash = createHash("sha256");
  const work = { tools, source: "", originSeconds: facts.startSeconds, signal, limitSeconds: longestSeconds };
  const tracks = await copyTracks(work, { plan, folder, input: readArriving(feed, hash) });
  if (feed.given !== feed.bytes) return undefined;
  const aside = stack.move();
  return { plan, sha256: hash.digest("hex"), tracks, [Symbol.asyncDispose]: () => aside.disposeAsync() };
}

async function* readArriving(feed: Feed, hash: Hash): AsyncGenerator<Buffer> {
  await using handle = await open(feed.file);
  while (feed.given < feed.bytes) {
    feed.stop.signal.throwIfAborted();
    const length = Math.min(pieceBytes, feed.there - feed.given);
    if (length === 0) {
      await feed.more.promise;
      continue;
    }
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(length), 0, length, feed.given);
    if (bytesRead === 0) throw new Error("an upload has become shorter");
    const piece = buffer.subarray(0, bytesRead);
    hash.update(piece);
    feed.given += bytesRead;
    yield piece;
  }
}

function wake(feed: Feed): void {
  const { more } = feed;
  feed.more = Promise.withResolvers();
  more.resolve();
}

/** Stops ffmpeg, and the reader that waits for more bytes. */
function forget(store: Store, feed: Feed): void {
  if (feeds.get(store) === feed) feeds.delete(store);
  clearTimeout(feed.quiet);
  feed.stop.abort(new Error("This upload is no longer prepared while it arrives."));
  wake(feed);
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
