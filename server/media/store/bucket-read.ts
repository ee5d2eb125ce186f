// Reading a range of an object at the pace of its reader. An answer that breaks off is taken up where it ended, of the
// very same object; one that is longer, shorter or of another size than the row says is never passed on as whole.
import { GetObjectCommand } from "@aws-sdk/client-s3";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { Refusal } from "#server/refusal.ts";
import type { Bucket } from "./bucket-client.ts";
import { words } from "./words.ts";

interface Wanted {
  key: string;
  from: number;
  /** The byte after the last. */
  to: number;
  /** How large the whole must be. */
  bytes: number;
  signal?: AbortSignal | undefined;
  /** How long the one who asks waits for a first byte; without it as long as the service is given. */
  patienceMs?: number;
}

interface Reading {
  /** Once. Ends only when every byte was given; stops the bucket when its reader stops. */
  pieces(): AsyncGenerator<Buffer>;
  stop(): void;
}

/** Breaks in a row without a byte in between. */
const mostBreaks = 4;

/** Resolves when the first bytes are on their way, so that a refusal can still be told. */
export async function beginReading({ client, name }: Bucket, wanted: Wanted): Promise<Reading> {
  const { key, from, to, bytes, signal, patienceMs } = wanted;
  let etag: string | undefined;
  const ask = async (at: number): Promise<Readable> => {
    const late = new AbortController();
    const timer = patienceMs === undefined ? undefined : setTimeout(() => late.abort(), patienceMs);
    const range = { Range: `bytes=${at}-${to - 1}`, ...(etag && { IfMatch: etag }) };
    const answer = await client
      .send(new GetObjectCommand({ Bucket: name, Key: key, ...range }), {
        abortSignal: signal ? AbortSignal.any([signal, late.signal]) : late.signal,
      })
      .finally(() => clearTimeout(timer));
    const body = answer.Body as Readable;
    const said = answer.ContentRange ?? `bytes 0-${(answer.ContentLength ?? 0) - 1}/${answer.ContentLength}`;
    if (said !== `bytes ${at}-${to - 1}/${bytes}` || (etag && answer.ETag !== etag)) {
      body.destroy();
      throw new WrongObject(`${key} is not as it should be: ${bytes} bytes are expected, and the bucket has ${said}`);
    }
    etag = answer.ETag;
    return body;
  };

  let body = await ask(from);
  let isStopped = false;
  async function* pieces(): AsyncGenerator<Buffer> {
    let breaks = 0;
    try {
      for (let at = from; ;) {
        try {
          for await (const piece of body as AsyncIterable<Buffer>) {
            if (at + piece.length > to) throw new TooMuch(`${key}: more came than was asked for`);
            at += piece.length;
            breaks = 0;
            yield piece;
          }
          if (at === to) return;
          throw new Error(`${key}: the answer ended ${to - at} bytes early`);
        } catch (error) {
          breaks += 1;
          if (error instanceof TooMuch || isStopped || signal?.aborted) throw error;
          if (breaks > mostBreaks) throw new Refusal("busy", words.noAnswer, { cause: error });
          await sleep(50 * 2 ** breaks, undefined, { ...(signal && { signal }) });
          body = await ask(at);
          if (isStopped) throw error;
        }
      }
    } finally {
      body.destroy();
    }
  }
  return {
    pieces,
    stop() {
      isStopped = true;
      body.destroy();
    },
  };
}

/** What is there is not what the row says: asking again does not help. */
export class WrongObject extends Error {}

class TooMuch extends Error {}

/** Ends when all is handed over, or when the reader has gone away; tells how many bytes were. */
export async function sendPieces(target: Writable, reading: Reading): Promise<number> {
  let sent = 0;
  const gone = new AbortController();
  const leave = () => {
    gone.abort();
    reading.stop();
  };
  target.once("close", leave);
  try {
    for await (const piece of reading.pieces()) {
      if (gone.signal.aborted) return sent;
      sent += piece.length;
      if (!target.write(piece)) await once(target, "drain", { signal: gone.signal });
    }
  } catch (error) {
    if (!gone.signal.aborted) throw error;
  } finally {
    target.off("close", leave);
    reading.stop();
  }
  return sent;
}
