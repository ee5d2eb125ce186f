// Above the list: how many recordings there are, sorting and filters.
import type { VideoSort } from "#contract/video.ts";
import { type Filter, isNarrow, sorts } from "./filter.ts";
import pill from "#web/ui/fields/pill.module.css";
import css from "./toolbar.module.css";
import { filterWords as words } from "#web/library/words.ts";

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
    <fieldset className={css.toolbar} aria-label={words.toolbar.label}>
      <select
        className={pill.pill}
        aria-label={words.toolbar.sort}
        value={filter.sort}
        onChange={(event) => change({ sort: event.target.value as VideoSort })}
      >
        {sorts.map((sort) => (
          <option key={sort} value={sort}>
            {words.toolbar.sorts[sort]}
          </option>
        ))}
      </select>
      {(years.length > 1 || filter.year !== null) && (
        <select
          className={pill.pill}
          aria-label={words.toolbar.year}
          data-active={filter.year !== null}
          value={filter.year ?? ""}
          onChange={(event) => change({ year: event.target.value === "" ? null : Number(event.target.value) })}
        >
          <option value="">{words.toolbar.allYears}</option>
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
          className={pill.pill}
          aria-pressed={filter.isUnfinishedOnly}
          data-active={filter.isUnfinishedOnly}
          onClick={() => change({ isUnfinishedOnly: !filter.isUnfinishedOnly })}
        >
          {words.toolbar.unfinished}
        </button>
      )}
      {canEdit && (
        <button
          type="button"
          className={pill.pill}
          aria-pressed={filter.isHiddenOnly}
          data-active={filter.isHiddenOnly}
          onClick={() => change({ isHiddenOnly: !filter.isHiddenOnly })}
        >
          {words.toolbar.onlyHidden}
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
  /** More recordings are being loaded. */
  isPart: boolean;
}

/** An output: screen readers announce how many recordings a search has found. */
export function Count({ shown, total, filter, isPart }: CountProps) {
  const { all, some, part } = words.count;
  const say = isPart ? part : all;
  return <output className={css.count}>{isNarrow(filter) ? some(shown, total) : say(total)}</output>;
}
