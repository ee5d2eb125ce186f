// Over the video while it plays on a television: that it does, and the way back. Or why it does not.
import { Button } from "#web/ui/button.tsx";
import type { Engine } from "#web/player/engine/engine.ts";
import { usePlayback } from "#web/player/use-playback.ts";
import css from "./screen-panel.module.css";
import { words } from "./words.ts";

export function ScreenPanel({ engine }: { engine: Engine }) {
  const state = usePlayback(engine, ({ screen }) => screen);
  const problem = usePlayback(engine, ({ screenProblem }) => screenProblem);
  if (state === "none")
    return (
      <div className={css.note} role="alert">
        <p>{problem}</p>
        <Button size="small" onClick={engine.leaveScreen}>
          {words.close}
        </Button>
      </div>
    );
  return (
    <div className={css.panel} data-part="screen">
      <output className={css.title}>{words[state]}</output>
      {state === "on" && <p>{words.text}</p>}
      {state !== "asking" && (
        <Button look="lamp" onClick={engine.leaveScreen}>
          {words.back}
        </Button>
      )}
    </div>
  );
}
