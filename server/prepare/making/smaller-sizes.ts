// The step that makes smaller sizes, all in one pass, for slow connections and small screens.
import { furtherEncodings, needsFilling } from "#server/media/facts/decide.ts";
import type { EncodePlan } from "#server/media/ffmpeg/encode-arguments.ts";
import { judgeTogether } from "#server/media/fragments/judge.ts";
import { encodePictures } from "#server/media/ffmpeg/render.ts";
import {
  judgeMade,
  keepRendition,
  listMade,
  nothingMore,
  openScratch,
  type Outcome,
  type Preparing,
} from "#server/prepare/preparing.ts";
import { rungOf, saveAssets, type Asset } from "#server/library/recording.ts";
import { wantsSizes } from "#server/prepare/sizes.ts";
import { openSource } from "./source.ts";

export async function makeRungs(preparing: Preparing): Promise<Outcome> {
  const { facts, videoId } = preparing.recording;
  if (!(await isWanted(preparing))) return nothingMore;
  const made = await listMade(preparing);
  const has = made.map(({ kind }) => rungOf(kind)).filter((rung) => rung !== undefined);
  const encodings = facts.video ? furtherEncodings(facts.video, has) : [];
  if (!facts.video || encodings.length === 0) return nothingMore;

  await using scratch = await openScratch(preparing);
  using source = await openSource(preparing, { folder: scratch.folder });
  const { video, timeline } = source.facts;
  if (!video) return nothingMore;
  const encode = async (fill?: EncodePlan["fill"]) => {
    const { lateSeconds: fromSeconds, lostPictures: fromPicture, cutShifts, hasStills } = timeline ?? {};
    const plan = { encodings, fill, fromSeconds, fromPicture, ...(cutShifts && { cutShifts }), hasStills };
    const { files, complaints } = await encodePictures(source.work([0, 0.98]), { video, plan, folder: scratch.folder });
    const judging = encodings.map(({ rung }, index) => judgeMade({ kind: `video-${rung}`, from: files[index] ?? "" }));
    return { complaints, renditions: await Promise.all(judging) };
  };
  const fill = {
    framesPerSecond: timeline?.framesPerSecond ?? Math.min(60, video.framesPerSecond),
    lengthSeconds: timeline?.lengthSeconds ?? source.facts.durationSeconds,
  };
  let { complaints, renditions } = await encode(timeline && needsFilling(timeline) ? fill : undefined);
  // pictures that stand for long at the beginning are decoded long before they are shown, unless the gaps are filled
  const lasts = made.find(({ kind }) => rungOf(kind))?.facts.rendition?.durationSeconds ?? fill.lengthSeconds;
  if (renditions.some(({ verdict }) => judgeTogether([verdict], lasts).length > 0))
    ({ complaints, renditions } = await encode(fill));

  // the packets of a copy are those that were decoded just now: its check comes free
  const copied = made.find(({ kind, facts: { isEncoded } }) => kind === "video-source.mp4" && !isEncoded);
  const assets: Asset[] = copied ? [{ ...copied, facts: { ...copied.facts, complaints } }] : [];
  for (const rendition of renditions) assets.push(...(await keepRendition(preparing, rendition)));
  return (trx, now) => saveAssets(trx, videoId, assets, now);
}

async function isWanted({ parts: { db, config, clock }, recording }: Preparing): Promise<boolean> {
  const { videoId } = recording;
  const row = await db
    .selectFrom("video")
    .innerJoin("recording", "recording.video_id", "video.id")
    .select(["video.add_date as addDate", "recording.sizes_asked_at as askedAt"])
    .where("video.id", "=", videoId)
    .executeTakeFirst();
  return row !== undefined && wantsSizes(config.smallerSizes, row, clock.now());
}
