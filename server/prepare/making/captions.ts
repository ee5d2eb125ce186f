// The step that reads the captions of a recording. A track that cannot be read does not stop the others.
import { readCaptions, type Captions } from "#server/media/ffmpeg/captions.ts";
import type { CaptionFacts } from "#server/media/facts/facts.ts";
import { captionKinds } from "#server/media/store/kinds.ts";
import { findOffset } from "#server/prepare/describe-media.ts";
import {
  borrowOriginal,
  keepAsset,
  listMade,
  openAside,
  tryRead,
  workOn,
  type Outcome,
  type Preparing,
} from "#server/prepare/preparing.ts";
import { saveAssets, type Asset } from "#server/library/recording.ts";

export async function makeCaptions(preparing: Preparing): Promise<Outcome> {
  const { videoId, facts } = preparing.recording;
  const tracks = facts.captions ?? [];
  const offset = findOffset(await listMade(preparing));
  await using aside = await openAside(preparing);
  using original = await borrowOriginal(preparing);
  const assets: Asset[] = [];
  for (const [index, track] of tracks.entries()) {
    const kind = captionKinds[index];
    const share = [index / tracks.length, (index + 1) / tracks.length] as const;
    const work = workOn(preparing, original.file, share);
    const plan = { track, offset, folder: aside.folder };
    const from = kind && (await tryRead(preparing, "captions", () => readCaptions(work, plan)));
    if (from) assets.push(await keepAsset(preparing, { kind, from, facts: { captions: nameCaptions(track) } }));
  }
  return (trx, now) => saveAssets(trx, videoId, assets, now);
}

function nameCaptions({ language, title }: CaptionFacts): Captions {
  return { language, title };
}
