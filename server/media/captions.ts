// Words to read along: the text tracks of a recording, each as a file that browsers show over the picture.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { captionArguments } from "./arguments.ts";
import type { CaptionFacts } from "./facts.ts";
import { captionKinds } from "./kinds.ts";
import { run } from "./run.ts";
import type { Work } from "./work.ts";

export interface Captions {
  kind: (typeof captionKinds)[number];
  file: string;
  facts: Omit<CaptionFacts, "index">;
}

export interface CaptionPlan {
  tracks: readonly CaptionFacts[];
  /** Seconds from the beginning of the recording to its first picture. */
  offset: number;
  folder: string;
}

/** Returns files in `folder`; a track without a word in it gets none. */
export async function readCaptions(work: Work, { tracks, offset, folder }: CaptionPlan): Promise<Captions[]> {
  const { tools, source, signal, limitSeconds, onSeconds } = work;
  await run(tools, {
    program: captionArguments(
      tracks.map(({ index }) => index),
      offset,
    ),
    rooms: { reads: [source], writes: folder },
    weight: "light",
    limitSeconds,
    signal,
    onSeconds,
  });
  const read = tracks.map(async ({ language, title }, index): Promise<Captions[]> => {
    const kind = captionKinds[index];
    if (!kind) return [];
    const file = path.join(folder, kind);
    return hasWords(await readFile(file, "utf8")) ? [{ kind, file, facts: { language, title } }] : [];
  });
  return (await Promise.all(read)).flat();
}

function hasWords(text: string): boolean {
  return text.includes(" --> ");
}
