// The step that makes the captions of a recording: those that lay beside it, then its own tracks in other languages. One that
// cannot be read does not stop the others.
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { rewriteCaptionsApart } from "#server/media/facts/cues.ts";
import { readCaptions, type Captions } from "#server/media/ffmpeg/captions.ts";
import type { CaptionFacts } from "#server/media/facts/facts.ts";
import { broughtCaptionKinds, captionKinds } from "#server/media/store/kinds.ts";
import { readSpoken } from "#server/prepare/fill-search.ts";
import { findOffset } from "#server/prepare/describe-media.ts";
import {
  borrowAsset,
  borrowOriginal,
  keepAsset,
  listMade,
  openScratch,
  tryRead,
  workOn,
  type Outcome,
  type Preparing,
} from "#server/prepare/preparing.ts";
import { indexCaptions } from "#server/library/search/index-text.ts";
import { countCaptions, saveAssets, type Asset } from "#server/library/recording.ts";

export async function makeCaptions(preparing: Preparing): Promise<Outcome> {
  const { facts } = preparing.recording;
  const made = await listMade(preparing);
  const offset = findOffset(made);
  await using scratch = await openScratch(preparing);
  const assets = await takeBrought(preparing, made, { offset, folder: scratch.folder });
  const has = assets.map(({ facts: { captions } }) => captions?.language);
  const tracks = (facts.captions ?? []).filter(({ language }) => !has.includes(language));
  if (tracks.length === 0) return finish(preparing, assets);
  using original = await borrowOriginal(preparing);
  const brought = assets.length;
  for (const [index, track] of tracks.entries()) {
    const kind = captionKinds[brought + index];
    const share = [index / tracks.length, (index + 1) / tracks.length] as const;
    const work = workOn(preparing, original.file, share);
    const plan = { track, offset, folder: scratch.folder };
    const from = kind && (await tryRead(preparing, "captions", () => readCaptions(work, plan)));
    if (from) assets.push(await keepAsset(preparing, { kind, from, facts: { captions: nameCaptions(track) } }));
  }
  return finish(preparing, assets);
}

/** What they say can be searched from the moment they are shown. */
async function finish(preparing: Preparing, assets: readonly Asset[]): Promise<Outcome> {
  const { videoId } = preparing.recording;
  const lines = await readSpoken(assets, (asset) => borrowAsset(preparing, asset));
  return async (trx, now) => {
    await saveAssets(trx, videoId, assets, now);
    await countCaptions(trx, videoId);
    await indexCaptions(trx, videoId, lines);
  };
}

/** What lay beside the recording counts from its beginning, as a player of files does. */
async function takeBrought(
  preparing: Preparing,
  made: readonly Asset[],
  { offset, folder }: { offset: number; folder: string },
): Promise<Asset[]> {
  const brought = broughtCaptionKinds.flatMap((kind) => made.find((asset) => asset.kind === kind) ?? []);
  const assets: Asset[] = [];
  for (const [index, asset] of brought.entries()) {
    const kind = captionKinds[index];
    if (!kind || !asset.facts.captions) continue;
    using file = await borrowAsset(preparing, asset);
    const from = path.join(folder, kind);
    await writeFile(from, await rewriteCaptionsApart(await readFile(file.file, "utf8"), offset));
    assets.push(await keepAsset(preparing, { kind, from, facts: { captions: asset.facts.captions } }));
  }
  return assets;
}

function nameCaptions({ language, title }: CaptionFacts): Captions {
  return { language, title };
}
