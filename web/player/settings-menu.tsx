// Speed and quality, in a small panel over the player.
import { useEffect, useId, useRef, useState } from "react";
import { Control } from "./control.tsx";
import type { Engine } from "./engine.ts";
import { rates } from "./habits.ts";
import css from "./settings-menu.module.css";
import { usePlayback } from "./use-playback.ts";

interface Props {
  engine: Engine;
  hasPictures: boolean;
}

export function SettingsMenu({ engine, hasPictures }: Props) {
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const id = useId();
  const rate = usePlayback(engine, (playback) => playback.rate);
  const qualities = usePlayback(engine, (playback) => playback.qualities);
  const chosen = usePlayback(engine, (playback) => playback.chosenQuality);
  const playing = usePlayback(engine, (playback) => playback.playingQuality);
  useEffect(() => {
    if (!isOpen) return;
    const close = (event: Event) => {
      if (event instanceof KeyboardEvent ? event.key === "Escape" : !place.current?.contains(event.target as Node)) {
        setOpen(false);
      }
    };
    addEventListener("pointerdown", close);
    addEventListener("keydown", close);
    return () => {
      removeEventListener("pointerdown", close);
      removeEventListener("keydown", close);
    };
  }, [isOpen]);
  return (
    <div ref={place} className={css.place}>
      <Control
        name="Speed and quality"
        sign="settings"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && (
        <fieldset id={id} className={css.panel} aria-label="Speed and quality">
          <Choice
            label="Speed"
            options={rates.map((value) => ({ value, label: value === 1 ? "Normal" : `${value}×` }))}
            value={rate}
            choose={(value) => engine.setRate(value)}
          />
          {hasPictures && qualities.length > 0 && (
            <Choice
              label="Quality"
              options={[
                { value: null, label: chosen === null && playing !== null ? `Auto (${playing}p)` : "Auto" },
                ...qualities.map((value) => ({ value, label: `${value}p` })),
              ]}
              value={chosen}
              choose={(value) => engine.setQuality(value)}
            />
          )}
        </fieldset>
      )}
    </div>
  );
}

interface ChoiceProps<T> {
  label: string;
  options: readonly { value: T; label: string }[];
  value: T;
  choose: (value: T) => void;
}

function Choice<T extends number | null>({ label, options, value, choose }: ChoiceProps<T>) {
  const name = useId();
  return (
    <fieldset className={css.choice}>
      <legend>{label}</legend>
      <div className={css.options}>
        {options.map((option) => (
          <label key={String(option.value)} className={css.option}>
            <input type="radio" name={name} checked={option.value === value} onChange={() => choose(option.value)} />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
