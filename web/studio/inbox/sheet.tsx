// The inbox as a sheet: a row for each recording, with cells that are always open for typing.
import { type KeyboardEvent, memo, useLayoutEffect, useRef, useState, type ClipboardEvent, useId } from "react";
import type { InboxEntry } from "#contract/inbox.ts";
import {
  type Drafts,
  pasteTable,
  readTable,
  typeCells,
  cellsOf,
  type Column,
  columns,
  type Draft,
  readDate,
} from "./cells.ts";
import css from "./inbox.module.css";
import { words } from "./words.ts";
import { Link } from "react-router";
import { Thumb } from "#web/studio/thumb.tsx";

type Change<T> = (change: (before: T) => T) => void;

interface Props {
  entries: readonly InboxEntry[];
  drafts: Drafts;
  setDrafts: Change<Drafts>;
  selected: ReadonlySet<string>;
  setSelected: Change<ReadonlySet<string>>;
  paste: (after: Drafts) => void;
  save: () => void;
}

export function Sheet({ entries, drafts, setDrafts, selected, setSelected, paste, save }: Props) {
  const cells = useRef(new Map<string, HTMLElement>());
  const latest = useRef({ entries, drafts, paste });
  useLayoutEffect(() => {
    latest.current = { entries, drafts, paste };
  });
  const [hand] = useState<Hand>(() => ({
    cell(id, column, element) {
      if (element) cells.current.set(`${id} ${column}`, element);
      else cells.current.delete(`${id} ${column}`);
    },
    type: (entry, column, text) => setDrafts((before) => typeCells(before, entry, { [column]: text })),
    select: (id, isSelected) =>
      setSelected((before) => new Set(isSelected ? [...before, id] : [...before].filter((one) => one !== id))),
    move(id, column, by) {
      const row = latest.current.entries.findIndex((one) => one.id === id);
      const next = latest.current.entries[row + by];
      const cell = next && cells.current.get(`${next.id} ${column}`);
      cell?.focus();
      if (cell instanceof HTMLInputElement) cell.select();
    },
    paste(id, column, data) {
      const now = latest.current;
      const table = readTable(data.getData("text/plain"));
      const isTable = table.length > 1 || (table[0]?.length ?? 0) > 1;
      // a description may have several lines: only what comes from a sheet is spread
      const isSheet = column !== "description" || data.getData("text/html").includes("<table");
      if (!isTable || !isSheet) return false;
      const row = now.entries.findIndex((one) => one.id === id);
      now.paste(pasteTable(now.entries, now.drafts, { table, row, column }));
      return true;
    },
  }));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    save();
  };
  const areAll = entries.length > 0 && entries.every(({ id }) => selected.has(id));
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only a shortcut: the button does the same
    <div className={css.sheet} onKeyDown={onKeyDown}>
      <div className={css.top}>
        <label className={css.all}>
          <input
            type="checkbox"
            checked={areAll}
            onChange={({ target }) => setSelected(() => new Set(target.checked ? entries.map(({ id }) => id) : []))}
          />
          {words.selectAll}
        </label>
        <p className={css.keys}>{words.keys}</p>
      </div>
      <ul className={css.rows} aria-label={words.list}>
        {entries.map((entry) => (
          <SheetRow
            key={entry.id}
            entry={entry}
            draft={drafts[entry.id]}
            isSelected={selected.has(entry.id)}
            hand={hand}
          />
        ))}
      </ul>
    </div>
  );
}

const SheetRow = memo(Row);

/** What a row may do. The same functions all the time, so that typing draws one row and not 500. */
interface Hand {
  /** Cells are found by their recording and column. */
  cell: (id: string, column: Column, element: HTMLElement | null) => void;
  type: (entry: InboxEntry, column: Column, text: string) => void;
  select: (id: string, isSelected: boolean) => void;
  move: (id: string, column: Column, by: number) => void;
  /** Returns whether the text was taken. */
  paste: (id: string, column: Column, data: DataTransfer) => boolean;
}

interface RowProps {
  entry: InboxEntry;
  draft: Draft | undefined;
  isSelected: boolean;
  hand: Hand;
}

/** One recording of the inbox: its cells, where they came from, and what is doubtful. */
function Row({ entry, draft, isSelected, hand }: RowProps) {
  const id = useId();
  const cells = cellsOf(entry, draft ? { [entry.id]: draft } : {});
  const isBadDate = draft?.date !== undefined && !readDate(cells.date);
  return (
    <li className={css.row} data-changed={draft !== undefined || undefined}>
      <input
        type="checkbox"
        className={css.select}
        aria-label={words.select(entry.place)}
        checked={isSelected}
        onChange={({ target }) => hand.select(entry.id, target.checked)}
      />
      <Thumb address={entry.thumbnail_url} />
      <div className={css.cells}>
        {columns.map((column) => (
          <Cell
            key={column}
            entry={entry}
            column={column}
            text={cells[column]}
            hand={hand}
            fault={column === "date" && isBadDate ? `${id}fault` : undefined}
          />
        ))}
      </div>
      <div className={css.facts}>
        {isBadDate && (
          <p id={`${id}fault`} className={css.fault}>
            {words.badDate}
          </p>
        )}
        <Facts entry={entry} />
      </div>
    </li>
  );
}

interface CellProps {
  entry: InboxEntry;
  column: Column;
  text: string;
  hand: Hand;
  fault: string | undefined;
}

function Cell({ entry, column, text, hand, fault }: CellProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, Enter: event.shiftKey ? -1 : 1 };
    const by = steps[event.key];
    // in a description these keys write and move inside of the text
    if (by === undefined || column === "description") return;
    event.preventDefault();
    hand.move(entry.id, column, by);
  };
  const onPaste = (event: ClipboardEvent) => {
    if (hand.paste(entry.id, column, event.clipboardData)) event.preventDefault();
  };
  const shared = {
    "aria-label": words.cell(words.columns[column], entry.place),
    "aria-invalid": fault !== undefined || undefined,
    "aria-describedby": fault,
    dir: "auto" as const,
    value: text,
    placeholder: words.columns[column],
    onKeyDown,
    onPaste,
  };
  const ref = (element: HTMLElement | null) => hand.cell(entry.id, column, element);
  return column === "description" ? (
    <textarea
      {...shared}
      ref={ref}
      className={css.description}
      rows={1}
      onChange={({ target }) => hand.type(entry, column, target.value)}
    />
  ) : (
    <input
      {...shared}
      ref={ref}
      type="text"
      className={css[column]}
      {...(column === "title" && { maxLength: 200 })}
      onChange={({ target }) => hand.type(entry, column, target.value)}
    />
  );
}

function Facts({ entry }: { entry: InboxEntry }) {
  const { place, title_from, date_from, is_title_guess, is_date_guess, hidden, state, notes, doubles } = entry;
  return (
    <>
      <p className={css.from}>
        {(is_title_guess || is_date_guess) && <span className={css.guess}>{words.guess}</span>}
        {hidden && <span className={css.mark}>{words.hidden}</span>}
        {state !== "published" && <span className={css.mark}>{words[state]}</span>}
        <bdi>{place}</bdi>. {words.from(title_from, date_from)}
      </p>
      {doubles.map(({ id, title }) => (
        <p key={id} className={css.from}>
          <span className={css.guess}>{words.soundsLike}</span>{" "}
          <Link to={`/video/${id}`}>
            <bdi>{title}</bdi>
          </Link>
        </p>
      ))}
      {notes.map((note) => (
        <p key={note} className={css.from}>
          {note}
        </p>
      ))}
    </>
  );
}
