// While a finger chooses a position: the waveform enlarged around it, the time, the song and a small picture.
import { useEffect, useRef } from "react";
import type { Media } from "#contract/media.ts";
import { drawWave } from "#web/player/seek/draw-wave.ts";
import { Tile } from "#web/player/seek/seek-preview.tsx";
import { formatClock } from "#web/duration.ts";
import { formatTenths } from "#web/player/time.ts";
import type { Scrub } from "./scrub.ts";
import css from "./scrub-panel.module.css";
import { touchWords as words } from "#web/player/page/words.ts";

interface Props {
  scrub: Scrub;
  peaks: readonly number[];
  storyboard: Media["storyboard"];
  /** The title of the song at that moment, if it is known. */
  song: string | null;
}

/** A pixel is less than this where tenths of a second can be chosen. */
const fineSecondsPerPixel = 0.5;

export function ScrubPanel({ scrub, peaks, storyboard, song }: Props) {
  const { seconds, from, duration, coarse, secondsPerPixel } = scrub;
  const isFine = secondsPerPixel < fineSecondsPerPixel;
  const difference = seconds - from;
  const way = difference < 0 ? words.earlier : words.later;
  return (
    <div className={css.panel} aria-hidden="true">
      <div className={css.words}>
        {storyboard && <Tile storyboard={storyboard} seconds={seconds} />}
        <div className={css.text}>
          <p className={css.time}>
            <span>{isFine ? formatTenths(seconds, duration) : formatClock(seconds, duration)}</span>
            <span className={css.difference}>{way(formatClock(Math.abs(difference)))}</span>
          </p>
          {song !== null && (
            <p className={css.song}>
              <bdi>{song}</bdi>
            </p>
          )}
          {!isFine && secondsPerPixel === coarse && <p className={css.hint}>{words.finer}</p>}
        </div>
      </div>
      <Enlarged scrub={scrub} peaks={peaks} />
    </div>
  );
}

/** The panel is at least so many times larger than the seek bar. */
const leastEnlarged = 4;

function Enlarged({ scrub, peaks }: Pick<Props, "scrub" | "peaks">) {
  const place = useRef<HTMLCanvasElement>(null);
  const { seconds, duration, secondsPerPixel } = scrub;
  useEffect(() => {
    const canvas = place.current;
    if (!canvas || duration <= 0) return;
    const width = canvas.clientWidth;
    const half = Math.min((secondsPerPixel * width) / 2, duration / leastEnlarged / 2) / duration;
    const middle = seconds / duration;
    drawWave(canvas, peaks, { from: middle - half, to: middle + half });
  }, [peaks, seconds, duration, secondsPerPixel]);
  return (
    <div className={css.enlarged}>
      <canvas ref={place} />
    </div>
  );
}
