// Does what a key means, as far as the engine alone can do it.
import type { Engine } from "#web/player/engine/engine.ts";
import { nextRate } from "#web/player/habits.ts";
import type { Command } from "./keys.ts";

export function runCommand(engine: Engine, command: Command): void {
  const { isPaused, isMuted, volume, rate, duration, screen, hasScreens } = engine.store.getState();
  switch (command.do) {
    case "toggle":
      return isPaused ? engine.play() : engine.pause();
    case "skip":
      return engine.seek(engine.readTime() + command.seconds);
    case "jump":
      return engine.seek(duration * command.to);
    case "louder":
      if (isMuted) engine.setMuted(false);
      return engine.setVolume(Math.round((volume + command.by) * 100) / 100);
    case "mute":
      return engine.setMuted(!isMuted);
    case "slower":
      return engine.setRate(nextRate(rate, -1));
    case "faster":
      return engine.setRate(nextRate(rate, 1));
    case "captions":
      return engine.toggleCaptions();
    case "big-screen":
      if (screen !== "none") return engine.leaveScreen();
      return hasScreens ? engine.showScreen() : undefined;
    default:
  }
}
