// The rows of the set list; the chosen one is open for editing.
import type { Engine } from "#web/player/engine/engine.ts";
import { formatTenths } from "#web/player/time.ts";
import { Button } from "#web/ui/button.tsx";
import {
  type ChangeRows,
  fillEnds,
  isTimed,
  nameRow,
  type Row,
  addRow,
  changeRow,
  endRow,
  joinNext,
  newSong,
  placeRow,
  removeRow,
  toTenth,
  renameRow,
} from "#web/player/borders/model/rows.ts";
import css from "./rows.module.css";
import { words } from "#web/player/borders/words.ts";
import { usePlayback } from "#web/player/use-playback.ts";
import { useId, useState } from "react";
import { call } from "#web/api.ts";
import type { KnownSong, NamedSong } from "#contract/songs.ts";

interface Props {
  id: string;
  engine: Engine;
  rows: readonly Row[];
  change: ChangeRows;
  chosen: string | null;
  choose: (row: Row) => void;
  duration: number;
}

export function RowList({ id, engine, rows, change, chosen, choose, duration }: Props) {
  if (rows.length === 0) return <p className={css.dim}>{words.list.empty}</p>;
  const hasOpenEnds = rows.some((row) => isTimed(row) && row.end === null);
  return (
    <div className={css.list}>
      <ol aria-label={words.list.label} className={css.rows}>
        {rows.map((row, index) => (
          <li key={row.key} className={css.row} data-chosen={row.key === chosen}>
            {row.part !== null && row.part !== rows[index - 1]?.part && (
              <h3 className={css.part}>
                <bdi>{row.part}</bdi>
              </h3>
            )}
            <Summary row={row} isChosen={row.key === chosen} choose={() => choose(row)} duration={duration} />
            {row.key === chosen && (
              <RowForm {...{ id, engine, row, rows, change, duration }} hasNext={index < rows.length - 1} />
            )}
          </li>
        ))}
      </ol>
      {hasOpenEnds && <Button onClick={() => change(fillEnds(rows, duration))}>{words.fillEnds}</Button>}
    </div>
  );
}

interface SummaryProps {
  row: Row;
  isChosen: boolean;
  choose: () => void;
  duration: number;
}

function Summary({ row, isChosen, choose, duration }: SummaryProps) {
  const title = nameRow(row).trim();
  return (
    <button type="button" className={css.summary} aria-expanded={isChosen} onClick={choose}>
      <span className={css.time}>{row.start === null ? words.list.noTime : formatTenths(row.start, duration)}</span>
      <span className={css.title} data-empty={title === ""}>
        <bdi>{title || words.unnamed}</bdi>
      </span>
      <span className={css.time}>{row.end === null ? "" : formatTenths(row.end, duration)}</span>
    </button>
  );
}

interface RowFormProps {
  id: string;
  engine: Engine;
  row: Row;
  rows: readonly Row[];
  change: ChangeRows;
  duration: number;
  hasNext: boolean;
}

/** One row of the set list, open for editing: title, part, times, and what else is known about it. */
function RowForm({ id, engine, row, rows, change, duration, hasNext }: RowFormProps) {
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

interface TimeFieldProps {
  name: string;
  seconds: number | null;
  duration: number;
  /** Returns what is wrong with it, or null. */
  set: (seconds: number | null) => string | null;
  isOff?: boolean;
}

/** A time to the tenth of a second that can be typed; what is not a time gets a sentence and changes nothing. */
function TimeField({ name, seconds, duration, set, isOff = false }: TimeFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const written = seconds === null ? "" : formatTenths(seconds, duration);
  const settle = () => {
    if (typed === null || typed === written) return setTyped(null);
    const read = readClock(typed);
    const wrong = read === undefined ? words.list.badTime : set(read);
    setProblem(wrong);
    if (wrong === null) setTyped(null);
  };
  return (
    <div className={css.field}>
      <label htmlFor={id}>{name}</label>
      <input
        id={id}
        className={css.clock}
        inputMode="decimal"
        size={9}
        disabled={isOff}
        value={typed ?? written}
        placeholder="0:00.0"
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : `${id}-problem`}
        onChange={(event) => {
          setTyped(event.target.value);
          setProblem(null);
        }}
        onBlur={settle}
        onKeyDown={(event) => event.key === "Enter" && settle()}
      />
      {problem !== null && (
        <small id={`${id}-problem`} role="alert" className={css.problem}>
          {problem}
        </small>
      )}
    </div>
  );
}

/** Null for an empty text; undefined when it is not a time. */
export function readClock(text: string): number | null | undefined {
  const typed = text.trim().replace(",", ".");
  if (typed === "") return null;
  const match = /^(?:(?:(\d{1,3}):)?(\d{1,3}):)?(\d{1,6}(?:\.\d*)?)$/.exec(typed);
  if (!match) return undefined;
  const [, hours = "0", minutes = "0", seconds = "0"] = match;
  const isClock = typed.includes(":");
  if (isClock && Number(seconds) >= 60) return undefined;
  return toTenth(Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds));
}

interface TitleFieldProps {
  id: string;
  row: Row;
  change: (change: (row: Row) => Row) => void;
}

/**
 * The title of a row. Once it is typed, known songs of that name are found; nearly the same is offered and never taken
 * without a yes.
 */
function TitleField({ id, row, change }: TitleFieldProps) {
  const field = useId();
  const title = nameRow(row);
  const isNew = row.songs.some((song) => song.id === null) && title.trim() !== "";
  const find = async () => {
    if (row.talk !== null || !isNew) return;
    const found = await findSongs(id, row).catch(() => undefined);
    // somebody may have typed on
    if (found) change((now) => (nameRow(now) === title ? { ...now, ...found } : now));
  };
  return (
    <>
      <div className={css.field}>
        <label htmlFor={field}>{words.list.title}</label>
        <input
          id={field}
          dir="auto"
          maxLength={400}
          value={title}
          title={words.list.titleHint}
          onChange={(event) => change((one) => renameRow(one, event.target.value))}
          onBlur={() => void find()}
          onKeyDown={(event) => event.key === "Enter" && void find()}
        />
        {row.talk === null && title.trim() !== "" && <small className={css.dim}>{describe(row.songs)}</small>}
      </div>
      {row.offers.length > 0 && (
        <Offers
          title={title}
          offers={row.offers}
          take={(song) => change((one) => ({ ...one, offers: [], ...(song && { songs: [song] }) }))}
        />
      )}
    </>
  );
}

function describe(songs: readonly NamedSong[]): string {
  return songs
    .map(({ id, artist }) => {
      if (id === null) return words.list.isNew;
      return artist === null ? words.list.known : words.list.knownCover(artist);
    })
    .join(" / ");
}

interface OffersProps {
  title: string;
  offers: readonly KnownSong[];
  /** Null: none of them. */
  take: (song: NamedSong | null) => void;
}

function Offers({ title, offers, take }: OffersProps) {
  return (
    <fieldset className={css.offers}>
      <legend>
        <bdi>{words.list.same(title)}</bdi>
      </legend>
      {offers.map((song) => (
        <Button key={song.id} onClick={() => take({ ...song, is_cover: song.artist !== null })}>
          <bdi>{song.artist === null ? song.title : `${song.title} (${song.artist})`}</bdi>
        </Button>
      ))}
      <Button onClick={() => take(null)}>{words.list.no}</Button>
    </fieldset>
  );
}

/** What the server understands of a pasted line: its artist and guest, and known songs by their id. */
async function findSongs(id: string, row: Row): Promise<Partial<Row> | undefined> {
  const text = row.songs.length > 1 ? `${nameRow(row)} (medley)` : nameRow(row);
  const { entries, similar } = await call("readSetList", { params: { id }, body: { text } });
  const [entry] = entries;
  if (!entry || entries.length > 1 || entry.start !== null || entry.songs.length !== row.songs.length) return undefined;
  return {
    songs: entry.songs.map((song, place) => (row.songs[place]?.id === null ? song : (row.songs[place] ?? song))),
    offers: entry.songs.length === 1 ? (similar[0]?.songs ?? []) : [],
    ...{ guest: row.guest ?? entry.guest, note: row.note ?? entry.note },
    ...{ segue: row.segue || entry.segue, debut: row.debut || entry.debut },
  };
}
