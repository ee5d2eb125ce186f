// The captions of a recording, kept beside its pictures. They are read in the step that chooses a picture, and one that
// cannot be read takes nothing else with it.
import { readCaptions } from "#server/media/captions.ts";
import { saysUnreadable } from "#server/media/run.ts";
import { findOffset } from "./describe-media.ts";
import { borrowOriginal, keepAsset, listMade, workOn, type Preparing } from "./preparing.ts";
import type { Asset } from "./recording.ts";

export async function keepCaptions(preparing: Preparing, folder: string): Promise<Asset[]> {
  const { parts, recording } = preparing;
  const tracks = recording.facts.captions ?? [];
  if (tracks.length === 0) return [];
  const offset = findOffset(await listMade(preparing));
  using original = await borrowOriginal(preparing);
  try {
    const captions = await readCaptions(workOn(preparing, original.file), { tracks, offset, folder });
    return await Promise.all(
      captions.map(({ kind, file, facts }) => keepAsset(preparing, { kind, from: file, facts: { captions: facts } })),
    );
  } catch (error) {
    if (!saysUnreadable(error)) throw error;
    parts.log.warn({ err: error, video: recording.videoId }, "the captions of a recording could not be read");
    return [];
  }
}
