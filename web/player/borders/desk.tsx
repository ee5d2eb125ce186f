// What an editor works with: the waveform, what to do at the moment that plays, the chosen border, and the rows.
import { useEffect, useRef, useState } from "react";
import type { Video } from "#contract/video.ts";
import type { Engine } from "#web/player/engine/engine.ts";
import { usePlayback } from "#web/player/use-playback.ts";
import { type Border, listBorders, moveBorder, stepBorder } from "#web/player/borders/model/border-list.ts";
import { BorderTools } from "./border-tools.tsx";
import { Conflict } from "./conflict.tsx";
import { changeDraft, type Draft, findDraft } from "./draft.ts";
import { FindButton } from "./find-button.tsx";
import { Foot } from "./foot.tsx";
import { FoundBorders } from "./found-borders.tsx";
import { hearAround } from "./hear.ts";
import { HereTools } from "./here-tools.tsx";
import { KeyLegend } from "./key-legend.tsx";
import { type Gap, listFound, takeFound } from "#web/player/borders/model/found.ts";
import { type ChangeRows, endRow, findRow, type Row, startSong } from "#web/player/borders/model/rows.ts";
import { RowList } from "#web/player/borders/form/row-list.tsx";
import { useActions } from "./use-actions.ts";
import { showMoment, type View, zoomView } from "#web/player/borders/model/view.ts";
import { FoundMarks, Wave } from "#web/player/borders/wave/wave.tsx";
import { ZoomTools } from "./zoom-tools.tsx";

interface Props {
  video: Video;
  draft: Draft;
  engine: Engine;
  /** From 0 to 1 each, evenly over the whole recording. */
  peaks: readonly number[];
  /** Where the audio suggests borders; null when it was not searched for them. */
  gaps: readonly Gap[] | null;
}

/** A border by its row, so that a row without a time can be chosen, too. */
interface Chosen {
  row: string;
  side: Border["side"];
}

export function Desk({ video, draft, engine, peaks, gaps }: Props) {
  const { id } = video;
  const { rows, theirs, dropped } = draft;
  const length = usePlayback(engine, (playback) => playback.duration);
  const duration = length > 0 ? length : (video.duration ?? 0);
  const [view, setView] = useState<View | null>(null);
  const shown = view ?? { from: 0, to: duration };
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const borders = listBorders(rows, duration);
  const key = chosen && `${chosen.row} ${chosen.side}`;
  const border = borders.find((one) => one.key === key);
  const hearing = useRef<() => void>(undefined);
  useEffect(() => () => hearing.current?.(), []);

  const change: ChangeRows = (next) =>
    changeDraft(id, { rows: typeof next === "function" ? next(findDraft(id)?.rows ?? rows) : next });
  const choose = (one: Border) => {
    setChosen({ row: one.row.key, side: one.side });
    setView(showMoment(shown, one.at, duration));
  };
  const chooseRow = (row: Row) => {
    setChosen({ row: row.key, side: "start" });
    if (row.start === null) return;
    setView(showMoment(shown, row.start, duration));
  };
  const [isFinding, setFinding] = useState(false);
  const found = isFinding && gaps ? listFound(gaps, rows, duration).filter(({ to }) => !dropped.includes(to)) : [];
  const nudge = (by: number) => border && change(moveBorder(rows, border, border.at + by));
  const hearAt = (seconds: number) => {
    hearing.current?.();
    hearing.current = hearAround(engine, seconds);
  };
  const hear = () => border && hearAt(border.at);
  const startHere = () => {
    const started = startSong(rows, Math.min(engine.readTime(), duration));
    change(started.rows);
    if (started.key !== null) setChosen({ row: started.key, side: "start" });
  };
  const endHere = () => {
    const row = findRow(rows, engine.readTime());
    if (!row) return;
    change(endRow(rows, row.key, Math.min(engine.readTime(), duration)));
    setChosen({ row: row.key, side: "end" });
  };
  const step = (by: -1 | 1) => {
    const next = stepBorder(borders, key, by);
    if (!next) return;
    choose(next);
    engine.seek(next.at);
  };
  const zoom = (by: number) => setView(zoomView(shown, by, { around: border?.at ?? engine.readTime(), duration }));
  useActions((action) => {
    if (action.do === "start") startHere();
    else if (action.do === "end") endHere();
    else if (action.do === "hear") hear();
    else if (action.do === "nudge") nudge(action.by);
    else if (action.do === "step") step(action.step);
    else if (action.do === "zoom") zoom(action.by);
  });
  if (duration <= 0) return null;
  return (
    <>
      {theirs && <Conflict id={id} draft={draft} theirs={theirs} />}
      <Wave
        {...{ engine, peaks, duration, borders, setView }}
        view={shown}
        selected={key}
        select={(one) => setChosen({ row: one.row.key, side: one.side })}
        move={(one, seconds) => change(moveBorder(rows, one, seconds))}
      >
        <FoundMarks {...{ found }} view={shown} />
      </Wave>
      <ZoomTools view={shown} duration={duration} zoom={zoom} showAll={() => setView(null)} />
      <HereTools {...{ engine, rows, startHere, endHere }} />
      <BorderTools
        {...{ nudge, hear, step, duration }}
        border={border}
        hasPrevious={stepBorder(borders, key, -1) !== undefined}
        hasNext={stepBorder(borders, key, 1) !== undefined}
      />
      {video.media?.audio && !(gaps && isFinding) && (
        <FindButton video={video} isKnown={gaps !== null} show={() => setFinding(true)} />
      )}
      {gaps && isFinding && (
        <FoundBorders
          {...{ found, duration }}
          hear={(seconds) => {
            setView(showMoment(shown, seconds, duration));
            hearAt(seconds);
          }}
          take={(taken) => change((now) => taken.reduce(takeFound, now))}
          drop={(gone) => changeDraft(id, { dropped: [...dropped, ...gone.map(({ to }) => to)] })}
        />
      )}
      <RowList {...{ id, engine, rows, change, duration }} chosen={chosen?.row ?? null} choose={chooseRow} />
      <KeyLegend />
      <Foot id={id} draft={draft} showRow={(row) => setChosen({ row, side: "start" })} />
    </>
  );
}
