// The first bytes of files, where every player begins, and small pictures whole: in memory, because waking a thread to read
// them costs more than sending them. What is on the shelf never changes, so they stay true until it is taken away.
import { read } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";

export const headBytes = 72 * 1024;

interface Heads {
  find(file: string): Buffer | undefined;
  read(file: string, fd: number): Promise<Buffer>;
  /** This file, or everything in this folder. */
  forget(place: string): void;
}

export function rememberHeads(mostBytes = 16 * 2 ** 20): Heads {
  // in the order of their last use
  const heads = new Map<string, Buffer>();
  let total = 0;
  // what was being read when something was taken away may be that
  let forgotten = 0;
  const drop = (file: string) => {
    total -= heads.get(file)?.length ?? 0;
    heads.delete(file);
  };
  return {
    find(file) {
      const head = heads.get(file);
      if (head) heads.delete(file);
      if (head) heads.set(file, head);
      return head;
    },
    async read(file, fd) {
      const before = forgotten;
      const { bytesRead, buffer } = await promisify(read)(fd, Buffer.allocUnsafeSlow(headBytes), 0, headBytes, 0);
      const head = bytesRead < headBytes ? Buffer.from(buffer.subarray(0, bytesRead)) : buffer;
      if (forgotten !== before) return head;
      drop(file);
      heads.set(file, head);
      total += head.length;
      for (const oldest of heads.keys()) if (total > mostBytes) drop(oldest);
      return head;
    },
    forget(place) {
      forgotten += 1;
      for (const file of heads.keys()) if (file === place || file.startsWith(place + path.sep)) drop(file);
    },
  };
}
