// A recording as one plain MP4 file: an index, the stored video file as it is, and the packets of the stored audio. Nothing is
// copied or encoded. The indexes of the fragments stay between the pictures, where players never look.
import { originSeconds } from "./cut-video.ts";
import type { AudioIndex, Packets } from "./write-audio-head.ts";
import { dataHeadBytes, writeAudioTrack, writeDataHead } from "./write-audio-head.ts";
import { box, countRuns } from "./write-boxes.ts";
import { movieTimescale, writeMovie, writeTrack } from "./write-track.ts";
import type { VideoIndex } from "./read-video-index.ts";

interface Shown {
  from: number;
  to: number;
}

interface Tracks {
  video: VideoIndex;
  /** The bytes of the whole slice that is sent. */
  videoBytes: number;
  audio: { index: AudioIndex; packets: Packets } | null;
  /** Tags and chapters. */
  extra: Buffer;
  /** The seconds of the recording that the file shows; without it all. */
  part?: Shown;
}

const all: Shown = { from: 0, to: Infinity };

/** What comes before the video. After it come the packets of the audio. */
export function writeJoinedHead({ video, videoBytes, audio, extra, part = all }: Tracks): Buffer {
  const ftyp = box("ftyp", Buffer.from("isom\0\0\x02\0isomiso2mp41", "latin1"));
  const sizes = audio?.index.sizes.subarray(audio.packets.first, audio.packets.last);
  const audioBytes = sizes?.reduce((sum, size) => sum + size, 0) ?? 0;
  const edits = listEdits(video, part);
  const durationMs = edits.reduce((sum, edit) => sum + edit.durationMs, 0);
  const write = (dataAt: number) => {
    const tracks = [
      writeVideoTrack(video, { dataAt, edits }),
      ...(audio ? [writeAudioTrack(audio.index, audio.packets, { id: 2, dataAt: dataAt + videoBytes })] : []),
    ];
    return writeMovie(durationMs, tracks, extra);
  };
  const dataAt = ftyp.length + write(0).length + dataHeadBytes;
  return Buffer.concat([ftyp, write(dataAt), writeDataHead(videoBytes + audioBytes)]);
}

type Edits = Parameters<typeof writeTrack>[0]["edits"];

function listEdits(video: VideoIndex, part: Shown): Edits {
  const { timescale, start } = video;
  const from = Math.round((originSeconds + part.from) * timescale) - start;
  const lateMs = from < 0 ? Math.round((-from / timescale) * movieTimescale) : 0;
  const wantedMs = Math.round((part.to - part.from) * movieTimescale) - lateMs;
  const durationMs = Math.min(Math.round(secondsOf(video) * movieTimescale), wantedMs);
  const late = lateMs > 0 ? [{ durationMs: lateMs, from: null }] : [];
  return [...late, { durationMs, from: Math.max(0, from) }];
}

function writeVideoTrack(video: VideoIndex, { dataAt, edits }: { dataAt: number; edits: Edits }): Buffer {
  const { timescale, stsd, tail } = video;
  return writeTrack({
    ...{ id: 1, kind: "vide", timescale, stsd, sizes: Uint32Array.from(video.sizes), edits },
    durations: countRuns(video.durations),
    chunks: video.chunks.map(({ at, count }) => ({ at: dataAt + at, count })),
    video: { delays: countRuns(video.delays), keys: video.keys, tail },
  });
}

function secondsOf({ durations, timescale }: VideoIndex): number {
  return durations.reduce((sum, duration) => sum + duration, 0) / timescale;
}

/** All of it. */
export function wholeOf({ sizes, runs, leadIn }: AudioIndex): Packets {
  const duration = runs.reduce((sum, run) => sum + run.count * run.duration, 0);
  return { first: 0, last: sizes.length, skip: leadIn, duration: duration - leadIn };
}
