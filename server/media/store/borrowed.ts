// Copies of a bucket's files on this machine, for programs that need a file: brought once, checked, shared while they are
// in use, and kept until others need the room.
import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, rename, rm, statfs } from "node:fs/promises";
import path from "node:path";
import { scratchName } from "./scratch.ts";
import type { Borrowed, StoredFile } from "./backend.ts";

interface BorrowedFiles extends AsyncDisposable {
  borrow(
    key: string,
    stored: StoredFile,
    how: { fetch(signal: AbortSignal): AsyncIterable<Buffer>; signal?: AbortSignal | undefined },
  ): Promise<Borrowed>;
  /** A local file that is in the bucket now: it need not be brought back. */
  adopt(key: string, from: string, stored: StoredFile): Promise<void>;
  /** Copies whose keys begin so are not lent any more. */
  forget(prefix: string): void;
}

interface Entry {
  file: string;
  ready: Promise<void>;
  bytes: number;
  users: number;
  stop: AbortController;
}

interface Limits {
  /** Limits of the copies that nobody uses. */
  mostBytes: number;
  mostFiles: number;
}

export function openBorrowed(
  folder: string,
  limits: Limits = { mostBytes: 20 * 2 ** 30, mostFiles: 500 },
): BorrowedFiles {
  // named after this process, like every scratch folder: what a dead process left is deleted
  const own = path.join(folder, "aside", scratchName(`borrowed-${randomUUID()}`));
  // in the order of their last use
  const entries = new Map<string, Entry>();
  const drop = (key: string, { file, stop }: Entry) => {
    if (entries.get(key)?.file === file) entries.delete(key);
    stop.abort();
    void rm(file, { force: true });
  };
  const makeSpace = async (wanted: number) => {
    const unused = () => [...entries].filter(([, { users }]) => users === 0);
    let total = unused().reduce((sum, [, { bytes }]) => sum + bytes, 0);
    for (const [key, entry] of unused()) {
      const { bavail, blocks, bsize } = await statfs(own);
      const isTight = bavail * bsize < wanted * 2.5 + blocks * bsize * 0.1;
      if (total <= limits.mostBytes && entries.size <= limits.mostFiles && !isTight) return;
      if (entry.users > 0) continue;
      total -= entry.bytes;
      drop(key, entry);
    }
  };
  const add = (key: string, bytes: number): Entry => {
    const entry = {
      file: path.join(own, randomUUID()),
      ready: Promise.resolve(),
      bytes,
      users: 0,
      stop: new AbortController(),
    };
    entries.set(key, entry);
    return entry;
  };

  return {
    async borrow(key, stored, { fetch, signal }) {
      signal?.throwIfAborted();
      let entry = entries.get(key);
      if (!entry) {
        const made = add(key, stored.bytes);
        made.ready = mkdir(own, { recursive: true })
          .then(() => makeSpace(stored.bytes))
          .then(() => bring(fetch(made.stop.signal), made.file, stored));
        made.ready.catch(() => entries.get(key) === made && drop(key, made));
        entry = made;
      }
      const using = entry;
      entries.delete(key);
      entries.set(key, using);
      using.users += 1;
      let isBorrowed = true;
      const giveBack = () => {
        if (isBorrowed) using.users -= 1;
        isBorrowed = false;
      };
      const leave = () => {
        giveBack();
        // nobody waits for it any more
        if (using.users === 0) drop(key, using);
      };
      signal?.addEventListener("abort", leave, { once: true });
      try {
        await using.ready;
        signal?.throwIfAborted();
        return { file: using.file, [Symbol.dispose]: giveBack };
      } catch (error) {
        giveBack();
        throw error;
      } finally {
        signal?.removeEventListener("abort", leave);
      }
    },
    async adopt(key, from, { bytes }) {
      await mkdir(own, { recursive: true });
      const known = entries.get(key);
      if (known) return rm(from, { force: true });
      const entry = add(key, bytes);
      entry.ready = rename(from, entry.file);
      await entry.ready;
      await makeSpace(0);
    },
    forget(prefix) {
      for (const [key, entry] of entries) if (key.startsWith(prefix) && entry.users === 0) drop(key, entry);
    },
    async [Symbol.asyncDispose]() {
      for (const { stop } of entries.values()) stop.abort();
      await Promise.allSettled([...entries.values()].map(({ ready }) => ready));
      entries.clear();
      await rm(own, { recursive: true, force: true });
    },
  };
}

async function bring(pieces: AsyncIterable<Buffer>, to: string, { sha256, bytes }: StoredFile): Promise<void> {
  const hash = createHash("sha256");
  let written = 0;
  await using file = await open(to, "w");
  for await (const piece of pieces) {
    hash.update(piece);
    await file.writeFile(piece);
    written += piece.length;
  }
  if (written !== bytes || hash.digest("hex") !== sha256)
    throw new Error("a file in the bucket is damaged: its checksum is not the one it was put there with");
}
