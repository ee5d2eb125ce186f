// One row of the set list, open for editing: title, part, times, and what else is known about it.
import type { Engine } from "#web/player/engine/engine.ts";
import { usePlayback } from "#web/player/use-playback.ts";
import { Button } from "#web/ui/button.tsx";
import {
  addRow,
  type ChangeRows,
  changeRow,
  endRow,
  isTimed,
  joinNext,
  newSong,
  nameRow,
  placeRow,
  removeRow,
  type Row,
} from "#web/player/borders/model/rows.ts";
import css from "./rows.module.css";
import { TimeField } from "./time-field.tsx";
import { TitleField } from "./title-field.tsx";
import { words } from "#web/player/borders/words.ts";

interface Props {
  id: string;
  engine: Engine;
  row: Row;
  rows: readonly Row[];
  change: ChangeRows;
  duration: number;
  hasNext: boolean;
}

export function RowForm({ id, engine, row, rows, change, duration, hasNext }: Props) {
  const { key } = row;
  const time = usePlayback(engine, (playback) => playback.time);
  const set = (changes: Partial<Row>) => change(changeRow(rows, key, (one) => ({ ...one, ...changes })));
  const here = () => Math.min(engine.readTime(), duration);
  const isInside = isTimed(row) && time > row.start + 0.1 && time < (row.end ?? Infinity) - 0.1;
  const setTalk = (isTalk: boolean) => {
    const name = nameRow(row);
    set(isTalk ? { talk: name, songs: [], offers: [] } : { talk: null, songs: [newSong(name)] });
  };
  const setStart = (seconds: number | null) => {
    if (seconds === null) return words.list.badTime;
    if (seconds > duration) return words.list.badTime;
    const placed = placeRow(rows, key, seconds);
    if (placed.find((one) => one.key === key)?.start !== seconds) return words.list.taken;
    change(placed);
    return null;
  };
  const setEnd = (seconds: number | null) => {
    const ended = endRow(rows, key, seconds === null ? null : Math.min(seconds, duration));
    if (seconds !== null && row.start !== null && seconds <= row.start) return words.list.badEnd;
    change(ended);
    return null;
  };
  return (
    <div className={css.form}>
      <TitleField {...{ id, row }} change={(next) => change((now) => changeRow(now, key, next))} />
      <TextField name={words.list.part} hint={words.list.partHint} value={row.part} set={(part) => set({ part })} />
      <div className={css.times}>
        <TimeField name={words.list.start} seconds={row.start} duration={duration} set={setStart} />
        <TimeField
          name={words.list.end}
          seconds={row.end}
          duration={duration}
          set={setEnd}
          isOff={row.start === null}
        />
        <Button onClick={() => change(placeRow(rows, key, here()))}>{words.list.startHere}</Button>
      </div>
      <Check name={words.list.isTalk} isOn={row.talk !== null} set={setTalk} />
      <Check name={words.list.segue} isOn={row.segue} set={(segue) => set({ segue })} />
      <Check name={words.list.debut} isOn={row.debut} set={(debut) => set({ debut })} />
      <TextField name={words.list.guest} value={row.guest} set={(guest) => set({ guest })} />
      <TextField name={words.list.note} value={row.note} set={(note) => set({ note })} most={500} />
      <div className={css.actions}>
        <Button disabled={!isInside} onClick={() => change(addRow(rows, here()).rows)}>
          {words.list.split}
        </Button>
        <Button disabled={!hasNext} onClick={() => change(joinNext(rows, key))}>
          {words.list.join}
        </Button>
        <Button look="danger" onClick={() => change(removeRow(rows, key))}>
          {words.list.remove}
        </Button>
      </div>
    </div>
  );
}

interface TextProps {
  name: string;
  hint?: string;
  value: string | null;
  set: (value: string | null) => void;
  most?: number;
}

function TextField({ name, hint, value, set, most = 200 }: TextProps) {
  return (
    <label className={css.field}>
      <span>{name}</span>
      <input
        dir="auto"
        maxLength={most}
        placeholder={hint}
        value={value ?? ""}
        onChange={(event) => set(event.target.value === "" ? null : event.target.value)}
      />
    </label>
  );
}

function Check({ name, isOn, set }: { name: string; isOn: boolean; set: (isOn: boolean) => void }) {
  return (
    <label className={css.check}>
      <input type="checkbox" checked={isOn} onChange={(event) => set(event.target.checked)} />
      {name}
    </label>
  );
}
