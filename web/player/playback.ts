// What the media elements report, and nothing else: the player's store. Only the engine writes it.
import { createStore, type StoreApi } from "zustand/vanilla";

/** A size of the picture by its height. */
export type Quality = number;

export interface CaptionTrack {
  label: string;
  /** Empty when nobody knows. */
  language: string;
}

export type Trouble =
  /** The line is down; it goes on by itself. */
  | "offline"
  /** Nobody is signed in any more. */
  | "signed-out"
  /** Not visible any more, or a file of it is missing: the page asks which. */
  | "refused"
  /** The bytes came, and this browser cannot play them. */
  | "broken"
  | "unsupported";

export interface Playback {
  isPaused: boolean;
  isEnded: boolean;
  /** It should play, and does not. */
  isWaiting: boolean;
  isSeeking: boolean;
  /** A picture or a sound is there to begin with. */
  isReady: boolean;
  /** A real one: not black, and not still on its way. */
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
  /** No pictures are fetched. */
  isAudioOnly: boolean;
  isInPicture: boolean;
  canPictureInPicture: boolean;
  canAirPlay: boolean;
  isAirPlaying: boolean;
  captions: readonly CaptionTrack[];
  /** Null: none is shown. */
  shownCaptions: number | null;
  /** What somebody chose last, here or on another recording; null is none. */
  wantedCaptions: CaptionTrack | null;
  trouble: Trouble | null;
}

export const nothingYet: Playback = {
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
  canAirPlay: false,
  isAirPlaying: false,
  captions: [],
  shownCaptions: null,
  wantedCaptions: null,
  trouble: null,
};

export function createPlayback(): StoreApi<Playback> {
  return createStore(() => nothingYet);
}
