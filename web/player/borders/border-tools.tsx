// The chosen border: hear it, and move it by a second or a tenth.
import { Icon } from "#web/player/controls/icon.tsx";
import { formatTenths } from "#web/player/time.ts";
import { Button } from "#web/ui/button.tsx";
import { nameBorder } from "#web/player/borders/wave/border-handle.tsx";
import type { Border } from "#web/player/borders/model/border-list.ts";
import css from "./desk.module.css";
import { words } from "./words.ts";

interface Props {
  border: Border | undefined;
  duration: number;
  nudge: (by: number) => void;
  hear: () => void;
  step: (by: -1 | 1) => void;
  hasPrevious: boolean;
  hasNext: boolean;
}

const nudges = [
  { by: -1, sign: "−1" },
  { by: -0.1, sign: "−0.1" },
  { by: 0.1, sign: "+0.1" },
  { by: 1, sign: "+1" },
] as const;

export function BorderTools({ border, duration, nudge, hear, step, hasPrevious, hasNext }: Props) {
  return (
    <div className={css.border}>
      <p className={css.chosen}>
        {border ? (
          <>
            <bdi>{nameBorder(border)}</bdi> <span className={css.clock}>{formatTenths(border.at, duration)}</span>
          </>
        ) : (
          words.border.none
        )}
      </p>
      <div className={css.tools}>
        <Step name={words.border.previous} icon="left" isOff={!hasPrevious} go={() => step(-1)} />
        <Step name={words.border.next} icon="right" isOff={!hasNext} go={() => step(1)} />
        {nudges.map(({ by, sign }) => {
          const seconds = String(Math.abs(by));
          const name = by < 0 ? words.border.earlier(seconds) : words.border.later(seconds);
          return (
            <Button
              key={by}
              className={css.nudge}
              aria-label={name}
              title={name}
              disabled={!border}
              onClick={() => nudge(by)}
            >
              {sign}
            </Button>
          );
        })}
        <Button disabled={!border} onClick={hear}>
          {words.border.hear}
        </Button>
      </div>
    </div>
  );
}

function Step({ name, icon, isOff, go }: { name: string; icon: "left" | "right"; isOff: boolean; go: () => void }) {
  return (
    <Button
      className={css.nudge}
      aria-label={name}
      title={name}
      disabled={isOff}
      onClick={go}
      icon={<Icon name={icon} />}
    />
  );
}
