// Files kept open while they are wanted: what is served never changes, so a descriptor stays good until others need the
// room, nobody asked for a while, or the file is deleted: an open one would keep its place on the disk.
import { close, open } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";

const openFile = promisify(open);
const closeFile = promisify(close);

interface OpenFile extends Disposable {
  readonly fd: number;
}

interface OpenFiles extends AsyncDisposable {
  /** Dispose of it when done; it is closed later. */
  borrow(file: string): Promise<OpenFile>;
  /** This file, or everything in this folder: closed now, and what is borrowed as soon as it is given back. */
  forget(place: string): Promise<void>;
}

interface Entry {
  fd: Promise<number>;
  users: number;
  usedAt: number;
  isForgotten: boolean;
}

export function openFiles({ atMost = 512, idleMs = 60_000 } = {}): OpenFiles {
  // in the order of their last use
  const entries = new Map<string, Entry>();

  const drop = async (file: string, entry: Entry) => {
    if (entries.get(file) === entry) entries.delete(file);
    entry.isForgotten = true;
    if (entry.users === 0) await entry.fd.then(closeFile, () => undefined);
  };
  const evict = () => {
    for (const [file, entry] of entries) {
      if (entries.size <= atMost) return;
      if (entry.users === 0) void drop(file, entry);
    }
  };
  const expire = () => {
    const since = performance.now() - idleMs;
    for (const [file, entry] of entries) if (entry.users === 0 && entry.usedAt < since) void drop(file, entry);
  };
  const expiring = setInterval(expire, idleMs);
  expiring.unref();
  return {
    async borrow(file) {
      const entry = entries.get(file) ?? { fd: openFile(file, "r"), users: 0, usedAt: 0, isForgotten: false };
      entries.delete(file);
      entries.set(file, entry);
      entry.users += 1;
      evict();
      let isBorrowed = true;
      const giveBack = () => {
        if (!isBorrowed) return;
        isBorrowed = false;
        entry.users -= 1;
        entry.usedAt = performance.now();
        if (entry.isForgotten) void drop(file, entry);
      };
      try {
        return { fd: await entry.fd, [Symbol.dispose]: giveBack };
      } catch (error) {
        giveBack();
        if (entries.get(file) === entry) entries.delete(file);
        throw error;
      }
    },
    async forget(place) {
      const gone = [...entries].filter(([file]) => file === place || file.startsWith(place + path.sep));
      await Promise.all(gone.map(([file, entry]) => drop(file, entry)));
    },
    async [Symbol.asyncDispose]() {
      clearInterval(expiring);
      const fds = await Promise.allSettled([...entries.values()].map(({ fd }) => fd));
      entries.clear();
      const opened = fds.filter((result) => result.status === "fulfilled");
      await Promise.all(opened.map(({ value }) => closeFile(value)));
    },
  };
}
