// Above the shelves: how many there are, in which order, and which of them.
import type { VideoSort } from "#contract/video.ts";
import { type Filter, isNarrow, sorts } from "./filter.ts";
import css from "./toolbar.module.css";

interface Props {
  filter: Filter;
  change: (changes: Partial<Filter>) => void;
  years: readonly number[];
  canEdit: boolean;
  hasUnfinished: boolean;
  children?: React.ReactNode;
}

export function Toolbar({ filter, change, years, canEdit, hasUnfinished, children }: Props) {
  return (
    <fieldset className={css.toolbar} aria-label="Sort and filter">
      <select
        className={css.pill}
        aria-label="Sort"
        value={filter.sort}
        onChange={(event) => change({ sort: event.target.value as VideoSort })}
      >
        {sorts.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      {(years.length > 1 || filter.year !== null) && (
        <select
          className={css.pill}
          aria-label="Year"
          data-active={filter.year !== null}
          value={filter.year ?? ""}
          onChange={(event) => change({ year: event.target.value === "" ? null : Number(event.target.value) })}
        >
          <option value="">All years</option>
          {filter.year !== null && !years.includes(filter.year) && <option value={filter.year}>{filter.year}</option>}
          {years.map((year) => (
            <option key={year} value={year}>
              {year}
            </option>
          ))}
        </select>
      )}
      {(hasUnfinished || filter.isUnfinishedOnly) && (
        <button
          type="button"
          className={css.pill}
          aria-pressed={filter.isUnfinishedOnly}
          data-active={filter.isUnfinishedOnly}
          onClick={() => change({ isUnfinishedOnly: !filter.isUnfinishedOnly })}
        >
          Unfinished
        </button>
      )}
      {canEdit && (
        <button
          type="button"
          className={css.pill}
          aria-pressed={filter.isHiddenOnly}
          data-active={filter.isHiddenOnly}
          onClick={() => change({ isHiddenOnly: !filter.isHiddenOnly })}
        >
          Only hidden
        </button>
      )}
      {children}
    </fieldset>
  );
}

interface CountProps {
  shown: number;
  total: number;
  filter: Filter;
}

/** Said aloud when it changes, so that a search is heard to have found something. */
export function Count({ shown, total, filter }: CountProps) {
  const all = total === 1 ? "1 recording" : `${total.toLocaleString()} recordings`;
  return <output className={css.count}>{isNarrow(filter) ? `${shown.toLocaleString()} of ${all}` : all}</output>;
}
