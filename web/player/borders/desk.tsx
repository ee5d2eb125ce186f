// What an editor works with: the waveform, what to do at the moment that plays, the chosen border, and the rows.
import { useEffect, useRef, useState, useEffectEvent } from "react";
import type { Video } from "#contract/video.ts";
import type { Engine } from "#web/player/engine/engine.ts";
import { usePlayback } from "#web/player/use-playback.ts";
import { type Border, listBorders, moveBorder, stepBorder } from "#web/player/borders/model/border-list.ts";
import { changeDraft, type Draft, findDraft, beginDraft, dropDraft, isChanged } from "./draft.ts";
import { type Gap, listFound, takeFound } from "#web/player/borders/model/found.ts";
import {
  type ChangeRows,
  endRow,
  findRow,
  type Row,
  startSong,
  findUnplaced,
  nameRow,
  isNamed,
} from "#web/player/borders/model/rows.ts";
import { RowList } from "#web/player/borders/form/row-list.tsx";
import { showMoment, type View, zoomView, shortestView } from "#web/player/borders/model/view.ts";
import { FoundMarks, Wave } from "#web/player/borders/wave/wave.tsx";
import css from "./desk.module.css";
import { words } from "./words.ts";
import { describeFocus } from "#web/player/controls/keys.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call, sayProblem } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { videoQuery } from "#web/video-query.ts";
import { Icon } from "#web/player/controls/icon.tsx";
import { formatTenths } from "#web/player/time.ts";
import { formatClock } from "#web/duration.ts";
import { nameBorder } from "#web/player/borders/wave/border-handle.tsx";
import type { SetList, SetListEntry } from "#contract/songs.ts";
import { setListQuery } from "#web/set-list-query.ts";
import { Conflict, EditingFoot } from "#web/ui/dialog/editing.tsx";
import { useSave } from "./use-save.ts";
import { words as dialogWords } from "#web/ui/dialog/words.ts";
import { editBorders } from "./editing.ts";
import foundBordersCss from "./found-borders.module.css";

interface Props {
  video: Video;
  draft: Draft;
  engine: Engine;
  /** Each is from 0 to 1; they are evenly over the whole recording. */
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
      {theirs && <SetListConflict id={id} draft={draft} theirs={theirs} />}
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

// Plays a second before and a second after a border, and then pauses.

const aroundSeconds = 1;

/** Ends by itself, also when somebody seeks elsewhere. Returns a function that ends it at once, without a pause. */
function hearAround(engine: Engine, at: number): () => void {
  const [from, to] = [Math.max(0, at - aroundSeconds), at + aroundSeconds];
  let [frame, hasBegun] = [0, false];
  engine.seek(from);
  engine.play();
  const watch = () => {
    const time = engine.readTime();
    const isInside = time >= from - 0.3 && time < to;
    hasBegun ||= isInside;
    cancelAnimationFrame(frame);
    if (!hasBegun || isInside) {
      frame = requestAnimationFrame(watch);
      return;
    }
    stop();
    if (time >= to && time < to + aroundSeconds) engine.pause();
  };
  // a page in the background draws no frames
  const unsubscribe = engine.store.subscribe(watch);
  const stop = () => {
    unsubscribe();
    cancelAnimationFrame(frame);
  };
  frame = requestAnimationFrame(watch);
  return stop;
}

/** What the keys mean while song borders are edited: some mean something else in the player. */
function KeyLegend() {
  return (
    <details className={css.legend}>
      <summary>{words.keys.heading}</summary>
      <dl>
        {keyLegend.map(({ keys, meaning }) => (
          <div key={meaning}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** Listens to the keyboard before the player does: while borders are edited, some keys mean something else. */
function useActions(run: (action: Action) => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
    if (describeFocus(event.target) === "text") return;
    const action = findAction(event.key);
    if (!action) return;
    // the player leaves keys alone that are handled
    event.preventDefault();
    run(action);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    addEventListener("keydown", listen, { capture: true });
    return () => removeEventListener("keydown", listen, { capture: true });
  }, []);
}

// Shows the borders that were found in the audio, or has the server look for them first, for recordings of earlier
// versions.

interface FindButtonProps {
  video: Video;
  /** The audio was searched already. */
  isKnown: boolean;
  show: () => void;
}

function FindButton({ video: { id, media }, isKnown, show }: FindButtonProps) {
  const queries = useQueryClient();
  const find = useMutation({
    mutationFn: () => call("findBorders", { params: { id } }),
    // from here on the page polls the progress
    onSuccess: () => queries.invalidateQueries({ queryKey: videoQuery(id).queryKey }),
    onError: (problem) => showToast({ kind: "error", message: words.found.failed(sayProblem(problem)) }),
  });
  const isLooking = !isKnown && media?.preparation.state !== "done";
  return (
    <Button
      className={css.left}
      busy={find.isPending || isLooking}
      onClick={() => {
        show();
        if (!isKnown) find.mutate();
      }}
    >
      {isLooking ? words.found.looking : words.found.find}
    </Button>
  );
}

// What can be done at the moment that plays: play, pause, "a song starts here", "it ends here".

interface HereToolsProps {
  engine: Engine;
  rows: readonly Row[];
  startHere: () => void;
  endHere: () => void;
}

function HereTools({ engine, rows, startHere, endHere }: HereToolsProps) {
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

// Which part of the recording the waveform shows, and buttons to see more or less of it.

interface ZoomToolsProps {
  view: View;
  duration: number;
  zoom: (by: number) => void;
  showAll: () => void;
}

function ZoomTools({ view, duration, zoom, showAll }: ZoomToolsProps) {
  const isWhole = view.to - view.from >= duration - 0.01;
  return (
    <div className={css.tools}>
      <span className="dim">
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

interface BorderToolsProps {
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

/** The chosen border: hear it, and move it by a second or a tenth. */
function BorderTools({ border, duration, nudge, hear, step, hasPrevious, hasNext }: BorderToolsProps) {
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

/** Somebody else has saved the set list in the meantime. */
function SetListConflict({ id, draft, theirs }: { id: string; draft: Draft; theirs: SetList }) {
  const queries = useQueryClient();
  const save = useSave(id, draft);
  return (
    <Conflict
      heading={words.conflict}
      theirs={<Version entries={theirs.entries} />}
      yours={<Version entries={draft.rows} />}
      isSaving={save.isPending}
      takeTheirs={() => {
        queries.setQueryData(setListQuery(id).queryKey, theirs);
        beginDraft(id, theirs);
      }}
      keepYours={() => save.mutate(theirs.revision)}
    />
  );
}

function Version({ entries }: { entries: readonly SetListEntry[] }) {
  return (
    <ol>
      {entries.map((entry, index) => (
        <li key={index}>
          <span className={css.clock}>{entry.start === null ? words.list.noTime : formatTenths(entry.start)}</span>{" "}
          <bdi>{nameRow(entry) || words.unnamed}</bdi>
        </li>
      ))}
    </ol>
  );
}

/** Saves or discards; songs without a title are asked for first. */
function Foot({ id, draft, showRow }: { id: string; draft: Draft; showRow: (key: string) => void }) {
  const save = useSave(id, draft);
  const [isAsking, setAsking] = useState(false);
  const [hasTried, setTried] = useState(false);
  const hasChanges = isChanged(draft);
  const unnamed = draft.rows.filter((row) => !isNamed(row));
  const [first] = unnamed;
  const close = () => {
    dropDraft(id);
    editBorders(null);
  };
  const trySave = () => {
    setTried(true);
    if (first) showRow(first.key);
    else save.mutate(draft.saved.revision);
  };
  return (
    <div className={css.foot}>
      <EditingFoot editing={{ isAsking, keepEditing: () => setAsking(false), close }} question={words.discardQuestion}>
        {hasTried && unnamed.length > 0 && (
          <p role="alert" className={css.question}>
            {words.titlesMissing(unnamed.length)}
          </p>
        )}
        <Button look="quiet" onClick={() => (hasChanges ? setAsking(true) : close())}>
          {hasChanges ? dialogWords.discard : dialogWords.close}
        </Button>
        <Button look="lamp" busy={save.isPending} disabled={!hasChanges || draft.theirs !== null} onClick={trySave}>
          {words.save(draft.rows.length)}
        </Button>
      </EditingFoot>
    </div>
  );
}

interface FoundBordersProps {
  found: readonly Gap[];
  duration: number;
  hear: (seconds: number) => void;
  take: (gaps: readonly Gap[]) => void;
  drop: (gaps: readonly Gap[]) => void;
}

/**
 * Borders that were found in the audio, each to be heard and then accepted or dropped; nothing is taken by itself.
 */
function FoundBorders({ found, duration, hear, take, drop }: FoundBordersProps) {
  if (found.length === 0) return <p className="dim">{words.found.none}</p>;
  return (
    <div className={foundBordersCss.found}>
      <h3 className={foundBordersCss.heading}>{words.found.heading(found.length)}</h3>
      <p className="dim">{words.found.text}</p>
      <div className="tools">
        <Button onClick={() => take(found)}>{words.found.takeAll}</Button>
        <Button look="quiet" onClick={() => drop(found)}>
          {words.found.dropAll}
        </Button>
      </div>
      <ul className={foundBordersCss.list}>
        {found.map((gap) => {
          const time = formatTenths(gap.to, duration);
          return (
            <li key={gap.to} className="tools">
              <span className={foundBordersCss.time}>{words.found.at(time)}</span>
              <Button aria-label={words.found.hearAt(time)} onClick={() => hear(gap.to)}>
                {words.found.hear}
              </Button>
              <Button aria-label={words.found.takeAt(time)} onClick={() => take([gap])}>
                {words.found.take}
              </Button>
              <Button look="quiet" aria-label={words.found.dropAt(time)} onClick={() => drop([gap])}>
                {words.found.drop}
              </Button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

type Action =
  | { do: "start" }
  | { do: "end" }
  | { do: "hear" }
  | { do: "nudge"; by: number }
  | { do: "step"; step: -1 | 1 }
  | { do: "zoom"; by: number };

/** M is the key that people know for "mark": mute has a button. Comma, point, minus and plus need no Shift on most keyboards. */
const actions: Record<string, Action> = {
  m: { do: "start" },
  e: { do: "end" },
  h: { do: "hear" },
  ",": { do: "nudge", by: -0.1 },
  ".": { do: "nudge", by: 0.1 },
  "-": { do: "nudge", by: -1 },
  "+": { do: "nudge", by: 1 },
  "=": { do: "nudge", by: 1 },
  p: { do: "step", step: -1 },
  n: { do: "step", step: 1 },
  i: { do: "zoom", by: 0.5 },
  o: { do: "zoom", by: 2 },
};

/** Which key means what while song borders are edited; all other keys are the player's. Pure. */
function findAction(key: string): Action | undefined {
  return actions[key.toLowerCase()];
}

const keyLegend: readonly { keys: readonly string[]; meaning: string }[] = [
  { keys: ["M"], meaning: words.keys.start },
  { keys: ["E"], meaning: words.keys.end },
  { keys: ["P", "N"], meaning: words.keys.step },
  { keys: [",", "."], meaning: words.keys.nudge },
  { keys: ["−", "+"], meaning: words.keys.nudgeMore },
  { keys: ["H"], meaning: words.keys.hear },
  { keys: ["I", "O"], meaning: words.keys.zoom },
  { keys: ["←", "→"], meaning: words.keys.arrows },
];
