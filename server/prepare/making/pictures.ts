// The step that chooses a recording's thumbnail and makes the sheet of small pictures for its seek bar.
import { setPictures } from "#server/library/prepared.ts";
import { drawPictures, makePictures, takeCover, type Pictures } from "#server/media/ffmpeg/pictures.ts";
import {
  borrowAsset,
  borrowOriginal,
  keepAsset,
  listMade,
  openAside,
  tryRead,
  workOn,
  type Outcome,
  type Preparing,
} from "#server/prepare/preparing.ts";
import { rungOf, saveAssets, versionOf } from "#server/library/recording.ts";

export async function makePicturesStep(preparing: Preparing): Promise<Outcome> {
  const { videoId } = preparing.recording;
  await using aside = await openAside(preparing);
  const { thumbnail, color, storyboard } = await make(preparing, aside.folder);
  const picture = await keepAsset(preparing, { kind: "thumbnail", from: thumbnail });
  const assets = [picture];
  if (storyboard)
    assets.push(
      await keepAsset(preparing, {
        kind: "storyboard",
        from: storyboard.file,
        facts: { storyboard: storyboard.facts },
      }),
    );
  return async (trx, now) => {
    await saveAssets(trx, videoId, assets, now);
    await setPictures(trx, videoId, { thumbnailHash: versionOf(picture), dominantColor: color, now });
  };
}

async function make(preparing: Preparing, folder: string): Promise<Pictures> {
  const { recording } = preparing;
  const { video } = recording.facts;
  const made = await listMade(preparing);
  const rendition = made.find(({ kind }) => kind === "video-source.mp4") ?? made.find(({ kind }) => rungOf(kind));
  if (!video || !rendition) return (await tryCover(preparing, folder)) ?? (await draw(preparing, folder));
  const frame = { width: video.width, height: video.height, rotation: rendition.facts.isEncoded ? 0 : video.rotation };
  using source = await borrowAsset(preparing, rendition);
  return await makePictures(workOn(preparing, source.file), { frame, folder });
}

/** Undefined when there is no cover, or it cannot be read. */
async function tryCover(preparing: Preparing, folder: string): Promise<Pictures | undefined> {
  const { cover: track = null } = preparing.recording.facts;
  if (track === null) return undefined;
  using original = await borrowOriginal(preparing);
  const work = workOn(preparing, original.file);
  return await tryRead(preparing, "a cover", () => takeCover(work, { track, folder }));
}

async function draw(preparing: Preparing, folder: string): Promise<Pictures> {
  const { videoId: seed } = preparing.recording;
  const row = await preparing.parts.db.selectFrom("video").select("peaks").where("id", "=", seed).executeTakeFirst();
  return drawPictures(workOn(preparing, ""), { digits: row?.peaks ?? "", seed, folder });
}
