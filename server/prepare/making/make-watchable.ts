// The step that makes a recording playable: copied into fragments if browsers play it as it is, else encoded small.
import { open } from "node:fs/promises";
import path from "node:path";
import { publishVideo, setDuration } from "#server/library/prepared.ts";
import type { Packaged } from "#server/media/fragments/cmaf.ts";
import { fileOriginSeconds } from "#server/media/fragments/judge.ts";
import { decodeWhole } from "#server/media/ffmpeg/render.ts";
import { Refusal } from "#server/refusal.ts";
import { markJudged } from "#server/prepare/judge-published.ts";
import {
  keepRendition,
  listMade,
  openAside,
  type MadeRendition,
  type Outcome,
  type Preparing,
} from "#server/prepare/preparing.ts";
import { rungOf, saveAssets, setFacts, setProblem, type Asset } from "#server/library/recording.ts";
import { renderFirst } from "./render-watchable.ts";
import { words } from "#server/prepare/words.ts";

export async function makeFirst(preparing: Preparing): Promise<Outcome> {
  const { parts, recording } = preparing;
  const { videoId, facts } = recording;
  const has = await listMade(preparing);
  const isMade = facts.video
    ? has.some(({ kind }) => rungOf(kind))
    : has.some(({ kind }) => kind === "copied-audio.mp4");
  if (isMade) return (trx, now) => publishVideo(trx, videoId, now).then(() => {});

  await using aside = await openAside(preparing);
  const { made, facts: known, problem } = await renderFirst(preparing, aside.folder);
  for (const { from, packaged } of made) await checkEnds(preparing, from, packaged);
  const durationSeconds = measureLength(made);
  const assets: Asset[] = [];
  for (const rendition of made) assets.push(...(await keepRendition(preparing, rendition)));
  parts.log.info({ video: videoId, made: made.map(({ kind }) => kind) }, "a recording can be watched");
  return async (trx, now) => {
    await saveAssets(trx, videoId, assets, now);
    await setProblem(trx, videoId, problem);
    await markJudged(trx, videoId);
    if (known.timeline) await setFacts(trx, videoId, known);
    await setDuration(trx, videoId, { durationSeconds: Math.round(durationSeconds * 1000) / 1000, now });
    await publishVideo(trx, videoId, now);
  };
}

/** Decodes the first and the last fragment: quick, and enough to find files that are broken throughout. */
async function checkEnds(preparing: Preparing, file: string, { fragments, headBytes }: Packaged): Promise<void> {
  const ends = path.join(path.dirname(file), "ends.mp4");
  await using source = await open(file);
  {
    await using target = await open(ends, "w");
    const [first, last] = [fragments[0], fragments.at(-1)];
    const pieces = [{ offset: 0, bytes: headBytes }, first, ...(last === first ? [] : [last])];
    for (const piece of pieces) {
      if (!piece) continue;
      const { buffer, bytesRead } = await source.read(Buffer.allocUnsafe(piece.bytes), 0, piece.bytes, piece.offset);
      await target.write(buffer.subarray(0, bytesRead));
    }
  }
  const { signal, parts } = preparing;
  const work = { tools: parts.media.tools, source: ends, signal, limitSeconds: 120, weight: "light" as const };
  const { seconds, complaints } = await decodeWhole(work);
  if (seconds > 0) return;
  throw new Refusal("bad-input", words.nothingPlays, {
    cause: complaints,
  });
}

/** Everything before the origin is the lead-in of an encoder. */
function measureLength(made: readonly MadeRendition[]): number {
  return Math.max(...made.map(({ verdict }) => verdict.endSeconds)) - fileOriginSeconds;
}
