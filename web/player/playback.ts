// What the media elements report, and nothing else: the player's store. Only the engine writes it.
import { createStore, type StoreApi } from "zustand/vanilla";

/** A size of the video, named by its height. */
export type Quality = number;

export interface CaptionTrack {
  label: string;
  /** Empty when unknown. */
  language: string;
}

/** Text, or text with one of the tags that captions may have. */
export type CaptionPiece =
  | string
  | { tag: "b" | "i" | "u" | "ruby" | "rt" | "span"; pieces: readonly CaptionPiece[]; lang?: string };

export interface CaptionCue {
  pieces: readonly CaptionPiece[];
  isAtTop: boolean;
  align: "start" | "center" | "end";
}

export type Trouble =
  /** The connection is lost; playback continues when it is back. */
  | "offline"
  /** The session has ended. */
  | "signed-out"
  /** No longer visible, or a file is missing: the page asks the server which. */
  | "refused"
  /** The data arrived, but this browser cannot decode it. */
  | "broken"
  | "unsupported";

/** asking: the browser asks which television. opening: it is connected, and nothing plays yet. */
type ScreenState = "none" | "asking" | "opening" | "on";

export interface Playback {
  isPaused: boolean;
  isEnded: boolean;
  /** It should play, but has nothing to play yet. */
  isWaiting: boolean;
  isSeeking: boolean;
  /** The first data has arrived. */
  isReady: boolean;
  /** A real picture is shown: not the black one of Audio Only, and not still loading. */
  hasPicture: boolean;
  time: number;
  duration: number;
  buffered: readonly (readonly [from: number, to: number])[];
  volume: number;
  isMuted: boolean;
  rate: number;
  qualities: readonly Quality[];
  /** Null is Auto. */
  chosenQuality: Quality | null;
  playingQuality: Quality | null;
  /** No video is loaded. */
  isAudioOnly: boolean;
  isInPicture: boolean;
  canPictureInPicture: boolean;
  /** There is a television that this browser can reach. */
  hasScreens: boolean;
  screen: ScreenState;
  /** Why the last try to play on a television failed, as a sentence. */
  screenProblem: string | null;
  captions: readonly CaptionTrack[];
  /** Null: none is shown. */
  shownCaptions: number | null;
  /** Chosen last, for this or another recording; null is none. */
  wantedCaptions: CaptionTrack | null;
  /** What the shown captions say now, to be drawn by the page. */
  cues: readonly CaptionCue[];
  /** How often the stream was opened again at this place because it made no progress. */
  reopenings: number;
  /** The smallest size takes longer to load than to play. */
  isLineTooSlow: boolean;
  trouble: Trouble | null;
}

const nothingYet: Playback = {
  isPaused: true,
  isEnded: false,
  isWaiting: false,
  isSeeking: false,
  isReady: false,
  hasPicture: false,
  time: 0,
  duration: 0,
  buffered: [],
  volume: 0.5,
  isMuted: false,
  rate: 1,
  qualities: [],
  chosenQuality: null,
  playingQuality: null,
  isAudioOnly: false,
  isInPicture: false,
  canPictureInPicture: false,
  hasScreens: false,
  screen: "none",
  screenProblem: null,
  captions: [],
  shownCaptions: null,
  wantedCaptions: null,
  cues: [],
  reopenings: 0,
  isLineTooSlow: false,
  trouble: null,
};

export function createPlayback(): StoreApi<Playback> {
  return createStore(() => nothingYet);
}
