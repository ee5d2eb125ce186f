// The step that makes a recording watchable: copied into fragments where browsers play it as it is, else encoded small.
import { open } from "node:fs/promises";
import path from "node:path";
import { publishVideo, setDuration } from "#server/library/prepared.ts";
import { packageFile, type Packaged } from "#server/media/cmaf.ts";
import { firstEncoding, longestGroupSeconds, planCopy } from "#server/media/decide.ts";
import { isDiskFull } from "#server/media/full.ts";
import { copyTracks, decodeWhole, encodePictures } from "#server/media/render.ts";
import { ProgramFailed } from "#server/media/run.ts";
import { Refusal } from "#server/refusal.ts";
import { takeFed } from "./feed-upload.ts";
import {
  borrowOriginal,
  keepRendition,
  listMade,
  openAside,
  workOn,
  type MadeRendition,
  type Outcome,
  type Preparing,
} from "./preparing.ts";
import { rungOf, saveAssets, setProblem, type Asset } from "./recording.ts";

export async function makeFirst(preparing: Preparing): Promise<Outcome> {
  const { parts, recording } = preparing;
  const { videoId, facts } = recording;
  const has = await listMade(preparing);
  const isMade = facts.video
    ? has.some(({ kind }) => rungOf(kind))
    : has.some(({ kind }) => kind === "copied-audio.mp4");
  if (isMade) return (trx, now) => publishVideo(trx, videoId, now).then(() => {});

  await using aside = await openAside(preparing);
  using original = await borrowOriginal(preparing);
  const made = await render(preparing, { source: original.file, folder: aside.folder });
  for (const { from, packaged } of made) await checkEnds(preparing, from, packaged);
  const durationSeconds = measureLength(made);
  const problem = judgeLength(facts.durationSeconds, durationSeconds);
  const assets: Asset[] = [];
  for (const rendition of made) assets.push(...(await keepRendition(preparing, rendition)));
  parts.log.info({ video: videoId, made: made.map(({ kind }) => kind) }, "a video can be watched");
  return async (trx, now) => {
    await saveAssets(trx, videoId, assets, now);
    await setProblem(trx, videoId, problem);
    await setDuration(trx, videoId, { durationSeconds: Math.round(durationSeconds * 1000) / 1000, now });
    await publishVideo(trx, videoId, now);
  };
}

type Made = MadeRendition & { packaged: Packaged };

interface Places {
  source: string;
  folder: string;
}

async function render(preparing: Preparing, { source, folder }: Places): Promise<Made[]> {
  const { facts } = preparing.recording;
  const copied = (await findFed(preparing, folder)) ?? (await copy(preparing, { source, folder }));
  const hasPictures = copied.some(({ kind }) => kind === "video-source");
  if (!facts.video || hasPictures) return requireSome(copied);
  const encoding = firstEncoding(facts.video);
  const encodings = [encoding];
  const share = [copied.length > 0 ? 0.1 : 0, 0.9] as const;
  const { files } = await encodePictures(
    { ...workOn(preparing, source, share), weight: "urgent" },
    { video: facts.video, encodings, folder },
  );
  const [from = ""] = files;
  return [{ kind: `video-${encoding.rung}`, from, packaged: await packageFile(from) }, ...copied];
}

/** What was copied while it was still being uploaded; undefined unless it is all there. */
async function findFed(preparing: Preparing, folder: string): Promise<Made[] | undefined> {
  const { parts, recording } = preparing;
  const { durationSeconds } = recording.facts;
  const tracks = await takeFed(parts.media.store, recording, { plan: planCopy(recording.facts), folder });
  if (!tracks) return undefined;
  const made = await packageTracks(tracks);
  const away = made.length > 0 ? Math.abs(measureLength(made) - durationSeconds) : Infinity;
  if (away > Math.max(0.1, durationSeconds * 0.01)) return undefined;
  parts.log.info({ video: recording.videoId }, "a recording was copied while it arrived");
  return made;
}

/** What may be copied; what turns out not to play as it is gets left out, and is encoded instead. */
async function copy(preparing: Preparing, { source, folder }: Places): Promise<Made[]> {
  const plan = planCopy(preparing.recording.facts);
  if (!plan.video && !plan.audio) return [];
  const work = workOn(preparing, source, [0, 0.1]);
  try {
    return await packageTracks(await copyTracks(work, { plan, folder }));
  } catch (error) {
    if (!(error instanceof ProgramFailed) || isDiskFull(error)) throw error;
    preparing.parts.log.warn(
      { err: error, video: preparing.recording.videoId },
      "a recording could not be copied as it is",
    );
    if (!plan.audio) return [];
    const soundOnly = { video: false, audio: { ...plan.audio, how: "encode" as const } };
    return packageTracks(await copyTracks(work, { plan: soundOnly, folder }));
  }
}

async function packageTracks(files: { video: string | null; audio: string | null }): Promise<Made[]> {
  const made: Made[] = [];
  const video = files.video && (await tryPackage(files.video));
  if (video && files.video && video.isClean && video.longestFragmentSeconds <= longestGroupSeconds) {
    made.push({ kind: "video-source", from: files.video, packaged: video, isCopied: true });
  }
  const audio = files.audio && (await tryPackage(files.audio));
  if (audio && files.audio) made.push({ kind: "copied-audio", from: files.audio, packaged: audio });
  return made;
}

/** Null when the track was declared but holds nothing. */
async function tryPackage(file: string): Promise<Packaged | null> {
  try {
    return await packageFile(file);
  } catch {
    return null;
  }
}

function requireSome(made: Made[]): Made[] {
  if (made.length === 0)
    throw new Refusal("bad-input", "This recording is empty: it holds neither pictures nor sound.");
  return made;
}

/** Decodes the first and the last fragment: quick, and finds what is broken as a whole. */
async function checkEnds(preparing: Preparing, file: string, { fragments, headBytes }: Packaged): Promise<void> {
  const ends = path.join(path.dirname(file), "ends.mp4");
  await using source = await open(file);
  {
    await using target = await open(ends, "w");
    const [first, last] = [fragments[0], fragments.at(-1)];
    const pieces = [{ offset: 0, bytes: headBytes }, first, ...(last === first ? [] : [last])];
    for (const piece of pieces) {
      if (!piece) continue;
      const { buffer, bytesRead } = await source.read(Buffer.allocUnsafe(piece.bytes), 0, piece.bytes, piece.offset);
      await target.write(buffer.subarray(0, bytesRead));
    }
  }
  const { signal, parts } = preparing;
  const work = { tools: parts.media.tools, source: ends, signal, limitSeconds: 120, weight: "light" as const };
  const { seconds, complaints } = await decodeWhole(work);
  if (seconds > 0) return;
  throw new Refusal("bad-input", "This recording could be read, but nothing of it can be played.", {
    cause: complaints,
  });
}

/** From the first moment of any track to the last of any; what lies before the first second is an encoder's lead-in. */
function measureLength(made: readonly Made[]): number {
  const begins = Math.min(...made.map(({ packaged }) => Math.max(1, packaged.startSeconds)));
  return Math.max(...made.map(({ packaged }) => packaged.startSeconds + packaged.durationSeconds)) - begins;
}

/** A recording that was cut off says it is longer than it is: it is kept, and editors are told. */
function judgeLength(saidSeconds: number, trueSeconds: number): string | null {
  const isShort = saidSeconds > 0 && trueSeconds < saidSeconds * 0.99 - 1;
  if (!isShort) return null;
  const show = (seconds: number) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
  return `This recording says it lasts ${show(saidSeconds)}, but it ends after ${show(trueSeconds)}: it seems to be cut off.`;
}
