// The step that chooses a recording's thumbnail and makes the sheet of small pictures for its seek bar. A picture that lay
// beside the recording comes first, then its cover, then one of its frames.
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { setPictures } from "#server/library/prepared.ts";
import { drawPictures, makePictures, takeCover, takePicture, type Pictures } from "#server/media/ffmpeg/pictures.ts";
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
import { rungOf, saveAssets, versionOf, type Asset } from "#server/library/recording.ts";

export async function makePicturesStep(preparing: Preparing): Promise<Outcome> {
  const { videoId } = preparing.recording;
  await using scratch = await openScratch(preparing);
  const { thumbnail, color, storyboard } = await make(preparing, scratch.folder);
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
  const made = await listMade(preparing);
  const { video, frameSeconds } = preparing.recording.facts;
  if (video && frameSeconds !== undefined) return makeOwn(preparing, made, folder);
  const place = path.join(folder, "chosen");
  await mkdir(place);
  const chosen = (await tryBrought(preparing, made, place)) ?? (await tryCover(preparing, place));
  if (chosen && !video) return chosen;
  const own = await makeOwn(preparing, made, folder);
  return chosen ? { ...chosen, storyboard: own.storyboard } : own;
}

async function makeOwn(preparing: Preparing, made: readonly Asset[], folder: string): Promise<Pictures> {
  const { video, frameSeconds } = preparing.recording.facts;
  const rendition = made.find(({ kind }) => kind === "video-source.mp4") ?? made.find(({ kind }) => rungOf(kind));
  if (!video || !rendition) return draw(preparing, folder);
  const frame = { width: video.width, height: video.height, rotation: rendition.facts.isEncoded ? 0 : video.rotation };
  using source = await borrowAsset(preparing, rendition);
  return await makePictures(workOn(preparing, source.file), { frame, folder, frameSeconds });
}

/** Undefined when there was no picture beside it, or it cannot be read. */
async function tryBrought(preparing: Preparing, made: readonly Asset[], folder: string): Promise<Pictures | undefined> {
  const asset = made.find(({ kind }) => kind === "brought-picture");
  if (!asset) return undefined;
  using picture = await borrowAsset(preparing, asset);
  return await tryRead(preparing, "a picture", () => takePicture(workOn(preparing, picture.file), folder));
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
