// Files that are sent without being stored: a head that is made for them, then slices of stored files. Heads are kept in bounded
// memory, and made again when needed.
import { remember } from "#server/remember.ts";
import { readHead } from "./fragments/boxes.ts";
import { choosePackets, cutAudio, readAudioIndex } from "./fragments/cut-audio.ts";
import { cutVideo, shownFrom } from "./fragments/cut-video.ts";
import { wholeOf, writeJoinedHead } from "./fragments/join-tracks.ts";
import { readVideoIndex } from "./fragments/read-video-index.ts";
import type { Backend, Slice, StoredFile } from "./store/backend.ts";

export interface JoinedFile {
  head: Buffer;
  slices: readonly StoredSlice[];
}

export interface StoredSlice extends Slice {
  key: string;
  stored: StoredFile;
}

interface Source {
  key: string;
  stored: StoredFile;
}

/** Tags and chapters; the key tells them apart. */
interface Extra {
  key: string;
  write(): Promise<Buffer>;
}

export interface JoinedFiles {
  /** A part of an audio file; in seconds. */
  cut(audio: Source, part: { from: number; to: number }, extra?: Extra): JoinedFile | Promise<JoinedFile>;
  /** Video and audio in one file. */
  join(video: Source, audio: Source | null, extra?: Extra): JoinedFile | Promise<JoinedFile>;
  /**
   * A part of both, in seconds of the recording. It begins with a key frame, at most 2 seconds early. Audio alone where there is
   * no video, or none of it can be shown; null when there is neither.
   */
  excerpt(video: Source | null, audio: Source | null, part: Part): Excerpt | Promise<Excerpt>;
}

interface Part {
  from: number;
  to: number;
}

interface Excerpt extends JoinedFile {
  hasVideo: boolean;
}

const mostBytes = 48 * 2 ** 20;
const mostExcerptBytes = 8 * 2 ** 20;
/** Ours are about 200 bytes for each second. */
const mostIndexBytes = 64 * 2 ** 20;

export function openJoinedFiles(backend: Backend): JoinedFiles {
  const files = remember<JoinedFile>({ mostBytes, bytesOf: ({ head }) => head.length });
  const excerpts = remember<Excerpt>({ mostBytes: mostExcerptBytes, bytesOf: ({ head }) => head.length });
  const readIndex = async (audio: Source) => readAudioIndex(await readToIndex(backend, audio));
  const readVideo = async (video: Source) => {
    using borrowed = await backend.borrow(video.key, video.stored);
    return readVideoIndex(borrowed.file);
  };
  return {
    cut: (audio, { from, to }, extra) =>
      files.read(`${audio.key} ${from} ${to} ${extra?.key ?? ""}`, async () => {
        const { head, ...slice } = cutAudio(await readIndex(audio), { from, to }, await extra?.write());
        return { head, slices: [{ ...audio, ...slice }] };
      }),
    join: (video, audio, extra) =>
      files.read(`${video.key} ${audio?.key ?? ""} ${extra?.key ?? ""}`, async () => {
        const index = audio && (await readIndex(audio));
        const head = writeJoinedHead({
          ...{ video: await readVideo(video), videoBytes: video.stored.bytes },
          extra: (await extra?.write()) ?? Buffer.alloc(0),
          audio: index && { index, packets: wholeOf(index) },
        });
        const slices = [{ ...video, from: 0, to: video.stored.bytes }];
        if (!audio || !index) return { head, slices };
        const audioBytes = index.sizes.reduce((sum, size) => sum + size, 0);
        return { head, slices: [...slices, { ...audio, from: index.dataFrom, to: index.dataFrom + audioBytes }] };
      }),
    excerpt: (video, audio, { from, to }) =>
      excerpts.read(`${video?.key ?? ""} ${audio?.key ?? ""} ${from} ${to}`, async () => {
        const pictures = video && cutVideo(await readVideo(video), { from, to });
        const index = audio && (await readIndex(audio));
        if (!video || !pictures) {
          if (!audio || !index) throw new Error("the recording has nothing to play there");
          const { head, ...slice } = cutAudio(index, { from, to });
          return { head, hasVideo: false, slices: [{ ...audio, ...slice }] };
        }
        // both begin with the first picture, unless that is shown late
        const beginsAt = Math.max(0, Math.min(from, shownFrom(pictures.index)));
        const sound = index && choosePackets(index, { from: beginsAt, to });
        const head = writeJoinedHead({
          ...{ video: pictures.index, videoBytes: pictures.to - pictures.from, extra: Buffer.alloc(0) },
          part: { from: beginsAt, to },
          audio: index && sound && { index, packets: sound.packets },
        });
        const slices = [{ ...video, from: pictures.from, to: pictures.to }];
        if (!audio || !sound) return { head, hasVideo: true, slices };
        return { head, hasVideo: true, slices: [...slices, { ...audio, from: sound.from, to: sound.to }] };
      }),
  };
}

export function lengthOf({ head, slices }: JoinedFile): number {
  return slices.reduce((sum, { from, to }) => sum + to - from, head.length);
}

/** Which bytes of the head, and which of the stored files. */
export function sliceJoined({ head, slices }: JoinedFile, wanted: Slice): { before: Buffer; after: StoredSlice[] } {
  let at = head.length;
  const after = slices.flatMap((slice) => {
    const length = slice.to - slice.from;
    const [from, to] = [Math.max(0, wanted.from - at), Math.min(length, wanted.to - at)];
    at += length;
    return to > from ? [{ ...slice, from: slice.from + from, to: slice.from + to }] : [];
  });
  return { before: head.subarray(wanted.from, wanted.to), after };
}

/** The file up to the end of its index, which comes first in our files. */
async function readToIndex(backend: Backend, { key, stored }: Source): Promise<Buffer> {
  const read = async (from: number, to: number) => {
    using opened = await backend.open(key, { from, to: Math.min(to, stored.bytes) }, stored);
    return Buffer.concat(await Array.fromAsync(opened.read() as AsyncIterable<Buffer>));
  };
  for (let at = 0; at < stored.bytes;) {
    const head = readHead(await read(at, at + 16));
    if (!head || head.size < head.headSize) break;
    at += head.size;
    if (at > mostIndexBytes) break;
    if (head.type === "moov") return read(0, at);
  }
  throw new Error("the audio file has no index at its beginning");
}
