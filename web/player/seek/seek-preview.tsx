// A small picture and the time at the position that the pointer, the finger or the keys aim at.
import type { Media } from "#contract/media.ts";
import { findTile } from "./peaks.ts";
import css from "./seek-preview.module.css";
import { formatClock } from "#web/duration.ts";

interface Props {
  seconds: number;
  /** What the waveform shows. */
  from: number;
  to: number;
  storyboard: Media["storyboard"];
  /** The title of the song at that moment, if it is known. */
  song: string | null;
}

export function SeekPreview({ seconds, from, to, storyboard, song }: Props) {
  const share = to > from ? (seconds - from) / (to - from) : 0;
  return (
    <div className={css.place} style={{ "--share": share } as React.CSSProperties} aria-hidden="true">
      <div className={css.preview}>
        {storyboard && <Tile storyboard={storyboard} seconds={seconds} />}
        {song !== null && (
          <span className={css.song}>
            <bdi>{song}</bdi>
          </span>
        )}
        <span className={css.time}>{formatClock(seconds - from, to - from)}</span>
      </div>
    </div>
  );
}

export function Tile({ storyboard, seconds }: { storyboard: NonNullable<Media["storyboard"]>; seconds: number }) {
  const { url, columns, rows, width, height, times } = storyboard;
  const tile = findTile(times, seconds);
  return (
    <div
      className={css.tile}
      style={{
        width,
        height,
        backgroundImage: `url("${url}")`,
        backgroundSize: `${columns * width}px ${rows * height}px`,
        backgroundPosition: `-${(tile % columns) * width}px -${Math.floor(tile / columns) * height}px`,
      }}
    />
  );
}
