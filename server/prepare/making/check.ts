// The last step: every file that is served is decoded from end to end, and must be as long as the recording.
import { decodeWhole, type Decoded } from "#server/media/ffmpeg/render.ts";
import { borrowAsset, listMade, workOn, type Outcome, type Preparing } from "#server/prepare/preparing.ts";
import { dropAssets, rungOf, saveAssets, setProblem, type Asset } from "#server/library/recording.ts";
import { words } from "#server/prepare/words.ts";

export async function checkAll(preparing: Preparing): Promise<Outcome> {
  const { parts, recording } = preparing;
  const { videoId } = recording;
  const made = (await listMade(preparing)).filter(({ kind, facts }) => kind.endsWith(".mp4") && facts.rendition);
  const pictures = made.filter(({ kind }) => rungOf(kind));
  const sound = made.find(({ kind }) => kind === "audio.mp4");
  const served = [...pictures, ...(sound ? [sound] : [])];
  const good: Asset[] = [];
  const bad: Asset[] = [];
  for (const [index, asset] of served.entries()) {
    const wanted = asset.facts.rendition?.durationSeconds ?? 0;
    const share = [index / served.length, (index + 1) / served.length] as const;
    const known = asset.facts.complaints;
    const { seconds, complaints } = known
      ? { seconds: wanted, complaints: known }
      : await decode(preparing, asset, share);
    const isWhole = Math.abs(seconds - wanted) <= Math.max(wanted * 0.01, 0.5);
    const isAlone = pictures.length - bad.length <= 1 && rungOf(asset.kind) !== undefined;
    (isWhole || isAlone ? good : bad).push({ ...asset, facts: { ...asset.facts, complaints } });
    if (!isWhole)
      parts.log.error(
        { video: videoId, kind: asset.kind, seconds, wanted, complaints },
        "a rendition is not as long as its recording",
      );
  }
  const isDamaged = good.some(({ facts }) => (facts.complaints?.length ?? 0) > 0);
  const problem =
    recording.problem ??
    (isDamaged ? words.damagedInPlaces : null) ??
    (recording.facts.video?.colors?.isDolbyOnly ? words.dolby : null);
  return async (trx, now) => {
    await saveAssets(trx, videoId, good, now);
    await dropAssets(
      trx,
      videoId,
      bad.flatMap(({ kind }) => [kind, kind.replace(".mp4", ".m3u8") as typeof kind]),
    );
    await setProblem(trx, videoId, problem);
  };
}

async function decode(preparing: Preparing, asset: Asset, share: readonly [number, number]): Promise<Decoded> {
  using source = await borrowAsset(preparing, asset);
  return await decodeWhole(workOn(preparing, source.file, share));
}
