// What every player is given, and what it answers.
import type { Truth } from "../odd-sources/model.ts";

export interface Recording {
  /** Of the master playlist, for who sends the cookie of a member. */
  address: string;
  cookie: string;
  /** The same by a server in between that sends the cookie, and asks again where the archive is busy. */
  openAddress: string;
  truth: Truth;
  /** For what a player writes. */
  folder: string;
}

/** Plays a recording to its end; says what was wrong, in words. */
export type Player = (recording: Recording) => Promise<string[]>;
