// When audio arrives before the first picture, hls.js 1.7 handles it only at its next tick, up to 100 ms later. This
// handles it at once. Part of the engine; undefined in a build of hls.js without separate audio.
import Hls, { type AudioStreamController } from "hls.js";

const Sound = Hls.DefaultConfig.audioStreamController;

export const PromptSound =
  Sound &&
  class PromptSound extends Sound {
    override onInitPtsFound(...given: Parameters<AudioStreamController["onInitPtsFound"]>): void {
      super.onInitPtsFound(...given);
      this.tickImmediate();
    }
  };
