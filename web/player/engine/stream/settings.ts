// How hls.js is set up: what it loads first, and how much it loads ahead. Part of the engine.
import Hls, { type HlsConfig, type AudioStreamController } from "hls.js";
import { blackBits } from "./black.ts";

/**
 * When audio arrives before the first picture, hls.js 1.7 handles it only at its next tick, up to 100 ms later. This
 * handles it at once. Undefined in a build of hls.js without separate audio.
 */
const Sound = Hls.DefaultConfig.audioStreamController;

const PromptSound =
  Sound &&
  class PromptSound extends Sound {
    override onInitPtsFound(...given: Parameters<AudioStreamController["onInitPtsFound"]>): void {
      super.onInitPtsFound(...given);
      this.tickImmediate();
    }
  };

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
