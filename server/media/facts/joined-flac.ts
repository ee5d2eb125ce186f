// FLAC files one after the other: ffmpeg believes the head of the first about the length, and loses a little at each joint. So
// they are read one by one.
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";

interface Part {
  /** Bytes. */
  from: number;
  to: number;
  /** NaN or zero where it does not say. */
  seconds: number;
}

/** How a FLAC begins: its mark, and the head of the block that says what is in it. */
const begins = Buffer.from("664c614300000022", "hex");
/** Until after the rate and the number of samples in that block. */
const headBytes = 26;
/** As many files can be read at once. */
const mostParts = 200;

/** How long all of it is; undefined where there is only one file, or where one does not say it. */
export async function findJoinedSeconds(file: string): Promise<number | undefined> {
  const parts = await listParts(file);
  const isKnown = parts.length > 1 && parts.length <= mostParts && parts.every(({ seconds }) => seconds > 0);
  return isKnown ? parts.reduce((sum, { seconds }) => sum + seconds, 0) : undefined;
}

export async function listParts(file: string): Promise<Part[]> {
  const found: Omit<Part, "to">[] = [];
  let rest = Buffer.alloc(0);
  let restFrom = 0;
  for await (const chunk of createReadStream(file, { highWaterMark: 2 ** 20 }) as AsyncIterable<Buffer>) {
    const bytes = Buffer.concat([rest, chunk]);
    let at = bytes.indexOf(begins);
    for (; at >= 0 && at + headBytes <= bytes.length; at = bytes.indexOf(begins, at + headBytes))
      found.push({ from: restFrom + at, seconds: readSeconds(bytes.subarray(at + headBytes - 8)) });
    const keptFrom = at >= 0 ? at : Math.max(0, bytes.length - begins.length + 1);
    rest = bytes.subarray(keptFrom);
    restFrom += keptFrom;
  }
  const { size } = await stat(file);
  return found.map((part, n) => ({ ...part, to: found[n + 1]?.from ?? size }));
}

/** 20 bits of rate, 8 of what is in a sample, 36 of how many there are. */
function readSeconds(bytes: Buffer): number {
  const all = bytes.readBigUInt64BE(0);
  return Number(all & 0xf_ffff_ffffn) / Number(all >> 44n);
}
