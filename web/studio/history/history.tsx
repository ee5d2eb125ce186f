// Everything that was curated, deleted or permitted, newest first; which of it, the address says.
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import type { HistoryEntry, HistoryKind } from "#contract/studio.ts";
import { call } from "#web/api.ts";
import { useUser } from "#web/session.ts";
import { Blank } from "#web/ui/blank.tsx";
import { Button } from "#web/ui/button.tsx";
import { EntryRow } from "./history-row.tsx";
import css from "./history.module.css";
import { keepFocus } from "#web/studio/keep-focus.ts";
import { Loaded } from "#web/studio/loaded.tsx";
import rows from "#web/studio/rows.module.css";

const kinds: readonly { kind: HistoryKind; name: string; isForOwner?: boolean }[] = [
  { kind: "added", name: "Added" },
  { kind: "edited", name: "Edited" },
  { kind: "hidden", name: "Hidden" },
  { kind: "unhidden", name: "Shown again" },
  { kind: "protected", name: "Protected" },
  { kind: "unprotected", name: "No longer protected" },
  { kind: "trashed", name: "Put into the trash" },
  { kind: "restored", name: "Restored" },
  { kind: "purged", name: "Deleted for good" },
  { kind: "pictures-removed", name: "Pictures removed" },
  { kind: "retention", name: "Retention" },
  { kind: "files", name: "Damaged files" },
  { kind: "permission", name: "Permissions", isForOwner: true },
  { kind: "sign-in", name: "Logins", isForOwner: true },
];

interface Filter {
  video?: string;
  member?: string;
  kind?: HistoryKind;
}

const historyQuery = (filter: Filter) =>
  infiniteQueryOptions({
    queryKey: ["history", filter],
    queryFn: ({ signal, pageParam }) =>
      call("listHistory", { query: { ...filter, ...(pageParam !== null && { after: pageParam }) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export function HistoryPage() {
  const [query, setQuery] = useSearchParams();
  const { user } = useUser();
  const filter = readFilter(query);
  const history = useInfiniteQuery(historyQuery(filter));
  const change = (changes: { [K in keyof Filter]?: Filter[K] | undefined }) =>
    setQuery(Object.entries({ ...filter, ...changes }).filter((pair): pair is [string, string] => !!pair[1]));
  const offered = kinds.filter(({ isForOwner }) => !isForOwner || user?.is_owner);
  return (
    <>
      <fieldset className={css.filter} aria-label="Filter">
        <select
          className={css.pill}
          aria-label="Kind"
          data-active={filter.kind !== undefined}
          value={filter.kind ?? ""}
          onChange={(event) => change({ kind: (event.target.value as HistoryKind) || undefined })}
        >
          <option value="">Everything</option>
          {offered.map(({ kind, name }) => (
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
            aria-label="One recording only, show all"
            onClick={() => change({ video: undefined })}
          >
            One recording only <span aria-hidden="true">×</span>
          </button>
        )}
        {filter.member !== undefined && (
          <button
            ref={keepFocus}
            type="button"
            className={css.pill}
            data-active="true"
            aria-label="One person only, show all"
            onClick={() => change({ member: undefined })}
          >
            One person only <span aria-hidden="true">×</span>
          </button>
        )}
      </fieldset>
      <Loaded query={history} what="the history">
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
          Show more
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
        title="Nothing here"
        action={
          <Button ref={keepFocus} onClick={showAll}>
            Show everything
          </Button>
        }
      >
        Nothing of that kind has happened.
      </Blank>
    );
  }
  if (entries.length === 0) {
    return <Blank title="Nothing has happened yet">Every change of a recording or a permission is kept here.</Blank>;
  }
  return (
    <ol className={rows.rows} aria-label="History">
      {entries.map((entry) => (
        <EntryRow key={entry.id} entry={entry} show={show} />
      ))}
    </ol>
  );
}

function readFilter(query: URLSearchParams): Filter {
  const [video, member, kind] = [query.get("video"), query.get("member"), query.get("kind")];
  const known = kinds.find((one) => one.kind === kind)?.kind;
  return { ...(video && { video }), ...(member && { member }), ...(known && { kind: known }) };
}
