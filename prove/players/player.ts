// What every player gets, and what it returns.
import type { Truth } from "../odd-sources/model.ts";

export interface Recording {
  /** The address of the master playlist; needs a member's cookie. */
  address: string;
  cookie: string;
  /** The same through a proxy that adds the cookie, and asks again when the archive is busy. */
  openAddress: string;
  truth: Truth;
  /** How much later than the audio ffmpeg, and players made with it, show the video. */
  videoLag: number;
  /** A folder for the player's output. */
  folder: string;
}

/** Plays a recording to its end, and returns what was wrong, as sentences. */
export type Player = (recording: Recording) => Promise<string[]>;
