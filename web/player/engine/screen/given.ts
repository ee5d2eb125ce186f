// What playing on a television is given by the engine.
import type { Playback } from "#web/player/playback.ts";

/** An address that the video element plays in place of the stream. */
export interface Lent {
  url: string;
  /** Seconds by which its clock is ahead of the recording's. */
  offset: number;
}

export interface Given {
  signal: AbortSignal;
  tell(change: Partial<Playback>): void;
  lend(address: Lent | null): void;
}
