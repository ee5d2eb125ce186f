// Pictures and sound into fragments: copied where every browser plays them as they are, encoded where not.
import path from "node:path";
import { copyArguments, decodeArguments, encodeArguments, type CopyPlan, type Encoding } from "./arguments.ts";
import type { VideoFacts } from "./facts.ts";
import { ProgramFailed, run } from "./run.ts";
import type { Work } from "./work.ts";

/** Returns what was written, in `folder`. With `input` it is read from there as it comes, and not from the source. */
export async function copyTracks(
  { tools, source, signal, limitSeconds, onSeconds }: Work,
  { plan, folder, input }: { plan: CopyPlan; folder: string; input?: AsyncIterable<Buffer> },
): Promise<{ video: string | null; audio: string | null }> {
  const how = input
    ? { program: copyArguments(plan, "pipe:0"), rooms: { reads: [], writes: folder }, weight: "fed" as const, input }
    : { program: copyArguments(plan), rooms: { reads: [source], writes: folder }, weight: "light" as const };
  await run(tools, { ...how, limitSeconds, signal, onSeconds });
  return {
    video: plan.video ? path.join(folder, "video.mp4") : null,
    audio: plan.audio ? path.join(folder, "audio.mp4") : null,
  };
}

/** Returns the files in the order of the encodings, and what the decoder complained about on the way. */
export async function encodePictures(
  { tools, source, signal, limitSeconds, onSeconds, weight = "heavy" }: Work,
  { video, encodings, folder }: { video: VideoFacts; encodings: readonly Encoding[]; folder: string },
): Promise<{ files: string[]; complaints: string[] }> {
  const rooms = { reads: [source], writes: folder };
  const { log } = await run(tools, {
    program: encodeArguments(video, encodings),
    rooms,
    weight,
    limitSeconds,
    signal,
    onSeconds,
  });
  return {
    files: encodings.map(({ rung }) => path.join(folder, `video-${rung}.mp4`)),
    complaints: listComplaints(log),
  };
}

export interface Decoded {
  seconds: number;
  /** Complaints of the decoder, at most a few; empty when all is well. */
  complaints: string[];
}

/** Decodes a whole file and keeps nothing. */
export async function decodeWhole({
  tools,
  source,
  signal,
  limitSeconds,
  onSeconds,
  weight = "heavy",
}: Work): Promise<Decoded> {
  let seconds = 0;
  const task = {
    program: decodeArguments(),
    rooms: { reads: [source] },
    weight,
    limitSeconds,
    signal,
    onSeconds: (done: number) => {
      seconds = Math.max(seconds, done);
      onSeconds?.(done);
    },
  };
  try {
    const { log } = await run(tools, task);
    return { seconds, complaints: listComplaints(log) };
  } catch (error) {
    if (!(error instanceof ProgramFailed)) throw error;
    return { seconds, complaints: [error.message, ...listComplaints(error.log)] };
  }
}

function listComplaints(log: string): string[] {
  return log
    .split("\n")
    .filter((line) => /error|invalid|corrupt|conceal|missing|non-existing/i.test(line))
    .slice(0, 5);
}
