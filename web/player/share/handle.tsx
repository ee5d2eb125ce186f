// One end of the part: a slider, and a button on each side of it for one second.
import { useId } from "react";
import { Button } from "#web/ui/button.tsx";
import { formatClock } from "#web/duration.ts";
import { sayTime } from "#web/player/time.ts";
import css from "./share.module.css";
import { words } from "./words.ts";

interface Props {
  name: string;
  seconds: number;
  min: number;
  max: number;
  move: (to: number) => void;
}

export function Handle({ name, seconds, min, max, move }: Props) {
  const id = useId();
  return (
    <div className={css.handle}>
      <label className={css.name} htmlFor={id}>
        {name} <span className={css.clock}>{formatClock(seconds)}</span>
      </label>
      <div className={css.row}>
        <Button aria-label={words.earlier(name)} onClick={() => move(seconds - 1)}>
          −
        </Button>
        <input
          id={id}
          className={css.slider}
          type="range"
          min={Math.min(min, seconds)}
          max={Math.max(max, seconds)}
          step={1}
          value={seconds}
          aria-valuetext={sayTime(seconds)}
          onChange={({ target }) => move(Number(target.value))}
        />
        <Button aria-label={words.later(name)} onClick={() => move(seconds + 1)}>
          +
        </Button>
      </div>
    </div>
  );
}
