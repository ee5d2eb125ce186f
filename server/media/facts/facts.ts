// What a recording is, according to ffprobe: plain values that are stored with it and that decisions are based on.

export interface VideoFacts {
  /** Which track of the file it is; not there when it was taken in before this was kept. */
  index?: number;
  codec: string;
  pixelFormat: string;
  /** The size as it is shown: turned as its rotation says, with square pixels. */
  width: number;
  height: number;
  /** Clockwise, as it has to be turned to be shown: 0, 90, 180 or 270. */
  rotation: number;
  framesPerSecond: number;
  isInterlaced: boolean;
  /** ffmpeg gives its pictures times that are so much too early: see edit-list.ts. */
  delaySeconds?: number;
  /** An edit list cuts out parts of it: so much is left, in these parts. */
  cutSeconds?: number;
  cutParts?: CutPart[];
  /** Not there when it was taken in before colours were read. */
  colors?: ColorFacts;
}

/** What one entry of an edit list shows: how many pictures begin in it, and when the first of them is shown. */
export interface CutPart {
  pictures: number;
  atSeconds: number;
}

/** Named as in ffmpeg; null when the file does not say. */
export interface ColorFacts {
  transfer: string | null;
  primaries: string | null;
  matrix: string | null;
  range: string | null;
  /** Dolby Vision that is nothing else besides (profile 5): no free program shows its colours right. */
  isDolbyOnly?: boolean;
}

export interface AudioFacts {
  /** As in VideoFacts. */
  index?: number;
  codec: string;
  profile: string | null;
  channels: number;
  sampleRate: number;
}

/** Words to read along, as text. */
export interface CaptionFacts {
  /** Which track of the file it is. */
  index: number;
  /** As in `en` or `pt-BR`; null when the file does not say. */
  language: string | null;
  title: string | null;
}

/** From this packet of a track on, its times are moved by so many seconds more. */
export interface Shift {
  fromPacket: number;
  seconds: number;
}

/** What the packets themselves say about time: see timeline.ts. */
export interface Timeline {
  /** Where the clock of the recording was reset or jumped; nearly always empty. */
  shifts: { video: Shift[]; audio: Shift[] };
  /** When the first picture is shown or the first sound is heard, by that clock. */
  originSeconds: number;
  /** From then to the last moment that is shown or heard. */
  lengthSeconds: number;
  /** For more than a second there is nothing new to show: players need the last picture again. */
  hasHoles: boolean;
  /** A picture stands for more than a moment; not there when it was surveyed before this was kept. */
  hasStills?: boolean;
  /** How long the sound goes on before the first picture, and after the last one. */
  lateSeconds: number;
  tailSeconds: number;
  /** The first pictures have no times: so many are left out. */
  lostPictures?: number;
  /** An edit list cuts off pictures that others are made from. */
  hasHiddenPictures: boolean;
  /** An edit list cuts out sound in the middle; not there when it was surveyed before this was kept. */
  hasCuts?: boolean;
  /** An edit list cuts out pictures in the middle: how many are left, and when they are shown on average. */
  cutPictures?: { count: number; meanSeconds: number };
  /** After a cut ffmpeg's times of the pictures are wrong: from this picture on, they are moved by so many seconds more. */
  cutShifts?: { fromPicture: number; seconds: number }[];
  /** Enough for the quickest pictures it has. */
  framesPerSecond: number;
}

export interface Facts {
  format: string;
  /** What the container says; a broken recording may hold less. */
  durationSeconds: number;
  /** What its clock says when it begins; not there when it was taken in before this was kept. */
  startSeconds?: number;
  bitsPerSecond: number;
  /** Several Ogg or FLAC files one after the other: see chained-ogg.ts and joined-flac.ts. */
  isChained?: boolean;
  /** Only where it is: see file-end.ts. */
  isCutOff?: boolean;
  isUnderstated?: boolean;
  video: VideoFacts | null;
  audio: AudioFacts | null;
  audioTracks: number;
  /** Not there when it was taken in before captions were read. */
  captions?: CaptionFacts[];
  /** Which track of it is a still picture that stands for all of it; not there when it was taken in before. */
  cover?: number | null;
  /** Only where a copy of it as it is would not play right, or nothing could be copied. */
  timeline?: Timeline;
  title: string | null;
  /** The time of recording, if the container tells it. */
  recordedAt: string | null;
  /** What else is written into the file, by names in small letters; not there when it was taken in before this was kept. */
  tags?: Record<string, string>;
  chapters?: ChapterFacts[];
  /** How many captions were beside it, or were uploaded. */
  broughtCaptions?: number;
  /** Editors have changed its captions: those of the file itself no longer count. */
  areCaptionsEdited?: boolean;
  /** Editors have uploaded a picture, or have chosen the frame at this second. */
  isPictureChosen?: boolean;
  frameSeconds?: number;
}

export interface ChapterFacts {
  startSeconds: number;
  title: string;
}
