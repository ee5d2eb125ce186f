// A store's files in a folder of this machine. A file is written to a scratch folder in the same volume, forced to the disk, and renamed
// when it is whole: there is no half a file.
import { createReadStream, existsSync, read } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { openFiles } from "#server/media/store/sending/open-files.ts";
import { sendBytes } from "#server/media/store/sending/send.ts";
import type { Found, Listed, Opened, Backend, Slice } from "./backend.ts";
import { words } from "./words.ts";
import { promisify } from "node:util";
import { remember } from "#server/remember.ts";

export function openDisk(folder: string): Backend {
  const files = openFiles();
  const heads = rememberHeads();
  const place = (key: string) => path.join(folder, ...key.split("/"));
  const forget = async (key: string) => {
    heads.forget(place(key));
    await files.forget(place(key));
  };
  const remove = async (key: string) => {
    await drop(place(key));
    await forget(key);
  };
  return {
    kind: "disk",
    place: words.folder(folder),
    sayTrouble: () => words.folderAway(folder),
    async put(key, from) {
      await keep(from, place(key));
      // the same again where it was damaged: what is remembered may be of the other
      await forget(key);
    },
    find: (key) => look(place(key)),
    async borrow(key, { bytes }) {
      const file = place(key);
      if ((await look(file))?.bytes !== bytes) throw new Error(`${key} is missing or not whole`);
      return { file, [Symbol.dispose]: () => {} };
    },
    async open(key, { from, to }) {
      const file = place(key);
      const known = to <= headBytes ? heads.find(file) : undefined;
      if (known) return openHead(known, { from, to });
      const opened = await files.borrow(file);
      if (to <= headBytes) {
        using _ = opened;
        return openHead(await heads.read(file, opened.fd), { from, to });
      }
      return {
        send: (target) => sendBytes(target, opened.fd, { from, to }),
        read: () => (from < to ? createReadStream(file, { start: from, end: to - 1 }) : Readable.from([])),
        [Symbol.dispose]: () => opened[Symbol.dispose](),
      };
    },
    // opened by whoever begins to read: an error before that would be nobody's, and end the process
    async *read(key, signal) {
      yield* createReadStream(place(key), { highWaterMark: 1 << 20, ...(signal && { signal }) });
    },
    async list(key) {
      const names = existsSync(place(key)) ? await readdir(place(key)) : [];
      const found = await Promise.all(names.map((name) => look(path.join(place(key), name))));
      return names.flatMap((name, index): Listed[] => {
        const one = found[index];
        return one ? [{ name, ...one }] : [];
      });
    },
    async listFolders() {
      const tops = await readdir(folder, { withFileTypes: true });
      const lists = tops
        .filter((entry) => entry.isDirectory() && entry.name.length === 2)
        .map((entry) => readdir(path.join(folder, entry.name)));
      return (await Promise.all(lists)).flat();
    },
    remove,
    removeFolder: remove,
    clearUnfinished: async () => 0,
    [Symbol.asyncDispose]: () => files[Symbol.asyncDispose](),
  };
}

function openHead(head: Buffer, { from, to }: Slice): Opened {
  if (to > head.length) throw new Error("the file is shorter than it was");
  const bytes = head.subarray(from, to);
  return {
    async send(target) {
      target.write(bytes);
      return bytes.length;
    },
    read: () => Readable.from([bytes]),
    [Symbol.dispose]: () => {},
  };
}

async function look(file: string): Promise<Found | undefined> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT" && error.code !== "ENOTDIR") throw error;
    return undefined;
  });
  return found?.isFile() ? { bytes: found.size, changedAt: found.mtime } : undefined;
}

async function keep(from: string, to: string): Promise<void> {
  const handle = await open(from, "r+");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  const folder = path.dirname(to);
  const isNew = !existsSync(folder);
  await mkdir(folder, { recursive: true });
  await rename(from, to);
  await syncFolder(folder);
  if (!isNew) return;
  await syncFolder(path.dirname(folder));
  await syncFolder(path.dirname(path.dirname(folder)));
}

/** Gone for good: its rows go after it, and it must not come back without them. */
async function drop(place: string): Promise<void> {
  await rm(place, { recursive: true, force: true });
  if (existsSync(path.dirname(place))) await syncFolder(path.dirname(place));
}

export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

// The first bytes of files, where every player begins, and small pictures whole: in memory, because waking a thread to
// read them costs more than sending them. A stored file never changes, so they stay true until it is removed.

const headBytes = 72 * 1024;

interface Heads {
  find(file: string): Buffer | undefined;
  read(file: string, fd: number): Buffer | Promise<Buffer>;
  /** This file, or everything in this folder. */
  forget(place: string): void;
}

function rememberHeads(mostBytes = 16 * 2 ** 20): Heads {
  const heads = remember<Buffer>({ mostBytes, bytesOf: (head) => head.length });
  return {
    find: heads.find,
    read: (file, fd) => heads.read(file, () => readHead(fd)),
    forget: (place) => heads.forget((file) => file === place || file.startsWith(place + path.sep)),
  };
}

async function readHead(fd: number): Promise<Buffer> {
  const { bytesRead, buffer } = await promisify(read)(fd, Buffer.allocUnsafeSlow(headBytes), 0, headBytes, 0);
  return bytesRead < headBytes ? Buffer.from(buffer.subarray(0, bytesRead)) : buffer;
}
