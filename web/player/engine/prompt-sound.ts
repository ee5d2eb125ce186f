// hls.js 1.7 leaves sound that came before the first picture until its next tick, up to a tenth of a second, though both
// are there. This does not wait. Part of the engine; undefined in a build of hls.js without separate sound.
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
