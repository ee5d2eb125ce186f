// What each step of preparing gets, and the functions that they share.
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { packageFile, type Packaged } from "#server/media/fragments/cmaf.ts";
import type { Kind, Rung } from "#server/media/store/kinds.ts";
import { judgeRendition, type Verdict } from "#server/media/fragments/judge.ts";
import { describeRendition, writeMediaPlaylist } from "#server/media/fragments/playlist.ts";
import { longestSeconds } from "#server/media/ffmpeg/arguments.ts";
import { saysUnreadable } from "#server/media/ffmpeg/run.ts";
import {
  borrowFile,
  findFile,
  keepFile,
  makeScratch,
  nameOf,
  originalName,
  type Scratch,
  type Borrowed,
} from "#server/media/store/store.ts";
import type { Work } from "#server/media/ffmpeg/work.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { listAssets, versionOf, type Asset, type AssetFacts, type Recording } from "#server/library/recording.ts";
import type { LockedTrx } from "#server/library/version.ts";
import { words } from "./words.ts";

export type PrepareParts = Pick<Parts, "db" | "media" | "clock" | "wake" | "log" | "config">;

export interface Preparing {
  parts: PrepareParts;
  recording: Recording;
  signal: AbortSignal;
  progress(fraction: number, words?: string): void;
}

/** The result of a step: its rows are written in one transaction together with the next step. */
export type Outcome = (trx: LockedTrx, now: Date) => Promise<void>;

export const nothingMore: Outcome = async () => {};

/** `share` is the part of the step's progress that this run covers. */
export function workOn(
  { parts, recording, signal, progress }: Preparing,
  source: string,
  share: readonly [number, number] = [0, 1],
): Work {
  const { durationSeconds, timeline, video } = recording.facts;
  const knownSeconds = durationSeconds || timeline?.lengthSeconds || 0;
  const [from, to] = share;
  return {
    tools: parts.media.tools,
    source,
    signal,
    pixels: video ? video.width * video.height : 0,
    // an encoder at a twentieth of real time is stuck
    limitSeconds: 120 + Math.ceil((knownSeconds || guessSeconds(recording)) * 20),
    onSeconds: (seconds) => progress(from + (to - from) * Math.min(1, knownSeconds > 0 ? seconds / knownSeconds : 0)),
  };
}

/** A recording that was cut off while it was made may not say how long it is: as long as it would be at 1 Mbit/s, at most a day. */
function guessSeconds({ bytes }: Recording): number {
  return Math.min(longestSeconds, bytes / 125_000);
}

/** For extras such as captions and covers: undefined when they cannot be read, because a recording plays without them. */
export async function tryRead<T>(
  { parts, recording }: Preparing,
  what: string,
  read: () => Promise<T | undefined>,
): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    const isRefused = error instanceof Refusal && error.code === "bad-input";
    if (!isRefused && !saysUnreadable(error)) throw error;
    parts.log.warn({ err: error, video: recording.videoId, what }, "a part of a recording could not be read");
    return undefined;
  }
}

export function openScratch({ parts }: Preparing): Promise<Scratch> {
  return makeScratch(parts.media.store);
}

/** The recording's original as a file on this machine: `using original = await borrowOriginal(preparing)`. */
export function borrowOriginal({ parts, recording, signal }: Preparing): Promise<Borrowed> {
  const { videoId, sha256, bytes } = recording;
  return borrowFile(parts.media.store, videoId, { name: originalName, sha256, bytes, signal });
}

export function borrowAsset({ parts, recording, signal }: Preparing, asset: Asset): Promise<Borrowed> {
  const { sha256, bytes } = asset;
  return borrowFile(parts.media.store, recording.videoId, { name: nameOf(asset), sha256, bytes, signal });
}

/** The assets whose files are complete: a repeated step need not make them again. */
export async function listMade(preparing: Preparing): Promise<Asset[]> {
  const { parts, recording } = preparing;
  const assets = await listAssets(parts.db, recording.videoId);
  const found = await Promise.all(assets.map((asset) => findFile(parts.media.store, recording.videoId, nameOf(asset))));
  return assets.filter(({ bytes }, index) => found[index]?.bytes === bytes);
}

export async function keepAsset(
  preparing: Preparing,
  made: { kind: Kind; from: string; facts?: AssetFacts },
): Promise<Asset> {
  const { parts, recording } = preparing;
  const stored = await keepFile(parts.media.store, recording.videoId, made);
  return { kind: made.kind, ...stored, facts: made.facts ?? {} };
}

export interface MadeRendition {
  kind: "audio" | "copied-audio" | `video-${Rung}`;
  from: string;
  packaged: Packaged;
  /** What the judge found; it is asked before anything is kept. */
  verdict: Verdict;
  /** The video is the recording's own, not encoded again. */
  isCopied?: boolean;
}

export async function judgeMade(
  made: Omit<MadeRendition, "packaged" | "verdict"> & { packaged?: Packaged },
): Promise<MadeRendition> {
  const packaged = made.packaged ?? (await packageFile(made.from));
  return { ...made, packaged, verdict: await judgeRendition(made.from, writeMediaPlaylist(packaged, "file")) };
}

/** A fragmented file and the playlist that lists its parts, if a player can follow them. */
export async function keepRendition(
  preparing: Preparing,
  { kind, from, packaged, verdict: { faults }, isCopied = false }: MadeRendition,
): Promise<Asset[]> {
  const { video } = preparing.recording.facts;
  if (faults.length > 0) throw new Refusal("bad-input", words.partNotPrepared, { cause: { kind, faults } });
  const isSound = packaged.track.kind === "audio";
  const rendition = describeRendition(packaged, isSound ? 0 : (video?.framesPerSecond ?? 0));
  // a copied picture may be turned when it is shown
  if (isCopied && video && !isSound) Object.assign(rendition, { width: video.width, height: video.height });
  const facts = { rendition, startSeconds: packaged.startSeconds, ...(!isCopied && !isSound && { isEncoded: true }) };
  const file = await keepAsset(preparing, { kind: `${kind}.mp4`, from, facts });
  const list = path.join(path.dirname(from), `${kind}.m3u8`);
  await writeFile(list, writeMediaPlaylist(packaged, `${kind}.mp4?v=${versionOf(file)}`));
  return [file, await keepAsset(preparing, { kind: `${kind}.m3u8`, from: list })];
}
