// The step that makes a recording playable: copied into fragments if browsers play it as it is, else encoded small.
import { open } from "node:fs/promises";
import path from "node:path";
import { publishVideo, setDuration } from "#server/library/prepared.ts";
import type { Packaged } from "#server/media/fragments/cmaf.ts";
import { fileOriginSeconds } from "#server/media/fragments/judge.ts";
import { trySamples } from "#server/media/ffmpeg/render.ts";
import { Refusal } from "#server/refusal.ts";
import { markJudged } from "#server/prepare/judge-published.ts";
import {
  keepRendition,
  listMade,
  openScratch,
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
  if (isMade)
    return async (trx, now) => {
      await publishVideo(trx, videoId, now);
    };

  await using scratch = await openScratch(preparing);
  const { made, facts: known, problem } = await renderFirst(preparing, scratch.folder);
  await checkEnds(preparing, made);
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

/** Decodes a little of the first and the last fragment: quick, and enough to find files that are broken throughout. */
async function checkEnds({ parts, signal }: Preparing, made: readonly MadeRendition[]): Promise<void> {
  const samples = await Promise.all(
    made.map(async ({ from, packaged, verdict }, index) => {
      const file = path.join(path.dirname(from), `ends-${index}.mp4`);
      await writeEnds(from, file, packaged);
      return { kind: verdict.kind, file };
    }),
  );
  const { canPlay, complaints } = await trySamples({ tools: parts.media.tools, signal, limitSeconds: 120 }, samples);
  if (canPlay.every(Boolean)) return;
  throw new Refusal("bad-input", words.nothingPlays, {
    cause: complaints,
  });
}

async function writeEnds(from: string, to: string, { fragments, headBytes }: Packaged): Promise<void> {
  await using source = await open(from);
  await using target = await open(to, "w");
  const [first, last] = [fragments[0], fragments.at(-1)];
  const pieces = [{ offset: 0, bytes: headBytes }, first, ...(last === first ? [] : [last])];
  for (const piece of pieces) {
    if (!piece) continue;
    const { buffer, bytesRead } = await source.read(Buffer.allocUnsafe(piece.bytes), 0, piece.bytes, piece.offset);
    await target.writeFile(buffer.subarray(0, bytesRead));
  }
}

/** Everything before the origin is the lead-in of an encoder. */
function measureLength(made: readonly MadeRendition[]): number {
  return Math.max(...made.map(({ verdict }) => verdict.endSeconds)) - fileOriginSeconds;
}
