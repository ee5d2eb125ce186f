// What every player is given, and what it answers.
import type { Truth } from "../odd-sources/model.ts";

export interface Recording {
  /** Of the master playlist. */
  address: string;
  /** Of a member who may watch it. */
  cookie: string;
  truth: Truth;
  /** For what a player writes. */
  folder: string;
}

/** Plays a recording to its end; says what was wrong, in words. */
export type Player = (recording: Recording) => Promise<string[]>;
