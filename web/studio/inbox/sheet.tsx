// The inbox as a sheet: a row for each recording, with cells that are always open for typing.
import { type KeyboardEvent, memo, useLayoutEffect, useRef, useState } from "react";
import type { InboxEntry } from "#contract/inbox.ts";
import { type Drafts, pasteTable, readTable, typeCells } from "./cells.ts";
import css from "./inbox.module.css";
import { type Hand, Row } from "./row.tsx";
import { words } from "./words.ts";

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
