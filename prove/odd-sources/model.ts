// The types that the files of this test share. All times are in seconds.

export type Container = "mp4" | "mov" | "mkv" | "webm" | "ts" | "flv";
export type VideoCodec = "h264" | "hevc" | "vp9" | "mpeg4";
export type AudioCodec = "aac" | "opus" | "mp3" | "pcm" | "vorbis";
export type TrackName = "pictures" | "sound";
/** Of MP4 and MOV: with the index at the end or the front of the file, or in fragments that have their own times. */
export type Layout = "back" | "front" | "fragments";

/** A range of a track's own time that is shown; without `from` nothing is shown for that long. */
export interface Edit {
  from: number | null;
  seconds: number;
}

export type Move =
  | { do: "start"; at: number }
  | { do: "late"; track: TrackName; seconds: number }
  | { do: "end early"; track: TrackName; seconds: number }
  /** "shift": the content continues after the gap; "drop": the content of the gap is lost. */
  | { do: "hole"; tracks: TrackName[]; at: number; seconds: number; how: "shift" | "drop" }
  /** From `at` on, times continue at `to`; the parts are stored one after the other. */
  | { do: "part"; at: number; to: number }
  | { do: "no first key frame"; pictures: number }
  | { do: "edits"; pictures: Edit[]; sound: Edit[] }
  | { do: "no edit list" };

export interface Recipe {
  number: number;
  seed: number;
  /** What is irregular; "control" when nothing is. */
  kind: string;
  container: Container;
  layout: Layout;
  /** Written by ffmpeg instead of by our own code. */
  byFfmpeg: boolean;
  video: {
    codec: VideoCodec;
    width: number;
    height: number;
    frames: number;
    /** A fixed rate, or random intervals from this seed. */
    rate: number | { seed: number };
    group: number;
    bFrames: number;
    pyramid: boolean;
    isOpen: boolean;
  };
  audio: { codec: AudioCodec; sampleRate: number; channels: number; seconds: number } | null;
  moves: Move[];
}

/** One frame or one audio packet, in decoding order. */
export interface Unit {
  at: number;
  decodeAt: number;
  seconds: number;
  isKey: boolean;
  data: Buffer;
  /** The number of the frame, or the time of the audio. */
  content: number;
  /** A frame it depends on is missing. */
  isBroken?: boolean;
}

export interface Coded {
  /** The configuration of the decoder. */
  setup: Buffer;
  /** The same as an MP4 box. */
  stsd: Buffer;
  file: string;
  units: Unit[];
}

export interface Part {
  pictures: Unit[];
  sound: Unit[];
}

export interface Arranged {
  parts: Part[];
  /** Null if the container has no edit lists. */
  edits: { pictures: Edit[]; sound: Edit[] } | null;
}

export interface Shown {
  at: number;
  until: number;
  frame: number;
  /** How long the source usually shows a frame there; a gap is longer. */
  interval: number;
  /** An edit begins in the middle of this frame. Some players leave it out, which is correct, too. */
  isCut?: boolean;
}

export interface Heard {
  at: number;
  until: number;
  /** The time inside the content at `at`. */
  content: number;
}

/** What a person must see and hear, from time zero on. */
export interface Truth {
  seconds: number;
  pictures: Shown[];
  sound: Heard[];
  /** How far time zero and the end may be off, because the file does not state them exactly. */
  slack: number;
}
