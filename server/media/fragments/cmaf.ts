// The packager: reads only the box headers of a fragmented file, groups its fragments into segments of about four seconds,
// and finds what would break in a browser: a segment that does not begin with a key frame.
import { open, type FileHandle } from "node:fs/promises";
import { readFragment, readHead } from "./boxes.ts";
import { readTrack, type Track } from "./track.ts";

export interface Fragment {
  offset: number;
  bytes: number;
  startSeconds: number;
  durationSeconds: number;
  /** Where its first picture is, in the file. */
  picture: { offset: number; bytes: number };
}

export interface Segment {
  offset: number;
  bytes: number;
  durationSeconds: number;
}

export interface Packaged {
  track: Track;
  /** ftyp and moov. */
  headBytes: number;
  fragments: Fragment[];
  segments: Segment[];
  startSeconds: number;
  durationSeconds: number;
  samples: number;
  /** False when a fragment begins with a picture that others before it are needed for. */
  isClean: boolean;
  longestFragmentSeconds: number;
}

const segmentSeconds = 4;

export async function packageFile(file: string): Promise<Packaged> {
  await using handle = await open(file);
  const { size } = await handle.stat();
  const read = readAhead(handle);
  let track: Track | undefined;
  let headBytes = 0;
  let samples = 0;
  let isClean = true;
  const raw: (Omit<Fragment, "startSeconds" | "durationSeconds"> & { start: number; duration: number })[] = [];
  for (let at = 0; at < size;) {
    const head = readHead(await read(at, 16));
    if (!head || head.size < 8 || at + head.size > size) throw new Error(`a broken box at ${at}`);
    if (head.type === "moov") {
      track = readTrack(await read(at, head.size));
      headBytes = at + head.size;
    }
    if (head.type === "moof") {
      const fragment = readFragment(await read(at, head.size));
      const picture = { offset: at + fragment.dataOffset, bytes: fragment.firstSampleSize };
      raw.push({ offset: at, bytes: head.size, picture, start: fragment.start, duration: fragment.duration });
      samples += fragment.samples;
      if (track?.h264) isClean &&= await beginsClean(read, picture, track.h264);
    }
    const last = raw.at(-1);
    if (head.type === "mdat" && last) last.bytes = at + head.size - last.offset;
    at += head.size;
  }
  if (!track || raw.length === 0) throw new Error("there is nothing in this file to play");
  const units = track.unitsPerSecond;
  const fragments = raw.map(({ offset, bytes, picture, start, duration }, index) => {
    const end = raw[index + 1]?.start ?? start + duration;
    return { offset, bytes, picture, startSeconds: start / units, durationSeconds: (end - start) / units };
  });
  const first = fragments[0]?.startSeconds ?? 0;
  return {
    track,
    headBytes,
    fragments,
    segments: group(fragments),
    startSeconds: first,
    durationSeconds: fragments.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0),
    samples,
    isClean,
    longestFragmentSeconds: fragments.reduce((most, { durationSeconds }) => Math.max(most, durationSeconds), 0),
  };
}

function group(fragments: readonly Fragment[]): Segment[] {
  const segments: Segment[] = [];
  for (const { offset, bytes, durationSeconds } of fragments) {
    const last = segments.at(-1);
    // half a fragment more is nearer to the goal than half a fragment less
    if (last && last.durationSeconds + durationSeconds / 2 < segmentSeconds) {
      last.bytes = offset + bytes - last.offset;
      last.durationSeconds += durationSeconds;
    } else {
      segments.push({ offset, bytes, durationSeconds });
    }
  }
  return segments;
}

/**
 * Whether the first slice among a sample's NAL units is of an IDR picture, and the pictures are still of the kind that the
 * head of the file announces: a size that changes on the way stops some players.
 */
async function beginsClean(
  read: Read,
  sample: { offset: number; bytes: number },
  { lengthSize, parameterSets }: NonNullable<Track["h264"]>,
): Promise<boolean> {
  const end = sample.offset + sample.bytes;
  for (let at = sample.offset; at + lengthSize < end;) {
    const head = await read(at, lengthSize + 1);
    const type = (head[lengthSize] ?? 0) & 0x1f;
    if (type === 5) return true;
    if (type >= 1 && type <= 4) return false;
    const bytes = head.readUIntBE(0, lengthSize);
    const isAnnounced = async () => {
      const set = await read(at + lengthSize, bytes);
      return parameterSets.some((known) => known.equals(set));
    };
    if (type === 7 && !(await isAnnounced())) return false;
    at += lengthSize + bytes;
  }
  return false;
}

/** Chosen first pictures of fragments as a plain H.264 stream, each with its parameter sets. */
export async function readPictures(file: string, track: Track, chosen: readonly Fragment[]): Promise<Buffer> {
  if (!track.h264) throw new Error("only H.264 pictures can be read");
  await using handle = await open(file);
  const { lengthSize, parameterSets } = track.h264;
  const start = Buffer.from([0, 0, 0, 1]);
  const parts: Buffer[] = [];
  for (const { picture } of chosen) {
    for (const set of parameterSets) parts.push(start, set);
    const sample = await readAt(handle, picture.offset, picture.bytes);
    for (let at = 0; at + lengthSize < sample.length;) {
      const size = sample.readUIntBE(at, lengthSize);
      parts.push(start, sample.subarray(at + lengthSize, at + lengthSize + size));
      at += lengthSize + size;
    }
  }
  return Buffer.concat(parts);
}

type Read = (offset: number, bytes: number) => Promise<Buffer>;

const aheadBytes = 8192;

/** A fragment's head, the head of its data and that of its first picture lie together: one read is enough for all. */
function readAhead(handle: FileHandle): Read {
  let at = 0;
  let known: Buffer = Buffer.alloc(0);
  return async (offset, bytes) => {
    const isKnown = offset >= at && offset + bytes <= at + known.length;
    if (!isKnown) [at, known] = [offset, await readAt(handle, offset, Math.max(bytes, aheadBytes))];
    return known.subarray(offset - at, offset - at + bytes);
  };
}

async function readAt(handle: FileHandle, offset: number, bytes: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(bytes), 0, bytes, offset);
  return buffer.subarray(0, bytesRead);
}
