// What can be done at the moment that plays: play, pause, "a song starts here", "it ends here".
import type { Engine } from "#web/player/engine/engine.ts";
import { Icon } from "#web/player/controls/icon.tsx";
import { formatTenths } from "#web/player/time.ts";
import { usePlayback } from "#web/player/use-playback.ts";
import { Button } from "#web/ui/button.tsx";
import css from "./desk.module.css";
import { findRow, findUnplaced, nameRow, type Row } from "#web/player/borders/model/rows.ts";
import { words } from "./words.ts";

interface Props {
  engine: Engine;
  rows: readonly Row[];
  startHere: () => void;
  endHere: () => void;
}

export function HereTools({ engine, rows, startHere, endHere }: Props) {
  const isPaused = usePlayback(engine, (playback) => playback.isPaused);
  const time = usePlayback(engine, (playback) => playback.time);
  const unplaced = findUnplaced(rows, time);
  return (
    <div className={css.tools}>
      <Button
        icon={<Icon name={isPaused ? "play" : "pause"} />}
        onClick={() => (isPaused ? engine.play() : engine.pause())}
      >
        {isPaused ? words.play : words.pause}
      </Button>
      <span className={css.clock}>{formatTenths(time)}</span>
      <Button look="lamp" className={css.grow} onClick={startHere}>
        {unplaced ? <bdi>{words.startsHere(nameRow(unplaced))}</bdi> : words.newStartsHere}
      </Button>
      <Button disabled={findRow(rows, time) === undefined} onClick={endHere}>
        {words.endsHere}
      </Button>
    </div>
  );
}
