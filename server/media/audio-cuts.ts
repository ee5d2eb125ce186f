// Parts of stored audio files, ready to be sent: their new heads are kept in bounded memory, and made again when needed.
import { remember } from "#server/remember.ts";
import { readHead } from "./fragments/boxes.ts";
import { cutAudio, readAudioIndex } from "./fragments/cut-audio.ts";
import type { Shelf, StoredFile } from "./store/shelf.ts";

export interface AudioCut {
  head: Buffer;
  /** Of the stored file, after the head. */
  from: number;
  to: number;
}

interface Wanted {
  key: string;
  stored: StoredFile;
  /** Seconds. */
  from: number;
  to: number;
  /** Tags and chapters; `extraKey` tells them apart. */
  extra?: { key: string; write(): Promise<Buffer> };
}

export interface AudioCuts {
  get(wanted: Wanted): AudioCut | Promise<AudioCut>;
}

const mostBytes = 48 * 2 ** 20;
/** Ours are about 200 bytes for each second. */
const mostHeadBytes = 64 * 2 ** 20;

export function openAudioCuts(shelf: Shelf): AudioCuts {
  const cuts = remember<AudioCut>({ mostBytes, bytesOf: ({ head }) => head.length });
  return {
    get: ({ key, stored, from, to, extra }) =>
      cuts.read(`${key} ${from} ${to} ${extra?.key ?? ""}`, async () => {
        const index = readAudioIndex(await readToIndex(shelf, key, stored));
        return cutAudio(index, { from, to }, await extra?.write());
      }),
  };
}

/** The file up to the end of its index, which comes first in our files. */
async function readToIndex(shelf: Shelf, key: string, stored: StoredFile): Promise<Buffer> {
  const read = async (from: number, to: number) => {
    using opened = await shelf.open(key, { from, to: Math.min(to, stored.bytes) }, stored);
    return Buffer.concat(await Array.fromAsync(opened.read() as AsyncIterable<Buffer>));
  };
  for (let at = 0; at < stored.bytes;) {
    const head = readHead(await read(at, at + 16));
    if (!head || head.size < head.headSize) break;
    at += head.size;
    if (at > mostHeadBytes) break;
    if (head.type === "moov") return read(0, at);
  }
  throw new Error("the audio file has no index at its beginning");
}
