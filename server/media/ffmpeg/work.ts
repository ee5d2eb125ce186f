// What every function that works on a recording gets.
import type { Tools, Weight } from "./run.ts";

export interface Work {
  tools: Tools;
  /** The file it reads. */
  source: string;
  /** When the recording begins, by the clock of that file; where ffmpeg says so, unless it is said. */
  originSeconds?: number | undefined;
  /** As in Origin. */
  hasCuts?: boolean | undefined;
  /** For what encodes or decodes all of it; heavy, unless it is said otherwise. */
  weight?: Weight;
  signal?: AbortSignal | undefined;
  /** Of real time, not of processor time, for one program. */
  limitSeconds: number;
  /** The size of the pictures of the recording. */
  pixels?: number | undefined;
  onSeconds?: ((seconds: number) => void) | undefined;
}
