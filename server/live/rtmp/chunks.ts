// RTMP's chunks: messages are cut into pieces and interleaved. Bytes in, whole messages out. Pure; it refuses what would need
// much memory before anybody has shown a key.

export interface Message {
  type: number;
  /** In milliseconds, as the sender counts. */
  time: number;
  /** The stream within the connection. */
  stream: number;
  body: Buffer;
}

interface ChunkStream {
  time: number;
  delta: number;
  length: number;
  type: number;
  stream: number;
  hasLongTime: boolean;
  /** Null between messages. */
  body: Buffer | null;
  filled: number;
}

const mostChunkStreams = 8;
const mostChunkBytes = 0xffffff;
const longTime = 0xffffff;
const headBytes = [11, 7, 3, 0] as const;
/** Messages about the connection itself. */
const control = { chunkSize: 1, abort: 2 };

interface ChunkReader {
  /** Throws on what is not RTMP, or above the limits. */
  read(bytes: Buffer): Message[];
  mostMessageBytes: number;
}

export function readChunks(): ChunkReader {
  const streams = new Map<number, ChunkStream>();
  let chunkSize = 128;
  /** The beginning of a chunk's head, at most 17 bytes. */
  let rest: Buffer = Buffer.alloc(0);
  let open: { chunk: ChunkStream; body: Buffer; left: number } | null = null;
  const reader = { read, mostMessageBytes: 16_384 };
  return reader;

  function read(bytes: Buffer): Message[] {
    const messages: Message[] = [];
    let from = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    for (;;) {
      if (!open) {
        const taken = readHead(from);
        if (taken === 0) break;
        from = from.subarray(taken);
      }
      if (open) from = from.subarray(fill(open, from, messages));
      if (open) break;
    }
    rest = Buffer.from(from);
    return messages;
  }

  /** Returns how many bytes it took: none, if the head is not complete. */
  function readHead(from: Buffer): number {
    const first = from[0];
    if (first === undefined) return 0;
    const format = first >> 6;
    const low = first & 0x3f;
    const basicBytes = low < 2 ? low + 2 : 1;
    let at = basicBytes + headBytes[format]!;
    if (from.length < at) return 0;
    const id = low === 0 ? from[1]! + 64 : low === 1 ? from.readUInt16LE(1) + 64 : low;
    const known = streams.get(id);
    if (!known && format !== 0) throw new Error("a chunk continues what has not begun");
    if (!known && streams.size === mostChunkStreams) throw new Error("too many chunk streams");
    const chunk = known ?? newChunkStream();
    if (chunk.body && format < 3) throw new Error("a message begins before the last one ended");
    let time = format < 3 ? from.readUIntBE(basicBytes, 3) : chunk.delta;
    const hasLongTime = format < 3 ? time === longTime : chunk.hasLongTime;
    if (hasLongTime) {
      // repeated in front of every piece of the message
      if (from.length < at + 4) return 0;
      if (format < 3) time = from.readUInt32BE(at);
      at += 4;
    }
    streams.set(id, chunk);
    chunk.hasLongTime = hasLongTime;
    if (format < 2) {
      chunk.length = from.readUIntBE(basicBytes + 3, 3);
      chunk.type = from[basicBytes + 6]!;
    }
    if (format === 0) chunk.stream = from.readUInt32LE(basicBytes + 7);
    if (chunk.length > reader.mostMessageBytes) throw new Error("a message is too long");
    if (!chunk.body) {
      chunk.time = format === 0 ? time : (chunk.time + time) % 2 ** 32;
      // a message that repeats the head of one with a full time has the same time
      chunk.delta = format === 0 ? 0 : time;
      chunk.body = Buffer.alloc(chunk.length);
      chunk.filled = 0;
    }
    open = { chunk, body: chunk.body, left: Math.min(chunkSize, chunk.length - chunk.filled) };
    return at;
  }

  function fill(opened: NonNullable<typeof open>, from: Buffer, messages: Message[]): number {
    const { chunk, body } = opened;
    const bytes = Math.min(opened.left, from.length);
    from.copy(body, chunk.filled, 0, bytes);
    chunk.filled += bytes;
    opened.left -= bytes;
    if (opened.left === 0) open = null;
    if (chunk.filled === chunk.length) {
      chunk.body = null;
      handle({ type: chunk.type, time: chunk.time, stream: chunk.stream, body }, messages);
    }
    return bytes;
  }

  function handle(message: Message, messages: Message[]): void {
    const { type, body } = message;
    if (type === control.chunkSize) {
      if (body.length < 4) throw new Error("an empty chunk size");
      chunkSize = body.readUInt32BE();
      if (chunkSize < 1 || chunkSize > mostChunkBytes) throw new Error("an impossible chunk size");
    } else if (type === control.abort) {
      if (body.length < 4) throw new Error("an empty abort");
      const aborted = streams.get(body.readUInt32BE());
      if (aborted) Object.assign(aborted, { body: null, filled: 0 });
    } else {
      messages.push(message);
    }
  }
}

function newChunkStream(): ChunkStream {
  return { time: 0, delta: 0, length: 0, type: 0, stream: 0, hasLongTime: false, body: null, filled: 0 };
}

export const ourChunkBytes = 4096;

/** One message as chunks of the size that we announce; ours are all shorter. */
export function writeMessage({ type, stream, body }: Omit<Message, "time">): Buffer {
  if (body.length > ourChunkBytes) throw new Error("our own messages are short");
  const head = Buffer.alloc(12);
  head[0] = type < 8 ? 2 : 3;
  head.writeUIntBE(body.length, 4, 3);
  head[7] = type;
  head.writeUInt32LE(stream, 8);
  return Buffer.concat([head, body]);
}
