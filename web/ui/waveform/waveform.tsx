// A recording's waveform: its peaks, each from 0 to 1, as bars around a middle line. Silence is a flat line.
import css from "./waveform.module.css";

interface Props {
  peaks: readonly number[];
  /** Says what the picture is; without it the picture is decoration. */
  label?: string;
}

export function Waveform({ peaks, label }: Props) {
  return (
    <svg
      className={css.waveform}
      viewBox={`0 0 ${peaks.length * step} ${height}`}
      preserveAspectRatio="none"
      {...(label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label })}
    >
      <path d={waveformPath(peaks)} />
    </svg>
  );
}

const step = 6;
const height = 64;

/** One vertical stroke per peak, never shorter than a dot, so that silence is still a line. */
export function waveformPath(peaks: readonly number[]): string {
  return peaks
    .map((peak, index) => {
      const half = Math.max(0.1, (Math.min(1, Math.max(0, peak)) * height) / 2 - 2);
      return `M${index * step + step / 2} ${round(height / 2 - half)}v${round(half * 2)}`;
    })
    .join("");
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
