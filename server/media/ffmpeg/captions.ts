// Captions: a text track of a recording, as a file that browsers show over the video.
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { captionArguments, captionFile } from "./arguments.ts";
import type { CaptionFacts } from "#server/media/facts/facts.ts";
import { run } from "./run.ts";
import type { Work } from "./work.ts";

/** How they are called. */
export type Captions = Omit<CaptionFacts, "index">;

interface CaptionPlan {
  track: CaptionFacts;
  /** Seconds from the beginning of the recording to its first picture. */
  offset: number;
  folder: string;
}

/** Returns a file in `folder`; undefined for a track without a word in it. */
export async function readCaptions(
  { tools, source, signal, limitSeconds, onSeconds }: Work,
  { track, offset, folder }: CaptionPlan,
): Promise<string | undefined> {
  await run(tools, {
    program: captionArguments(track.index, offset),
    paths: { reads: [source], writes: folder },
    weight: "light",
    limitSeconds,
    signal,
    onSeconds,
  });
  const file = path.join(folder, captionFile);
  const text = await readFile(file, "utf8");
  // what was to be read before the first picture is there with it
  const shown = text.replaceAll(/^[\d:.-]{1,40} --> (?=[\d:.]{1,40}$)/gm, (begins) =>
    begins.slice(0, -" --> ".length).includes("-") ? "00:00.000 --> " : begins,
  );
  await writeFile(file, shown);
  return shown.includes(" --> ") ? file : undefined;
}
