// A recording as a careless copier would publish it: packets as they come out of ffmpeg, no times corrected. Only for
// finding out what the judge notices.
import path from "node:path";
import { readFile } from "node:fs/promises";
import { packageFile, type Packaged } from "#server/media/fragments/cmaf.ts";
import {
  fileOriginSeconds,
  judgeRendition,
  latestPictureSeconds,
  judgeTogether,
} from "#server/media/fragments/judge.ts";
import { writeMediaPlaylist } from "#server/media/fragments/playlist.ts";
import { planTimeline } from "#server/media/facts/timeline.ts";
import { audioFile, videoFile } from "#server/media/ffmpeg/arguments.ts";
import { probe } from "#server/media/ffmpeg/probe.ts";
import { encodeSound } from "#server/media/ffmpeg/sound-arguments.ts";
import type { Tools } from "#server/media/ffmpeg/run.ts";
import { surveyPackets } from "#server/media/ffmpeg/survey.ts";
import { decode, hearSound, seePictures } from "./decode.ts";
import type { Observed } from "./observe.ts";

interface Copied {
  /** What the judge says about it. */
  judged: string[];
  observed: Observed;
}

/** Null where ffmpeg copies nothing, so that nothing can be published either. */
export async function copyPlainly(tools: Tools, file: string): Promise<Copied | null> {
  const facts = await probe(tools, file);
  const folder = path.dirname(file);
  const made: { name: string; place: string; packaged: Packaged }[] = [];
  // sound of other codecs is never copied
  const sound = facts.audio?.codec === "aac" ? ["-c", "copy"] : facts.audio && encodeSound(facts.audio, { gainDb: 0 });
  for (const [kind, how] of [
    ["video", facts.video && ["-c", "copy"]],
    ["audio", sound],
  ] as const) {
    if (!how) continue;
    const place = path.join(folder, `${path.basename(file)}-${kind}.mp4`);
    const target = kind === "video" ? videoFile(place) : audioFile(place);
    await decode(["-y", "-copyts", "-start_at_zero", "-i", file, "-map", `0:${kind[0]}:0`, ...how, ...target]);
    const packaged = await packageFile(place).catch(() => null);
    if (!packaged) return null;
    made.push({ name: kind, place, packaged });
  }
  const verdicts = await Promise.all(
    made.map(({ place, packaged }) => judgeRendition(place, writeMediaPlaylist(packaged, "file"))),
  );
  const timeline = planTimeline(
    await surveyPackets({ tools, source: file, signal: new AbortController().signal, limitSeconds: 60 }, facts),
    facts.format,
  );
  const observed: Observed = {
    durationSeconds: Math.max(...verdicts.map(({ endSeconds }) => endSeconds)) - fileOriginSeconds,
    videos: [],
    sounds: [],
    complaints: "",
  };
  for (const { name, place, packaged } of made) {
    const playlist = {
      name: `${name}.m3u8`,
      seconds: packaged.segments.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0),
      offsets: packaged.segments.map(({ offset }) => offset),
      file: await readFile(place),
    };
    if (name === "video") observed.videos.push({ playlist, ...fromTheBeginning(await seePictures(playlist)) });
    else observed.sounds.push({ playlist, ...(await hearSound(playlist)) });
  }
  return { judged: judgeTogether(verdicts, timeline.lengthSeconds), observed };
}

/**
 * Pictures may begin a moment after the sound: the judge allows it, because then everything is shown and heard together, only as
 * much earlier as that moment lasts. The first picture counts from the beginning, as it does in what is published.
 */
function fromTheBeginning<T extends { pictures: readonly { at: number }[] }>(seen: T): T {
  const [first, ...others] = seen.pictures;
  if (!first || first.at - fileOriginSeconds > latestPictureSeconds) return seen;
  return { ...seen, pictures: [{ ...first, at: fileOriginSeconds }, ...others] };
}
