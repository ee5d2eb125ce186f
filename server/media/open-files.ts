// Files kept open while they are wanted: what is served never changes, so a descriptor stays good until others need the room.
import { close, open } from "node:fs";
import { promisify } from "node:util";

const openFile = promisify(open);
const closeFile = promisify(close);

export interface OpenFile extends Disposable {
  readonly fd: number;
}

export interface OpenFiles extends AsyncDisposable {
  /** Dispose of it when done; it is closed later. */
  borrow(file: string): Promise<OpenFile>;
}

interface Entry {
  fd: Promise<number>;
  users: number;
}

export function openFiles(atMost = 512): OpenFiles {
  // in the order of their last use
  const entries = new Map<string, Entry>();

  const evict = () => {
    for (const [file, entry] of entries) {
      if (entries.size <= atMost) return;
      if (entry.users > 0) continue;
      entries.delete(file);
      void entry.fd.then(closeFile, () => undefined);
    }
  };
  return {
    async borrow(file) {
      const entry = entries.get(file) ?? { fd: openFile(file, "r"), users: 0 };
      entries.delete(file);
      entries.set(file, entry);
      entry.users += 1;
      evict();
      let isBorrowed = true;
      const giveBack = () => {
        if (isBorrowed) entry.users -= 1;
        isBorrowed = false;
      };
      try {
        return { fd: await entry.fd, [Symbol.dispose]: giveBack };
      } catch (error) {
        giveBack();
        if (entries.get(file) === entry) entries.delete(file);
        throw error;
      }
    },
    async [Symbol.asyncDispose]() {
      const fds = await Promise.allSettled([...entries.values()].map(({ fd }) => fd));
      entries.clear();
      const opened = fds.filter((result) => result.status === "fulfilled");
      await Promise.all(opened.map(({ value }) => closeFile(value)));
    },
  };
}
