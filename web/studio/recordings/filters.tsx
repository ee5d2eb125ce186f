// What is searched for in the table, its filters, its order, and which columns it has.
import { type ChangeEvent, type ReactNode, useEffect, useRef } from "react";
import type { NamedLevel } from "#contract/levels/levels.ts";
import type { RecordingSort } from "#contract/studio.ts";
import { keepFocus } from "#web/studio/keep-focus.ts";
import { Button } from "#web/ui/button.tsx";
import { columns, isSortable, showColumn, useHiddenColumns } from "./columns.ts";
import { type Filter, states } from "./filter.ts";
import css from "./recordings.module.css";
import { words } from "./words.ts";

/** The address follows when nobody has typed for a moment. */
const pauseMs = 200;

export function Find({ q, find }: { q: string; find: (q: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    // not while somebody types: the address would undo the last letters
    if (input.current && document.activeElement !== input.current) input.current.value = q;
  }, [q]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <input
      ref={input}
      type="search"
      className={css.find}
      aria-label={words.find}
      placeholder={words.find}
      maxLength={200}
      defaultValue={q}
      onChange={({ target }) => {
        clearTimeout(timer.current);
        timer.current = setTimeout(() => find(target.value.trim()), pauseMs);
      }}
    />
  );
}

interface FiltersProps {
  filter: Filter;
  levels: readonly NamedLevel[];
  isNarrowed: boolean;
  change: (part: { [K in keyof Filter]?: Filter[K] | undefined }) => void;
  reset: () => void;
}

export function Filters({ filter, levels, isNarrowed, change, reset }: FiltersProps) {
  const { filters } = words;
  const hidden = useHiddenColumns((choice) => choice.hidden);
  return (
    <fieldset className={css.filters} aria-label={filters.label}>
      <Pill
        label={filters.state}
        any={filters.anyState}
        value={filter.state}
        choose={(state) => change({ state: states.find((one) => one === state) })}
      >
        {states.map((state) => (
          <option key={state} value={state}>
            {words.states[state]}
          </option>
        ))}
      </Pill>
      {levels.length > 1 && (
        <Pill
          label={filters.level}
          any={filters.anyLevel}
          value={filter.level === undefined ? undefined : `:${filter.level}`}
          choose={(level) => change({ level: level === "" ? undefined : level.slice(1) })}
        >
          {levels.map(({ id, name }) => (
            <option key={id ?? ""} value={`:${id ?? ""}`}>
              {name}
            </option>
          ))}
        </Pill>
      )}
      {(["songs", "captions"] as const).map((what) => (
        <Pill
          key={what}
          label={filters[what]}
          any={what === "songs" ? filters.anySongs : filters.anyCaptions}
          value={filter[what]}
          choose={(choice) => {
            const next = choice === "none" || choice === "some" ? choice : undefined;
            change(what === "songs" ? { songs: next } : { captions: next });
          }}
        >
          <option value="none">{filters[`${what}None`]}</option>
          <option value="some">{filters[`${what}Some`]}</option>
        </Pill>
      ))}
      <input
        type="number"
        className={css.year}
        aria-label={filters.year}
        placeholder={filters.year}
        min={1970}
        max={2100}
        defaultValue={filter.year}
        onChange={({ target }) => {
          const year = target.valueAsNumber;
          if (target.value === "" || (year >= 1970 && year <= 2100))
            change({ year: target.value === "" ? undefined : year });
        }}
      />
      <Pill
        label={filters.sort}
        value={`${filter.sort ?? "date"} ${filter.order ?? "desc"}`}
        choose={(choice) => {
          const [sort, order] = choice.split(" ");
          change({
            sort: sort === "date" ? undefined : (sort as RecordingSort),
            order: order === "asc" ? order : undefined,
          });
        }}
      >
        {(["title", ...columns.map(({ key }) => key).filter(isSortable)] as const).flatMap((key) =>
          (["desc", "asc"] as const).map((order) => (
            <option key={`${key} ${order}`} value={`${key} ${order}`}>
              {filters.by(words.columns[key], order === "asc")}
            </option>
          )),
        )}
      </Pill>
      <details className={css.columns}>
        <summary className={css.pill}>{words.columns.choose}</summary>
        <div className={css.choices}>
          {columns.map(({ key }) => (
            <label key={key}>
              <input
                type="checkbox"
                checked={!hidden.has(key)}
                onChange={({ target }) => showColumn(key, target.checked)}
              />
              {words.columns[key]}
            </label>
          ))}
        </div>
      </details>
      {isNarrowed && (
        <Button ref={keepFocus} look="quiet" onClick={reset}>
          {filters.reset}
        </Button>
      )}
    </fieldset>
  );
}

interface PillProps {
  label: string;
  /** What stands for "no filter". */
  any?: string;
  value: string | undefined;
  choose: (value: string) => void;
  children: ReactNode;
}

function Pill({ label, any, value, choose, children }: PillProps) {
  return (
    <select
      className={css.pill}
      aria-label={label}
      data-active={any !== undefined && value !== undefined}
      value={value ?? ""}
      onChange={({ target }: ChangeEvent<HTMLSelectElement>) => choose(target.value)}
    >
      {any !== undefined && <option value="">{any}</option>}
      {children}
    </select>
  );
}
