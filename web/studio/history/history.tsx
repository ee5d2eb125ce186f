// The history of all changes, newest first. The filter is in the address.
import { useInfiniteQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import type { HistoryEntry, HistoryKind } from "#contract/studio.ts";
import { useUser } from "#web/session.ts";
import { Blank } from "#web/ui/blank.tsx";
import { Button } from "#web/ui/button.tsx";
import { EntryRow } from "./history-row.tsx";
import css from "./history.module.css";
import { keepFocus } from "#web/studio/keep-focus.ts";
import { Loaded } from "#web/studio/loaded.tsx";
import { type HistoryFilter, historyQuery } from "#web/studio/queries.ts";
import rows from "#web/studio/rows.module.css";
import { words } from "./words.ts";

const kinds = Object.entries(words.filter.kinds) as [HistoryKind, string][];
/** The server shows these only to the owner. */
const ownersKinds: readonly HistoryKind[] = ["settings", "permission", "sign-in"];

export function HistoryPage() {
  const [query, setQuery] = useSearchParams();
  const { user } = useUser();
  const filter = readFilter(query);
  const history = useInfiniteQuery(historyQuery(filter));
  const change = (changes: { [K in keyof HistoryFilter]?: HistoryFilter[K] | undefined }) =>
    setQuery(Object.entries({ ...filter, ...changes }).filter((pair): pair is [string, string] => !!pair[1]));
  const offered = kinds.filter(([kind]) => user?.is_owner || !ownersKinds.includes(kind));
  return (
    <>
      <fieldset className={css.filter} aria-label={words.filter.label}>
        <select
          className={css.pill}
          aria-label={words.filter.kind}
          data-active={filter.kind !== undefined}
          value={filter.kind ?? ""}
          onChange={(event) => change({ kind: (event.target.value as HistoryKind) || undefined })}
        >
          <option value="">{words.filter.everything}</option>
          {offered.map(([kind, name]) => (
            <option key={kind} value={kind}>
              {name}
            </option>
          ))}
        </select>
        {filter.video !== undefined && (
          <button
            ref={keepFocus}
            type="button"
            className={css.pill}
            data-active="true"
            aria-label={words.filter.oneRecordingShowAll}
            onClick={() => change({ video: undefined })}
          >
            {words.filter.oneRecording} <span aria-hidden="true">×</span>
          </button>
        )}
        {filter.member !== undefined && (
          <button
            ref={keepFocus}
            type="button"
            className={css.pill}
            data-active="true"
            aria-label={words.filter.onePersonShowAll}
            onClick={() => change({ member: undefined })}
          >
            {words.filter.onePerson} <span aria-hidden="true">×</span>
          </button>
        )}
      </fieldset>
      <Loaded query={history} what={words.what}>
        {({ pages }) => (
          <Entries
            entries={pages.flatMap((page) => page.entries)}
            isNarrow={Object.keys(filter).length > 0}
            showAll={() => setQuery({})}
            show={change}
          />
        )}
      </Loaded>
      {history.hasNextPage && (
        <Button
          ref={keepFocus}
          className={rows.more}
          busy={history.isFetchingNextPage}
          onClick={() => void history.fetchNextPage()}
        >
          {words.showMore}
        </Button>
      )}
    </>
  );
}

interface EntriesProps {
  entries: readonly HistoryEntry[];
  isNarrow: boolean;
  showAll: () => void;
  show: (only: { video: string } | { member: string }) => void;
}

function Entries({ entries, isNarrow, showAll, show }: EntriesProps) {
  if (entries.length === 0 && isNarrow) {
    return (
      <Blank
        title={words.empty.filteredTitle}
        action={
          <Button ref={keepFocus} onClick={showAll}>
            {words.empty.showAll}
          </Button>
        }
      >
        {words.empty.filtered}
      </Blank>
    );
  }
  if (entries.length === 0) {
    return <Blank title={words.empty.title}>{words.empty.text}</Blank>;
  }
  return (
    <ol className={rows.rows} aria-label={words.list}>
      {entries.map((entry) => (
        <EntryRow key={entry.id} entry={entry} show={show} />
      ))}
    </ol>
  );
}

function readFilter(query: URLSearchParams): HistoryFilter {
  const [video, member, kind] = [query.get("video"), query.get("member"), query.get("kind")];
  const known = kinds.find(([one]) => one === kind)?.[0];
  return { ...(video && { video }), ...(member && { member }), ...(known && { kind: known }) };
}
