// Samples -> the file "harmony" of a recording, in a thread of its own: about 12 seconds of a processor for an hour.
import { createReadStream } from "node:fs";
import { giveWay, inThread } from "#server/recognise/thread.ts";
import { writeHarmony } from "./file.ts";
import { openHarmonyReader } from "./harmony.ts";

/** A file of samples, mono, signed 16-bit, 8,000 a second. */
export function hearFile(samples: string, signal?: AbortSignal): Promise<Uint8Array> {
  return inThread({ place: import.meta.url, name: "hearHere", args: [samples] }, signal);
}

/** Called by its name in the thread. */
export async function hearHere(samples: string): Promise<Uint8Array> {
  giveWay();
  const reader = openHarmonyReader();
  for await (const chunk of createReadStream(samples, { highWaterMark: 2 ** 20 })) {
    const bytes = chunk as Buffer;
    // a file is read in even pieces; a copy begins where 16 bits may begin
    const copy = Buffer.from(bytes);
    reader.add(new Int16Array(copy.buffer, copy.byteOffset, copy.length >> 1));
  }
  return writeHarmony(reader.end());
}
