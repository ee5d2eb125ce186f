// Fills many cells of the inbox at once: by a pattern, or by find and replace. Nothing is saved by it.
import { type FormEvent, useId, useState } from "react";
import type { InboxEntry } from "#contract/inbox.ts";
import { Button } from "#web/ui/button.tsx";
import { type Column, columns, type Drafts, fillPattern, replaceText } from "./cells.ts";
import css from "./inbox.module.css";
import { words } from "./words.ts";

interface Props {
  entries: readonly InboxEntry[];
  isSelection: boolean;
  drafts: Drafts;
  fill: (after: Drafts) => void;
}

export function Tools({ entries, isSelection, drafts, fill }: Props) {
  const hint = useId();
  const [column, setColumn] = useState<Column>("title");
  const [pattern, setPattern] = useState("");
  const [first, setFirst] = useState("1");
  const [find, setFind] = useState("");
  const [replace, setReplace] = useState("");
  const onPattern = (event: FormEvent) => {
    event.preventDefault();
    if (pattern !== "") fill(fillPattern(entries, drafts, { column, pattern, first: Number(first) || 0 }));
  };
  const onReplace = (event: FormEvent) => {
    event.preventDefault();
    fill(replaceText(entries, drafts, { column, find, replace }));
  };
  return (
    <details className={css.tools}>
      <summary>{words.tools.open}</summary>
      <p className={css.from}>{words.tools.scope(entries.length, isSelection)}</p>
      <label className={css.field}>
        {words.tools.column}
        <select value={column} onChange={({ target }) => setColumn(target.value as Column)}>
          {columns.map((one) => (
            <option key={one} value={one}>
              {words.columns[one]}
            </option>
          ))}
        </select>
      </label>
      <form className={css.tool} onSubmit={onPattern}>
        <label className={css.field}>
          {words.tools.pattern}
          <input
            type="text"
            value={pattern}
            aria-describedby={hint}
            onChange={({ target }) => setPattern(target.value)}
          />
        </label>
        <label className={css.number}>
          {words.tools.first}
          <input type="number" min={0} value={first} onChange={({ target }) => setFirst(target.value)} />
        </label>
        <Button type="submit">{words.tools.fill}</Button>
      </form>
      <p id={hint} className={css.from}>
        {words.tools.patternHint}
      </p>
      <form className={css.tool} onSubmit={onReplace}>
        <label className={css.field}>
          {words.tools.find}
          <input type="text" value={find} onChange={({ target }) => setFind(target.value)} />
        </label>
        <label className={css.field}>
          {words.tools.replace}
          <input type="text" value={replace} onChange={({ target }) => setReplace(target.value)} />
        </label>
        <Button type="submit">{words.tools.replaceAll}</Button>
      </form>
    </details>
  );
}
