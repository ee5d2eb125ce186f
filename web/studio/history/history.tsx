// The history of all changes, newest first. The filter is in the address.
import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { useSearchParams, Link } from "react-router";
import type { HistoryEntry, HistoryKind } from "#contract/studio.ts";
import { useUser } from "#web/session.ts";
import { Blank } from "#web/ui/blank.tsx";
import { Button } from "#web/ui/button.tsx";
import css from "./history.module.css";
import { keepFocus } from "#web/studio/keep-focus.ts";
import { Loaded } from "#web/studio/loaded.tsx";
import { type HistoryFilter, historyQuery, refresh } from "#web/studio/queries.ts";
import rows from "#web/studio/rows.module.css";
import { words } from "./words.ts";
import { undoChanges } from "#web/undo/undo.ts";
import { useActing } from "#web/studio/acting.ts";
import { formatMoment } from "#web/studio/format.ts";

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
      <fieldset className="tools" aria-label={words.filter.label}>
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

interface Props {
  entry: HistoryEntry;
  show: (only: { video: string } | { member: string }) => void;
}

/** One entry of the history: who changed what and when; with Undo where the change can be undone. */
function EntryRow({ entry, show }: Props) {
  const { video, who, who_id } = entry;
  const fields = entry.fields.filter(({ field }) => fieldLabels[field] !== undefined);
  return (
    <li className={rows.row}>
      <div className={rows.words}>
        <p className={css.what}>
          {video && <Title video={video} />}
          <span className={video ? undefined : rows.title}>{entry.sentence}</span>
        </p>
        {entry.kind === "edited" && fields.length > 0 && (
          <ul className={css.fields}>
            {fields.map(({ field, before, after }) => (
              <li key={field}>
                {fieldLabels[field]}: <del>{sayValue(field, before)}</del> → <ins>{sayValue(field, after)}</ins>
              </li>
            ))}
          </ul>
        )}
        <span className={rows.detail}>
          {who_id === null ? (
            <bdi>{who}</bdi>
          ) : (
            <button
              type="button"
              className={css.only}
              title={words.entry.onlyBy(who)}
              onClick={() => show({ member: who_id })}
            >
              <bdi>{who}</bdi>
            </button>
          )}
          , <time dateTime={entry.at}>{formatMoment(entry.at)}</time>
          {video && (
            <>
              {" · "}
              <button
                type="button"
                className={css.only}
                aria-label={words.entry.onlyThisRecording(video.title)}
                onClick={() => show({ video: video.id })}
              >
                {words.entry.onlyRecording}
              </button>
            </>
          )}
        </span>
      </div>
      {entry.can_undo && <Undo entry={entry} />}
    </li>
  );
}

function Title({ video: { id, title, is_there } }: { video: NonNullable<HistoryEntry["video"]> }) {
  if (!is_there) return <bdi className={rows.title}>{title}</bdi>;
  return (
    <Link to={`/video/${id}`} className={rows.title}>
      <bdi>{title}</bdi>
    </Link>
  );
}

function Undo({ entry }: { entry: HistoryEntry }) {
  const { queries, tell } = useActing();
  const undo = useMutation({
    mutationFn: () => undoChanges([entry.id]),
    onError: tell,
    onSettled: () => Promise.all([refresh(queries), refresh(queries, "members")]),
  });
  return (
    <Button
      ref={keepFocus}
      size="small"
      aria-label={words.entry.undoThis([entry.video?.title, entry.sentence].filter(Boolean).join(", "))}
      busy={undo.isPending}
      onClick={() => undo.mutate()}
    >
      {words.entry.undo}
    </Button>
  );
}

const fieldLabels: Record<string, string> = words.fields;

function sayValue(field: string, value: unknown): string {
  if (field === "add_date" || (field === "opens_at" && value !== null)) return formatMoment(String(value));
  if (typeof value === "boolean") return value ? words.values.on : words.values.off;
  if (value === "" || value === null || value === undefined) return words.values.empty;
  return typeof value === "string" ? value : JSON.stringify(value);
}
