// A recording as one plain MP4 file: an index, the stored video file as it is, and the packets of the stored audio. Nothing is
// copied or encoded. The indexes of the fragments stay between the pictures, where players never look.
import type { AudioIndex } from "./write-audio-head.ts";
import { dataHeadBytes, writeAudioTrack, writeDataHead } from "./write-audio-head.ts";
import { box, countRuns } from "./write-boxes.ts";
import { movieTimescale, writeMovie, writeTrack } from "./write-track.ts";
import type { VideoIndex } from "./read-video-index.ts";

interface Tracks {
  video: VideoIndex;
  /** Of the whole file. */
  videoBytes: number;
  audio: AudioIndex | null;
  /** Tags and chapters. */
  extra: Buffer;
}

/** Our files begin at one second, so that a track can begin earlier than the others. */
const originSeconds = 1;

/** What comes before the video file. After it come the packets of the audio. */
export function writeJoinedHead({ video, videoBytes, audio, extra }: Tracks): Buffer {
  const ftyp = box("ftyp", Buffer.from("isom\0\0\x02\0isomiso2mp41", "latin1"));
  const audioBytes = audio?.sizes.reduce((sum, size) => sum + size, 0) ?? 0;
  const write = (dataAt: number) => {
    const tracks = [
      writeVideoTrack(video, dataAt),
      ...(audio ? [writeAudioTrack(audio, wholeOf(audio), { id: 2, dataAt: dataAt + videoBytes })] : []),
    ];
    return writeMovie(Math.round(secondsOf(video) * movieTimescale), tracks, extra);
  };
  const dataAt = ftyp.length + write(0).length + dataHeadBytes;
  return Buffer.concat([ftyp, write(dataAt), writeDataHead(videoBytes + audioBytes)]);
}

function writeVideoTrack(video: VideoIndex, dataAt: number): Buffer {
  const { timescale, stsd, tail, start } = video;
  const durationMs = Math.round(secondsOf(video) * movieTimescale);
  const from = originSeconds * timescale - start;
  const late = from < 0 ? [{ durationMs: Math.round((-from / timescale) * movieTimescale), from: null }] : [];
  return writeTrack({
    ...{ id: 1, kind: "vide", timescale, stsd, sizes: Uint32Array.from(video.sizes) },
    durations: countRuns(video.durations),
    chunks: video.chunks.map(({ at, count }) => ({ at: dataAt + at, count })),
    edits: [...late, { durationMs, from: Math.max(0, from) }],
    video: { delays: countRuns(video.delays), keys: video.keys, tail },
  });
}

function secondsOf({ durations, timescale }: VideoIndex): number {
  return durations.reduce((sum, duration) => sum + duration, 0) / timescale;
}

function wholeOf({ sizes, runs, leadIn }: AudioIndex) {
  const duration = runs.reduce((sum, run) => sum + run.count * run.duration, 0);
  return { first: 0, last: sizes.length, skip: leadIn, duration: duration - leadIn };
}
