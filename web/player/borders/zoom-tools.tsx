// Which part of the recording the waveform shows, and buttons to see more or less of it.
import { formatClock } from "#web/duration.ts";
import { Button } from "#web/ui/button.tsx";
import css from "./desk.module.css";
import { shortestView, type View } from "#web/player/borders/model/view.ts";
import { words } from "./words.ts";

interface Props {
  view: View;
  duration: number;
  zoom: (by: number) => void;
  showAll: () => void;
}

export function ZoomTools({ view, duration, zoom, showAll }: Props) {
  const isWhole = view.to - view.from >= duration - 0.01;
  return (
    <div className={css.tools}>
      <span className={css.dim}>
        {isWhole ? words.wholeShown : words.shown(formatClock(view.from, duration), formatClock(view.to, duration))}
      </span>
      <span className={css.push} />
      <Button aria-label={words.zoomOut} title={words.zoomOut} disabled={isWhole} onClick={() => zoom(2)}>
        −
      </Button>
      <Button
        aria-label={words.zoomIn}
        title={words.zoomIn}
        disabled={view.to - view.from <= shortestView}
        onClick={() => zoom(0.5)}
      >
        +
      </Button>
      <Button disabled={isWhole} onClick={showAll}>
        {words.zoomAll}
      </Button>
    </div>
  );
}
