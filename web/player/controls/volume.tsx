// The volume slider and the mute button.
import { Control } from "./control.tsx";
import type { Engine } from "#web/player/engine/engine.ts";
import { usePlayback } from "#web/player/use-playback.ts";
import css from "./volume.module.css";
import { words } from "./words.ts";

export function Volume({ engine }: { engine: Engine }) {
  const volume = usePlayback(engine, (playback) => playback.volume);
  const isMuted = usePlayback(engine, (playback) => playback.isMuted);
  const shown = isMuted ? 0 : volume;
  const percent = Math.round(shown * 100);
  return (
    <div className={css.volume}>
      <Control
        name={isMuted ? words.volume.unmute : words.volume.mute}
        sign={shown === 0 ? "muted" : shown < 0.5 ? "quiet" : "loud"}
        shortcut="M"
        onClick={() => engine.setMuted(!isMuted)}
      />
      <input
        type="range"
        className={css.slider}
        aria-label={words.volume.label}
        aria-valuetext={isMuted ? words.volume.muted(percent) : words.volume.percent(percent)}
        min={0}
        max={1}
        step={0.01}
        value={shown}
        style={{ "--filled": `${shown * 100}%` } as React.CSSProperties}
        onChange={(event) => {
          engine.setVolume(Number(event.target.value));
          if (isMuted) engine.setMuted(false);
        }}
      />
    </div>
  );
}
