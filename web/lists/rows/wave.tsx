// The waveform in a row: of the whole recording, or of the song in it. Loaded when the row comes into sight, and only where there
// is room for it.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Waveform } from "#web/ui/waveform/waveform.tsx";
import { waveformQuery } from "#web/waveform-query.ts";
import css from "./row.module.css";

interface Props {
  address: string | null;
  /** Null: the whole recording. */
  start: number | null;
  end: number | null;
}

export function Wave({ address, start, end }: Props) {
  const place = useRef<HTMLSpanElement>(null);
  const [isSeen, setSeen] = useState(false);
  const { data } = useQuery({ ...waveformQuery(address), enabled: isSeen && address !== null, retry: false });
  useEffect(() => {
    // where it is not displayed it is never in sight
    const watch = new IntersectionObserver(
      (seen) => seen.some(({ isIntersecting }) => isIntersecting) && setSeen(true),
    );
    if (place.current) watch.observe(place.current);
    return () => watch.disconnect();
  }, []);
  const bars = data ? barsOf(data, start, end) : [];
  return (
    <span ref={place} className={css.wave}>
      {bars.length > 0 && <Waveform peaks={bars} />}
    </span>
  );
}

interface Loud {
  interval: number;
  peaks: readonly number[];
}

const most = 128;

/** Of the part from start to end; the loudest of so many, so that there is room between the bars. */
export function barsOf({ interval, peaks }: Loud, start: number | null, end: number | null): number[] {
  const isPart = start !== null && interval > 0;
  const part = isPart
    ? peaks.slice(Math.floor(start / interval), Math.ceil((end ?? Number.POSITIVE_INFINITY) / interval))
    : peaks;
  const count = Math.min(most, part.length);
  const at = (bar: number) => Math.floor((bar * part.length) / count);
  return Array.from({ length: count }, (_, bar) => Math.max(...part.slice(at(bar), at(bar + 1))));
}
