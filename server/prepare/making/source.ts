// The file that the steps of preparing read: the original, or, if its clock jumps or it is longer than it says, a temporary
// copy with corrected times.
import path from "node:path";
import { straightOrigin } from "#server/media/ffmpeg/copy-arguments.ts";
import type { Facts } from "#server/media/facts/facts.ts";
import { writeUnchained } from "#server/media/fragments/chained-ogg.ts";
import { joinFlac, straighten } from "#server/media/ffmpeg/render.ts";
import type { Work } from "#server/media/ffmpeg/work.ts";
import { borrowOriginal, workOn, type Preparing } from "#server/prepare/preparing.ts";

export interface Source extends Disposable {
  facts: Facts;
  /** Work on this file; `share` is the part of the step's progress that it covers. */
  work(share?: readonly [number, number]): Work;
}

/** `facts` may be newer than the recording's row. */
export async function openSource(
  preparing: Preparing,
  { folder, facts = preparing.recording.facts }: { folder: string; facts?: Facts },
): Promise<Source> {
  using stack = new DisposableStack();
  const { file: original } = stack.use(await borrowOriginal(preparing));
  const file = facts.isChained ? await unchain(preparing, original, folder) : original;
  const { timeline } = facts;
  const hasJumps = timeline && timeline.shifts.video.length + timeline.shifts.audio.length > 0;
  if (!timeline || !(hasJumps || facts.isUnderstated)) {
    const originSeconds = timeline?.originSeconds ?? facts.startSeconds;
    const kept = stack.move();
    return {
      facts,
      work: (share) => ({ ...workOn(preparing, file, share), originSeconds, hasCuts: timeline?.hasCuts }),
      [Symbol.dispose]: () => kept.dispose(),
    };
  }
  const straight = await straighten(workOn(preparing, file, [0, 0]), { facts, timeline, folder });
  return {
    facts: forgetIndexes(facts),
    work: (share) => ({ ...workOn(preparing, straight, share), originSeconds: straightOrigin }),
    [Symbol.dispose]: () => {},
  };
}

async function unchain(preparing: Preparing, original: string, folder: string): Promise<string> {
  if (preparing.recording.facts.format === "flac") return joinFlac(workOn(preparing, original, [0, 0]), folder);
  const file = path.join(folder, "unchained.ogg");
  await writeUnchained(original, file);
  return file;
}

/** A track in a file of ours is the only one of its kind, whichever it was in the recording. */
function forgetIndexes({ video, audio, ...facts }: Facts): Facts {
  const forget = <T extends { index?: number }>({ index: _index, ...rest }: T) => rest;
  return { ...facts, video: video && forget(video), audio: audio && forget(audio) };
}
