// What a file says about its own end, by the sizes that are written in it: whether something is missing there, and whether
// there is more of it than it says. Only sizes are read, so it costs a few reads however long the recording is.
import { open, type FileHandle } from "node:fs/promises";
import { readHead } from "#server/media/fragments/boxes.ts";
import type { Container } from "./magic.ts";

interface FileEnd {
  /** It ends inside of something: it was cut off. */
  isCutOff: boolean;
  /** Its sound goes on behind where it says that it ends: the size was never completed, or is too large for its 32 bits. */
  isUnderstated: boolean;
}

interface Bytes {
  size: number;
  /** Fewer at the end of the file. */
  read(at: number, length: number): Promise<Buffer>;
}

const whole: FileEnd = { isCutOff: false, isUnderstated: false };
const cutOff: FileEnd = { isCutOff: true, isUnderstated: false };

export async function readEnd(file: string, container: Container): Promise<FileEnd> {
  await using handle = await open(file);
  return (await readers[container]?.(await openBytes(handle))) ?? whole;
}

/** In a transport stream nothing says where it ends. The sound of FLAC says how long it is, and so is judged by that. */
const readers: { [container in Container]?: (bytes: Bytes) => Promise<FileEnd> } = {
  mp4: readMp4,
  matroska: readMatroska,
  avi: readAvi,
  wav: readWave,
  flv: readFlv,
  ogg: readOgg,
  mp3: readMp3,
  aac: readAdts,
};

async function openBytes(handle: FileHandle): Promise<Bytes> {
  const { size } = await handle.stat();
  return {
    size,
    async read(at, length) {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, at);
      return buffer.subarray(0, bytesRead);
    },
  };
}

/** Nobody makes more; a file of nothing else would keep us reading. */
const mostParts = 200_000;

async function readMp4({ size, read }: Bytes): Promise<FileEnd> {
  let last = "";
  for (let [at, parts] = [0, 0]; at + 8 <= size && parts < mostParts; parts += 1) {
    const head = readHead(await read(at, 16));
    // a size of zero: to the end of the file
    if (!head || head.size < head.headSize || !/^[\w ]{4}$/.test(head.type)) break;
    last = head.type;
    at += head.size;
    if (at > size) return cutOff;
  }
  return last === "moof" ? cutOff : whole;
}

async function readMatroska({ size, read }: Bytes): Promise<FileEnd> {
  for (let [at, parts] = [0, 0]; at < size && parts < mostParts; parts += 1) {
    const element = readElement(await read(at, 12));
    if (!element) break;
    const { id, headSize, bytes } = element;
    if (bytes !== undefined && at + headSize + bytes > size) return cutOff;
    at += headSize;
    if (id === segmentId) continue;
    // of a live stream the sizes are not known: what is in it is not looked at
    if (bytes === undefined) break;
    at += bytes;
  }
  return whole;
}
const segmentId = 0x18538067;

/** Of EBML; `bytes` is undefined where the size is not known. */
function readElement(head: Buffer): { id: number; headSize: number; bytes: number | undefined } | undefined {
  const idBytes = Math.clz32((head[0] ?? 0) << 24) + 1;
  const sizeBytes = Math.clz32((head[idBytes] ?? 0) << 24) + 1;
  if (idBytes > 4 || sizeBytes > 8 || head.length < idBytes + sizeBytes) return undefined;
  const digits = head.subarray(idBytes, idBytes + sizeBytes);
  const all = BigInt(`0x${digits.toString("hex")}`) & ((1n << BigInt(7 * sizeBytes)) - 1n);
  const isKnown = all !== (1n << BigInt(7 * sizeBytes)) - 1n;
  return { id: head.readUIntBE(0, idBytes), headSize: idBytes + sizeBytes, bytes: isKnown ? Number(all) : undefined };
}

/** Written for a size that is not known yet. */
const isPlaceholder = (bytes: number) => bytes === 0 || bytes >= 0x7fff_0000;

/** One after the other; above 1 GiB there are several. */
async function readAvi({ size, read }: Bytes): Promise<FileEnd> {
  for (let at = 0; at + 12 <= size;) {
    const head = await read(at, 12);
    const bytes = head.readUInt32LE(4);
    if (head.toString("latin1", 0, 4) !== "RIFF" || isPlaceholder(bytes)) break;
    at += 8 + bytes;
    if (at > size) return cutOff;
    at += bytes % 2;
  }
  return whole;
}

async function readWave(bytes: Bytes): Promise<FileEnd> {
  const { size, read } = bytes;
  let [at, longBytes] = [12, 0];
  for (let parts = 0; at + 8 <= size && parts < mostParts; parts += 1) {
    const head = await read(at, 24);
    const [type, said] = [head.toString("latin1", 0, 4), head.readUInt32LE(4)];
    // the true size of the sound, where it is larger than 32 bits can say
    if (type === "ds64" && head.length === 24) longBytes = Number(head.readBigUInt64LE(16));
    if (type !== "data") {
      at += 8 + said + (said % 2);
      continue;
    }
    const end = at + 8 + (said === 0xffff_ffff && longBytes > 0 ? longBytes : said);
    if (end > size) return isPlaceholder(said) && longBytes === 0 ? whole : cutOff;
    return { isCutOff: false, isUnderstated: said > 0 && (await isSound(bytes, end)) };
  }
  return whole;
}

/** Whether what lies behind the sound is more of it: not another chunk, nor tags, nor filled up with zeros. */
async function isSound({ size, read }: Bytes, end: number): Promise<boolean> {
  if (size - end < leastSound) return false;
  const head = (await read(end, 5)).toString("latin1");
  // an odd number of bytes is filled up to an even one
  if (startsPart.test(head) || (end % 2 === 1 && startsPart.test(head.slice(1)))) return false;
  for (let at = end; at < size; at += pieceBytes)
    if ((await read(at, pieceBytes)).some((byte) => byte !== 0)) return true;
  return false;
}

const leastSound = 1024;
const pieceBytes = 2 ** 20;
const startsPart = /^(ID3|[A-Za-z][A-Za-z0-9 ]{3})/;

/** Each tag is followed by its size. */
async function readFlv({ size, read }: Bytes): Promise<FileEnd> {
  if (size < flvHeadBytes + 15) return whole;
  const bytes = (await read(size - 4, 4)).readUInt32BE();
  const at = size - 4 - bytes;
  if (bytes < 11 || at < flvHeadBytes) return cutOff;
  return (await read(at + 1, 3)).readUIntBE(0, 3) === bytes - 11 ? whole : cutOff;
}
const flvHeadBytes = 13;

async function readOgg({ size, read }: Bytes): Promise<FileEnd> {
  const from = Math.max(0, size - mostPageBytes);
  const tail = await read(from, mostPageBytes);
  const at = tail.lastIndexOf("OggS");
  if (at < 0) return whole;
  const page = tail.subarray(at);
  const segments = page.subarray(27, 27 + (page[26] ?? 0));
  const bytes = 27 + segments.length + segments.reduce((sum, segment) => sum + segment, 0);
  return page.length < 27 || segments.length < (page[26] ?? 0) || bytes > page.length ? cutOff : whole;
}
const mostPageBytes = 27 + 255 + 255 * 255;

/** Many begin with a packet that says how large the sound is; LAME counts that packet, others do not. */
async function readMp3({ size, read }: Bytes): Promise<FileEnd> {
  const id3 = await read(0, 10);
  const hasTags = id3.toString("latin1", 0, 3) === "ID3" && id3.length === 10;
  const digits = hasTags ? [...id3.subarray(6)] : [];
  const at = hasTags ? 10 + digits.reduce((sum, digit) => sum * 128 + (digit & 127), 0) : 0;
  const packet = (await read(at, 200)).toString("latin1");
  const sign = Math.max(packet.indexOf("Xing"), packet.indexOf("Info"));
  const facts = sign > 0 ? Buffer.from(packet.slice(sign + 4, sign + 16), "latin1") : Buffer.alloc(0);
  if (facts.length < 12 || (facts.readUInt32BE() & 3) !== 3) return whole;
  return at + facts.readUInt32BE(8) > size + mostPacketBytes ? cutOff : whole;
}
const mostPacketBytes = 1441;

/** From the end back to where packets follow each other without a gap. */
async function readAdts({ size, read }: Bytes): Promise<FileEnd> {
  const tail = await read(Math.max(0, size - 4 * mostAdtsBytes), 4 * mostAdtsBytes);
  const next = (at: number) => (isAdts(tail, at) ? at + ((tail.readUIntBE(at + 3, 3) >> 5) % 0x2000) : NaN);
  let at = 0;
  while (at + 7 <= tail.length && !(isAdts(tail, next(at)) && isAdts(tail, next(next(at))))) at += 1;
  for (let then = next(at); then > at; then = next(at)) at = then;
  const left = tail.length - at;
  return left < 0 || (left > 0 && left < 7 && tail[at] === 0xff) ? cutOff : whole;
}
const mostAdtsBytes = 0x2000;
const isAdts = (bytes: Buffer, at: number) =>
  bytes[at] === 0xff && ((bytes[at + 1] ?? 0) & 0xf6) === 0xf0 && at + 7 <= bytes.length;
