// How hls.js is set up: what it loads first, and how much it loads ahead. Part of the engine.
import type { HlsConfig } from "hls.js";
import { blackBits } from "./black.ts";
import { PromptSound } from "./prompt-sound.ts";

export const settings: Partial<HlsConfig> = {
  // fragmented MP4 is passed through as it is: there is nothing for a worker to do
  enableWorker: false,
  autoStartLoad: false,
  lowLatencyMode: false,
  testBandwidth: false,
  // the first fragments need not wait until the element is ready for them
  startFragPrefetch: true,
  backBufferLength: 30,
  // after seeking back, what was buffered ahead is not kept forever
  frontBufferFlushThreshold: 90,
  // the bandwidth that is assumed until it has been measured
  abrEwmaDefaultEstimate: 3_000_000,
  minAutoBitrate: blackBits * 2,
  ...(PromptSound && { audioStreamController: PromptSound }),
};

// The first picture is loaded alone: more data would only delay it.
export const first: Partial<HlsConfig> = { maxBufferLength: 1, maxMaxBufferLength: 1 };
/** How long a loaded picture may take to be painted. */
export const paintMs = 250;
/** How long the first picture may take: at a low frame rate a decoder needs more than the first seconds of data. */
export const comeMs = 1000;
export const whole: Partial<HlsConfig> = { maxBufferLength: 30, maxMaxBufferLength: 60 };
