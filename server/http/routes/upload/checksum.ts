// The checksum extension of tus: a part that comes with its checksum is read whole and compared before any of it is kept.
import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { Refusal } from "#server/refusal.ts";
import { tooBusy } from "#server/http/request/problems.ts";
import { words } from "./words.ts";

export const checksumNames = ["sha1", "md5", "sha256"] as const;

/** Each may have 16 MiB in memory. */
const mostHeld = 8;

interface Checksum {
  name: (typeof checksumNames)[number];
  /** The checksum in base64. */
  value: string;
}

/** Returns a function that reads a part; it returns undefined, and reads nothing, if there is no checksum. */
export function openPartReader(): (request: IncomingMessage, bytes: number) => Promise<Buffer | undefined> {
  let held = 0;
  return async (request, bytes) => {
    const checksum = readChecksum(request.headers["upload-checksum"]);
    if (!checksum) return undefined;
    if (held >= mostHeld) throw tooBusy();
    held += 1;
    try {
      const part = await readWhole(request, bytes);
      if (createHash(checksum.name).update(part).digest("base64") === checksum.value) return part;
      throw new Refusal("checksum-mismatch", words.partDamaged);
    } finally {
      held -= 1;
    }
  };
}

function readChecksum(header: string | string[] | undefined): Checksum | undefined {
  if (header === undefined) return undefined;
  const [given, value = "", ...more] = String(header).split(" ");
  const name = checksumNames.find((one) => one === given);
  if (!name) throw new Refusal("bad-input", words.unknownChecksum(checksumNames));
  const bytes = Buffer.from(value, "base64");
  const isReadable = bytes.toString("base64") === value && bytes.length === createHash(name).digest().length;
  if (!isReadable || more.length > 0) throw new Refusal("bad-input", words.badChecksum(name));
  return { name, value };
}

async function readWhole(request: IncomingMessage, bytes: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  try {
    for await (const piece of request) pieces.push(piece as Buffer);
  } catch (cause) {
    throw new Refusal("bad-input", words.partCutOff, { cause });
  }
  const part = Buffer.concat(pieces);
  if (part.length === bytes) return part;
  throw new Refusal("bad-input", words.partWrongLength);
}
