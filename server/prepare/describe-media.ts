// What can be played of a recording, as ready addresses, and how far its preparation is.
import type { Media } from "#contract/media.ts";
import type { Audience } from "#server/access/visible.ts";
import type { Database } from "#server/database/open.ts";
import type { VideoState } from "#server/database/tables.ts";
import type { Parts } from "#server/parts.ts";
import { captionKinds, type Kind } from "#server/media/store/kinds.ts";
import {
  findRecording,
  isOfPictures,
  listAssets,
  rungOf,
  versionOf,
  type Asset,
  type Recording,
} from "#server/library/recording.ts";
import { lacksSizes } from "./sizes.ts";
import { jobOf, steps } from "./steps.ts";
import { words } from "./words.ts";

interface Subject {
  id: string;
  state: VideoState;
  audio_only: boolean;
}

export async function describeMedia(
  { db, config }: Pick<Parts, "db" | "config">,
  subject: Subject,
  audience: Audience,
): Promise<Media> {
  const { id, audio_only: isAudioOnly } = subject;
  const recording = await findRecording(db, id);
  const assets = (await listAssets(db, id)).filter(({ kind }) => !isAudioOnly || !isOfPictures(kind));
  const find = (kind: Kind) => assets.find((asset) => asset.kind === kind);
  const addressOf = (kind: Kind) => {
    const asset = find(kind);
    return asset ? `/api/media/${id}/${kind}?v=${versionOf(asset)}` : null;
  };
  const sheet = find("storyboard")?.facts.storyboard;
  const audio = addressOf("audio.m4a");
  const isPlayable = chooseSound(assets) !== undefined || assets.some(({ kind }) => rungOf(kind));
  return {
    hls: isPlayable ? `/api/media/${id}/master.m3u8` : null,
    has_pictures: !isAudioOnly && recording?.facts.video != null,
    width: recording?.facts.video?.width ?? null,
    height: recording?.facts.video?.height ?? null,
    can_ask_for_sizes: config.smallerSizes === "when-asked" && recording !== undefined && lacksSizes(recording, assets),
    audio: audio === null ? null : { url: audio, offset: findOffset(assets), bytes: find("audio.m4a")?.bytes ?? 0 },
    ...(config.offlineVideo && describeSmallVideo(id, findSmallVideo(assets), find("audio.m4a"))),
    thumbnail: addressOf("thumbnail"),
    storyboard: sheet ? { url: addressOf("storyboard") ?? "", ...sheet } : null,
    waveform: addressOf("waveform"),
    captions: captionKinds.flatMap((kind) => {
      const facts = find(kind)?.facts.captions;
      return facts ? [{ url: addressOf(kind) ?? "", ...facts }] : [];
    }),
    ...(audience.isEditors && {
      loudness: describeLoudness(recording),
      waveform_detail: addressOf("waveform-detail"),
    }),
    preparation: {
      ...(await describePreparation(db, subject)),
      ...(audience.isEditors && { problem: recording?.problem ?? null }),
    },
  };
}

/** The audio with adjusted loudness; until it is ready, the recording's own. */
export function chooseSound(assets: readonly Asset[]): Asset | undefined {
  return assets.find(({ kind }) => kind === "audio.mp4") ?? assets.find(({ kind }) => kind === "copied-audio.mp4");
}

/** A player counts from the first picture; the plain sound from the beginning of the recording, one second in our files. */
export function findOffset(assets: readonly Asset[]): number {
  const starts = assets.filter(({ kind }) => rungOf(kind)).map(({ facts }) => facts.startSeconds ?? 1);
  return starts.length > 0 ? Math.round((Math.min(...starts) - 1) * 1000) / 1000 : 0;
}

function describeSmallVideo(id: string, video: Asset | undefined, audio: Asset | undefined): Partial<Media> {
  if (!video || !audio) return {};
  const url = `/api/video/v/${id}/download/small?v=${versionOf(video)}-${versionOf(audio)}`;
  return { small_video: { url, bytes: video.bytes + audio.bytes } };
}

/** Wider or higher ones would fill a phone. */
const mostSmallLines = 720;

/** Its smallest size, if that is small enough to be saved in a browser. */
export function findSmallVideo(assets: readonly Asset[]): Asset | undefined {
  const [smallest] = assets.filter(({ kind }) => rungOf(kind)).toSorted((a, b) => a.bytes - b.bytes);
  const { width = Infinity, height = Infinity } = smallest?.facts.rendition ?? {};
  return Math.min(width, height) <= mostSmallLines ? smallest : undefined;
}

function describeLoudness(recording: Recording | undefined): Media["loudness"] {
  if (!recording?.loudness) return null;
  const { integratedLufs, peakDb, gainDb } = recording.loudness;
  return { integrated_lufs: integratedLufs, peak_db: peakDb, gain_db: gainDb };
}

async function describePreparation(db: Database, { id, state }: Subject): Promise<Media["preparation"]> {
  if (state === "failed") return { state: "failed", words: null, progress: 0 };
  const job = await db
    .selectFrom("job")
    .select(["kind", "state", "progress"])
    .where("key", "=", id)
    .where("kind", "in", steps.map(jobOf))
    .where("state", "in", ["waiting", "running"])
    .executeTakeFirst();
  if (!job)
    return { state: state === "published" ? "done" : "waiting", words: null, progress: state === "published" ? 1 : 0 };
  const step = steps.find((one) => jobOf(one) === job.kind) ?? "first";
  return { state: job.state === "running" ? "running" : "waiting", words: words.steps[step], progress: job.progress };
}
