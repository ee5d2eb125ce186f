// The step that adjusts the audio to the common loudness, and keeps what was measured and heard.
import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { setPeaks } from "#server/library/prepared.ts";
import { levelSound, type Measured, measureSound } from "#server/media/ffmpeg/sound.ts";
import {
  borrowAsset,
  judgeMade,
  keepAsset,
  keepRendition,
  listMade,
  nothingMore,
  openScratch,
  type Outcome,
  type Preparing,
  workOn,
} from "#server/prepare/preparing.ts";
import { hearFile } from "#server/recognise/hear/hear-file.ts";
import { type Asset, rungOf, saveAssets, setLoudness, setSoundPrint } from "#server/library/recording.ts";
import { openSource } from "./source.ts";

export async function makeSound(preparing: Preparing): Promise<Outcome> {
  const { recording } = preparing;
  const { videoId, facts } = recording;
  if (!facts.audio) return nothingMore;
  const made = await listMade(preparing);
  const has = new Set<string>(made.map(({ kind }) => kind));
  if (["audio.mp4", "audio.m3u8", "audio.m4a", "waveform"].every((kind) => has.has(kind)))
    return has.has("waveform-detail") && has.has("harmony") ? nothingMore : hearAgain(preparing, made);

  await using scratch = await openScratch(preparing);
  using source = await openSource(preparing, { folder: scratch.folder });
  const { audio } = source.facts;
  if (!audio) return nothingMore;
  const measured = await measureSound(source.work([0, 0.2]), audio, scratch.folder);
  const { fragmented, plain, gainDb } = await levelSound(source.work([0.2, 0.95]), {
    audio,
    loudness: measured.loudness,
    lengthSeconds: made.find(({ kind }) => rungOf(kind))?.facts.rendition?.durationSeconds ?? 0,
    folder: scratch.folder,
  });
  const waveform = path.join(scratch.folder, "waveform.json");
  await writeFile(waveform, JSON.stringify({ duration: measured.seconds, ...measured.waveform }));
  const assets = [
    ...(await keepRendition(preparing, await judgeMade({ kind: "audio", from: fragmented }))),
    await keepAsset(preparing, { kind: "audio.m4a", from: plain }),
    await keepAsset(preparing, { kind: "waveform", from: waveform }),
    ...(await keepHeard(preparing, measured, scratch.folder)),
  ];
  return async (trx, now) => {
    await saveAssets(trx, videoId, assets, now);
    await setLoudness(trx, videoId, { ...measured.loudness, gainDb });
    await setSoundPrint(trx, videoId, measured.print);
    await setPeaks(trx, videoId, { peaks: measured.digits, now });
  };
}

/**
 * For a recording that was prepared before there was a detailed waveform, or a file of its harmony: from its audio, which is small and
 * always there.
 */
export async function hearAgain(preparing: Preparing, made: readonly Asset[]): Promise<Outcome> {
  const { videoId, facts } = preparing.recording;
  const sound = made.find(({ kind }) => kind === "audio.m4a");
  if (!sound || !facts.audio) return nothingMore;
  await using scratch = await openScratch(preparing);
  using source = await borrowAsset(preparing, sound);
  const { index: _index, ...audio } = facts.audio;
  const measured = await measureSound(workOn(preparing, source.file), audio, scratch.folder);
  const heard = await keepHeard(preparing, measured, scratch.folder);
  return async (trx, now) => {
    await saveAssets(trx, videoId, heard, now);
    await setSoundPrint(trx, videoId, measured.print);
  };
}

async function keepHeard(
  preparing: Preparing,
  { seconds, detail, lowTones = "" }: Measured,
  folder: string,
): Promise<Asset[]> {
  const [details, harmony] = [path.join(folder, "waveform-detail.json"), path.join(folder, "harmony")];
  await writeFile(details, JSON.stringify({ duration: seconds, ...detail }));
  await writeFile(harmony, await hearFile(lowTones, preparing.signal));
  await rm(lowTones);
  return [
    await keepAsset(preparing, { kind: "waveform-detail", from: details }),
    await keepAsset(preparing, { kind: "harmony", from: harmony }),
  ];
}
