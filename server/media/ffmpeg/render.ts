// Writes video and audio into fragments: copied if every browser plays them as they are, else encoded.
import path from "node:path";
import { decodeArguments, sampleArguments } from "./arguments.ts";
import {
  copyArguments,
  joinArguments,
  joinedFile,
  straightenArguments,
  straightFile,
  type CopyPlan,
} from "./copy-arguments.ts";
import { encodeArguments, type EncodePlan } from "./encode-arguments.ts";
import { listParts } from "#server/media/facts/joined-flac.ts";
import type { Facts, Timeline, VideoFacts } from "#server/media/facts/facts.ts";
import { run, saysUnreadable, type ProgramFailed } from "./run.ts";
import type { Work } from "./work.ts";

interface CopyOrder {
  plan: CopyPlan;
  folder: string;
  input?: AsyncIterable<Buffer>;
  /** The length of the whole recording, if it is known. */
  lengthSeconds?: number | undefined;
}

/** Returns what was written, in `folder`. With `input` it is read from there as it comes, and not from the source. */
export async function copyTracks(
  { tools, source, originSeconds, hasCuts, signal, limitSeconds, onSeconds }: Work,
  { plan, folder, input, lengthSeconds }: CopyOrder,
): Promise<{ video: string | null; audio: string | null }> {
  const how = input
    ? {
        program: copyArguments(plan, { from: "pipe:0", originSeconds }),
        paths: { reads: [], writes: folder },
        weight: "early" as const,
        input,
      }
    : {
        program: copyArguments(plan, { originSeconds, hasCuts, lengthSeconds }),
        paths: { reads: [source], writes: folder },
        weight: "light" as const,
      };
  await run(tools, { ...how, limitSeconds, signal, onSeconds });
  return {
    video: plan.video ? path.join(folder, "video.mp4") : null,
    audio: plan.audio ? path.join(folder, "audio.mp4") : null,
  };
}

/** A recording whose clock jumps, as a file with one clock: its packets are copied. Returns the file, in `folder`. */
export async function straighten(
  { tools, source, signal, limitSeconds, onSeconds }: Work,
  { facts, timeline, folder }: { facts: Facts; timeline: Timeline; folder: string },
): Promise<string> {
  const program = straightenArguments(facts, timeline);
  await run(tools, {
    program,
    paths: { reads: [source], writes: folder },
    weight: "light",
    limitSeconds,
    signal,
    onSeconds,
  });
  return path.join(folder, straightFile);
}

/** FLAC files one after the other, as one. Returns the file, in `folder`. */
export async function joinFlac(
  { tools, source, signal, limitSeconds, onSeconds }: Work,
  folder: string,
): Promise<string> {
  const paths = { reads: [source], writes: folder };
  const parts = await listParts(source);
  await run(tools, { program: joinArguments(parts), paths, weight: "light", limitSeconds, signal, onSeconds });
  return path.join(folder, joinedFile);
}

/** Returns the files in the order of the encodings, and what the decoder complained about on the way. */
export async function encodePictures(
  { tools, source, originSeconds, pixels, signal, limitSeconds, onSeconds, weight = "heavy" }: Work,
  { video, plan, folder }: { video: VideoFacts; plan: EncodePlan; folder: string },
): Promise<{ files: string[]; complaints: string[] }> {
  const paths = { reads: [source], writes: folder };
  const { log } = await run(tools, {
    program: encodeArguments(video, plan, { originSeconds }),
    paths,
    weight,
    pixels,
    limitSeconds,
    signal,
    onSeconds,
  });
  return {
    files: plan.encodings.map(({ rung }) => path.join(folder, `video-${rung}.mp4`)),
    complaints: listComplaints(log),
  };
}

interface Sample {
  kind: "video" | "audio";
  file: string;
}

/** Decodes the key frames of pictures, and sound: which of these short files can be played at all. */
export async function trySamples(
  { tools, signal, limitSeconds }: Pick<Work, "tools" | "signal" | "limitSeconds">,
  samples: readonly Sample[],
): Promise<{ canPlay: boolean[]; complaints: string[] }> {
  const said = await run(tools, {
    program: sampleArguments(samples.map(({ kind }) => kind)),
    paths: { reads: samples.map(({ file }) => file) },
    weight: "light",
    limitSeconds,
    signal,
  }).catch((error: unknown) => {
    if (!saysWhatIsWrong(error)) throw error;
    return { output: Buffer.alloc(0), log: `error: ${error.message}\n${error.log}` };
  });
  const decoded = new Set([...said.output.toString("latin1").matchAll(/^(\d+),/gm)].map(([, place]) => Number(place)));
  return { canPlay: samples.map((_, place) => decoded.has(place)), complaints: listComplaints(said.log) };
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
  pixels,
  limitSeconds,
  onSeconds,
  weight = "heavy",
}: Work): Promise<Decoded> {
  let seconds = 0;
  const task = {
    program: decodeArguments(),
    paths: { reads: [source] },
    weight,
    pixels,
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
    if (!saysWhatIsWrong(error)) throw error;
    return { seconds, complaints: [error.message, ...listComplaints(error.log)] };
  }
}

/** A file that we made ourselves is blamed only if the program says what is wrong with it. */
function saysWhatIsWrong(error: unknown): error is ProgramFailed {
  return saysUnreadable(error) && error.log.trim() !== "";
}

function listComplaints(log: string): string[] {
  return log
    .split("\n")
    .filter((line) => /error|invalid|corrupt|conceal|missing|non-existing/i.test(line))
    .slice(0, 5);
}
