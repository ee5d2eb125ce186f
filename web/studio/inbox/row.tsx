// One recording of the inbox: its cells, where they came from, and what is doubtful.
import { type ClipboardEvent, type KeyboardEvent, useId } from "react";
import { Link } from "react-router";
import type { InboxEntry } from "#contract/inbox.ts";
import { Thumb } from "#web/studio/thumb.tsx";
import { cellsOf, type Column, columns, type Draft, readDate } from "./cells.ts";
import css from "./inbox.module.css";
import { words } from "./words.ts";

/** What a row may do. The same functions all the time, so that typing draws one row and not 500. */
export interface Hand {
  /** Cells are found by their recording and column. */
  cell: (id: string, column: Column, element: HTMLElement | null) => void;
  type: (entry: InboxEntry, column: Column, text: string) => void;
  select: (id: string, isSelected: boolean) => void;
  move: (id: string, column: Column, by: number) => void;
  /** Returns whether the text was taken. */
  paste: (id: string, column: Column, data: DataTransfer) => boolean;
}

interface Props {
  entry: InboxEntry;
  draft: Draft | undefined;
  isSelected: boolean;
  hand: Hand;
}

export function Row({ entry, draft, isSelected, hand }: Props) {
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
