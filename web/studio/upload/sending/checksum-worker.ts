// Computes the SHA-256 of one file in a worker, part by part: the file may be larger than the memory.
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";

const partBytes = 4 * 2 ** 20;

self.addEventListener("message", async ({ data }: MessageEvent<File>) => {
  const checksum = await hashFile(data).catch(() => null);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has only one listener
  self.postMessage(checksum);
});

async function hashFile(file: File): Promise<string> {
  const hash = sha256.create();
  const read = (at: number) => file.slice(at, at + partBytes).arrayBuffer();
  let next = read(0);
  for (let at = 0; at < file.size; at += partBytes) {
    const part = await next;
    // read the next part while this one is hashed
    next = read(at + partBytes);
    hash.update(new Uint8Array(part));
  }
  await next;
  return bytesToHex(hash.digest());
}
