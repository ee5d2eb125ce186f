// Speed, quality, sleep timer, and the language and look of the captions, in a small panel over the player.
import { lazy, Suspense, useId, useRef, useState } from "react";
import { Choice } from "./choice.tsx";
import { Control } from "./control.tsx";
import type { Engine } from "#web/player/engine/engine.ts";
import { captionHabits, changeCaptionHabits, rates, useHabits } from "#web/player/habits.ts";
import { backgrounds, sizes } from "#web/player/captions/look.ts";
import css from "./settings-menu.module.css";
import { usePlayback } from "#web/player/use-playback.ts";
import { words } from "./words.ts";

const { settings } = words;

const SleepMenu = lazy(async () => ({ default: (await import("#web/player/sleep/sleep-menu.tsx")).SleepMenu }));

const gap = 12;
/** From the top of the window to the button: less is not enough for the menu. */
const leastAbove = 320;

interface Props {
  engine: Engine;
  hasPictures: boolean;
}

export function SettingsMenu({ engine, hasPictures }: Props) {
  const button = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [place, setPlace] = useState({ right: 0, bottom: 0 });
  const id = useId();
  const rate = usePlayback(engine, (playback) => playback.rate);
  const qualities = usePlayback(engine, (playback) => playback.qualities);
  const chosen = usePlayback(engine, (playback) => playback.chosenQuality);
  const playing = usePlayback(engine, (playback) => playback.playingQuality);
  const captions = usePlayback(engine, (playback) => playback.captions);
  const { size, background } = useHabits(captionHabits);
  const name = captions.length > 0 ? settings.speedQualityAndCaptions : settings.speedAndQuality;
  const reading = usePlayback(engine, (playback) => playback.shownCaptions);
  /** Above its button: a popover in the top layer is not cut off, but has to be placed by hand. */
  const settle = () => {
    const box = button.current?.getBoundingClientRect();
    if (!box) return;
    // too little space above it, as on a phone on its side: over the controls, down to the edge
    const bottom = box.top < leastAbove ? gap : innerHeight - box.top + gap;
    setPlace({ right: Math.max(gap, innerWidth - box.right - 60), bottom });
  };
  return (
    <div ref={button}>
      <Control name={name} sign="settings" aria-expanded={isOpen} popoverTarget={id} />
      <fieldset
        id={id}
        popover="auto"
        className={css.panel}
        style={{ ...place, maxHeight: `min(70svh, 100svh - var(--header-height) - ${place.bottom + gap}px)` }}
        aria-label={name}
        onBeforeToggle={settle}
        onToggle={(event) => setOpen(event.newState === "open")}
      >
        <Choice
          label={settings.speed}
          options={rates.map((value) => ({ value, label: value === 1 ? settings.normalSpeed : `${value}×` }))}
          value={rate}
          choose={(value) => engine.setRate(value)}
        />
        {isOpen && (
          <Suspense>
            <SleepMenu />
          </Suspense>
        )}
        {hasPictures && qualities.length > 0 && (
          <Choice
            label={settings.quality}
            options={[
              { value: null, label: chosen === null && playing !== null ? settings.autoAt(playing) : settings.auto },
              ...qualities.map((value) => ({ value, label: `${value}p` })),
            ]}
            value={chosen}
            choose={(value) => engine.setQuality(value)}
          />
        )}
        {captions.length > 1 && (
          <Choice
            label={settings.captions}
            options={[
              { value: null, label: settings.captionsOff },
              ...captions.map(({ label }, value) => ({ value, label })),
            ]}
            value={reading}
            choose={engine.setCaptions}
          />
        )}
        {captions.length > 0 && (
          <>
            <Choice
              label={settings.captionSize}
              options={sizes.map((value) => ({ value, label: settings.captionSizes[value] }))}
              value={size}
              choose={(value) => changeCaptionHabits({ size: value })}
            />
            <Choice
              label={settings.captionBackground}
              options={backgrounds.map((value) => ({ value, label: settings.captionBackgrounds[value] }))}
              value={background}
              choose={(value) => changeCaptionHabits({ background: value })}
            />
          </>
        )}
      </fieldset>
    </div>
  );
}
