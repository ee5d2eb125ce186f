// What the parts of this rig hand to each other. All times are in seconds.

export type Container = "mp4" | "mov" | "mkv" | "webm" | "ts" | "flv";
export type VideoCodec = "h264" | "hevc" | "vp9" | "mpeg4";
export type AudioCodec = "aac" | "opus" | "mp3" | "pcm" | "vorbis";
export type TrackName = "pictures" | "sound";
/** "plain": its index at the end or at the front; "fragments": times in every fragment. Other containers have one way. */
export type Layout = "back" | "front" | "fragments";

/** A stretch of a track's own time that is shown; without `from` nothing is shown. */
export interface Edit {
  from: number | null;
  seconds: number;
}

export type Move =
  | { do: "start"; at: number }
  | { do: "late"; track: TrackName; seconds: number }
  | { do: "end early"; track: TrackName; seconds: number }
  /** "shift": the content waits; "drop": it is lost. */
  | { do: "hole"; tracks: TrackName[]; at: number; seconds: number; how: "shift" | "drop" }
  /** From there on times begin again at `to`; the parts are stored one after the other. */
  | { do: "part"; at: number; to: number }
  | { do: "no first key frame"; pictures: number }
  | { do: "edits"; pictures: Edit[]; sound: Edit[] }
  | { do: "no edit list" };

export interface Recipe {
  number: number;
  seed: number;
  /** What is odd about it; "control" when nothing is. */
  kind: string;
  container: Container;
  layout: Layout;
  /** Muxed by ffmpeg instead of our own writers. */
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

/** One picture or one packet of sound, in the order of decoding. */
export interface Unit {
  at: number;
  decodeAt: number;
  seconds: number;
  isKey: boolean;
  data: Buffer;
  /** The number of the picture, or the time of the sound. */
  content: number;
  /** What it needs is not there. */
  isBroken?: boolean;
}

export interface Coded {
  /** What a decoder has to know first. */
  setup: Buffer;
  /** The same as a box of MP4. */
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
  /** Only where the container has edit lists. */
  edits: { pictures: Edit[]; sound: Edit[] } | null;
}

export interface Shown {
  at: number;
  until: number;
  frame: number;
  /** How long the source shows a picture there; a hole is longer. */
  interval: number;
  /** An edit begins in the middle of it: some players leave it out, and that is as right. */
  isCut?: boolean;
}

export interface Heard {
  at: number;
  until: number;
  /** The content's time at `at`. */
  content: number;
}

/** What a person sees and hears, from time zero on. */
export interface Truth {
  seconds: number;
  pictures: Shown[];
  sound: Heard[];
  /** How exactly the file tells where time zero and its end are. */
  slack: number;
}
