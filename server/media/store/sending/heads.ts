// The first bytes of files, where every player begins, and small pictures whole: in memory, because waking a thread to read
// them costs more than sending them. What is on the shelf never changes, so they stay true until it is taken away.
import { read } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { remember } from "#server/remember.ts";

export const headBytes = 72 * 1024;

interface Heads {
  find(file: string): Buffer | undefined;
  read(file: string, fd: number): Buffer | Promise<Buffer>;
  /** This file, or everything in this folder. */
  forget(place: string): void;
}

export function rememberHeads(mostBytes = 16 * 2 ** 20): Heads {
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
