// The step that makes smaller sizes, all in one pass, for slower lines and smaller screens. Never larger than the recording.
import { furtherEncodings } from "#server/media/decide.ts";
import { encodePictures } from "#server/media/render.ts";
import {
  borrowAsset,
  borrowOriginal,
  keepRendition,
  listMade,
  nothingMore,
  openAside,
  workOn,
  type Outcome,
  type Preparing,
} from "./preparing.ts";
import { rungOf, saveAssets, type Asset } from "./recording.ts";

export async function makeRungs(preparing: Preparing): Promise<Outcome> {
  const { facts, videoId } = preparing.recording;
  const made = await listMade(preparing);
  const has = made.map(({ kind }) => rungOf(kind)).filter((rung) => rung !== undefined);
  const encodings = facts.video ? furtherEncodings(facts.video, has) : [];
  if (!facts.video || encodings.length === 0) return nothingMore;

  await using aside = await openAside(preparing);
  // reading what is published decodes it from end to end: its check comes free
  const copied = made.find(({ kind, facts: { isEncoded } }) => kind === "video-source.mp4" && !isEncoded);
  using source = await (copied ? borrowAsset(preparing, copied) : borrowOriginal(preparing));
  const work = workOn(preparing, source.file, [0, 0.98]);
  // a copy has one track, whichever it was in the recording
  const { index: _index, ...alone } = facts.video;
  const video = copied ? alone : facts.video;
  const { files, complaints } = await encodePictures(work, { video, encodings, folder: aside.folder });
  const assets: Asset[] = copied ? [{ ...copied, facts: { ...copied.facts, complaints } }] : [];
  for (const [index, { rung }] of encodings.entries()) {
    assets.push(...(await keepRendition(preparing, { kind: `video-${rung}`, from: files[index] ?? "" })));
  }
  return (trx, now) => saveAssets(trx, videoId, assets, now);
}
