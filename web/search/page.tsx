// What a search finds, by kind: songs, recordings, and what is said or written in them. Loaded when somebody searches.
import { useInfiniteQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { useLocation, useSearchParams } from "react-router";
import { fold, foldWords } from "#contract/search/fold.ts";
import { foundKinds, type FoundKind } from "#contract/search/kinds.ts";
import type { Found } from "#contract/search/search.ts";
import { usePageTitle } from "#web/title.ts";
import { Blank, NotLoaded } from "#web/ui/blank.tsx";
import { Button } from "#web/ui/button.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import { firstResult } from "./box.tsx";
import css from "./page.module.css";
import { foundQuery } from "./queries.ts";
import { remember } from "./recent.ts";
import { RecordingRow, SongRow, TextRow } from "./rows.tsx";
import { StartPage } from "./start.tsx";
import { words } from "./words.ts";

/** The server takes no more. */
const mostLetters = 200;

export function SearchPage() {
  const [query, setQuery] = useSearchParams();
  const q = (query.get("q") ?? "").trim().slice(0, mostLetters);
  const kind = foundKinds.find((one) => one === query.get("kind"));
  const { state } = useLocation() as { state: { entered?: unknown } | null };
  const isEntered = state?.entered === true;
  usePageTitle(q === "" ? words.title : words.titleFor(q));
  useEffect(() => {
    if (isEntered) remember(q);
  }, [q, isEntered]);
  const change = (changes: { q?: string; kind?: FoundKind | undefined }) => {
    const next = { q, kind, ...changes };
    setQuery({ ...(next.q !== "" && { q: next.q }), ...(next.kind && { kind: next.kind }) }, { replace: true });
  };
  return (
    <div className={css.page}>
      <h1 className={q === "" ? css.title : "visually-hidden"}>{words.title}</h1>
      {q === "" ? <StartPage /> : <Results q={q} kind={kind} change={change} />}
    </div>
  );
}

interface Props {
  q: string;
  kind: FoundKind | undefined;
  change: (changes: { q?: string; kind?: FoundKind | undefined }) => void;
}

function Results({ q, kind, change }: Props) {
  const { data, error, isPending, isFetching, isPlaceholderData, refetch, hasNextPage, fetchNextPage } =
    useInfiniteQuery(foundQuery(q, kind));
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    firstResult.focus = () => findResults(list.current)[0]?.focus();
    return () => void (firstResult.focus = undefined);
  }, []);
  const first = data?.pages[0];
  const isNear = first?.is_near === true;
  const shown = (isNear ? first.near : null) ?? q;
  const isNothing = first && foundKinds.every((one) => (first[one]?.found.length ?? 0) === 0);
  return (
    <>
      <fieldset className={css.kinds} aria-label={words.choose}>
        {[undefined, ...foundKinds].map((one) => (
          <button
            key={one ?? "all"}
            type="button"
            className={css.kind}
            aria-pressed={one === kind}
            onClick={() => change({ kind: one })}
          >
            {one ? words.kinds[one] : words.all}
          </button>
        ))}
      </fieldset>
      {isPending && <Waiting>{words.loading}</Waiting>}
      {error && !first && (
        <NotLoaded title={words.failed} query={{ isFetching, refetch }}>
          {error.message}
        </NotLoaded>
      )}
      {first && <Announcement found={first} />}
      {isNear && <p className={css.near}>{words.nearly(q)}</p>}
      {first?.near && !isNear && <Offer near={first.near} accept={(near) => change({ q: near })} />}
      {isNothing && (
        <Blank
          title={words.nothing(q)}
          action={kind && <Button onClick={() => change({ kind: undefined })}>{words.showAllKinds}</Button>}
        >
          {kind ? words.nothingOfKind : words.nothingText}
        </Blank>
      )}
      {data && (
        <div
          ref={list}
          role="presentation"
          className={css.results}
          aria-busy={isPlaceholderData}
          onKeyDown={stepByArrows}
          onClickCapture={(event) => {
            // what led to something is worth to be offered again
            if (event.target instanceof Element && event.target.closest("a, button")) remember(q);
          }}
        >
          <Sections pages={data.pages} kind={kind} q={shown} showAll={(one) => change({ kind: one })} />
        </div>
      )}
      {hasNextPage && (
        <Button busy={isFetching} onClick={() => void fetchNextPage()}>
          {words.more}
        </Button>
      )}
    </>
  );
}

function Announcement({ found: { songs, recordings, texts } }: { found: Found }) {
  return (
    <output className="visually-hidden">
      {words.found(songs?.total ?? 0, recordings?.total ?? 0, texts?.total ?? 0)}
    </output>
  );
}

function Offer({ near, accept }: { near: string; accept: (near: string) => void }) {
  return (
    <p className={css.near}>
      {words.offer}{" "}
      <button type="button" className={css.offer} onClick={() => accept(near)}>
        {near}
      </button>
    </p>
  );
}

interface SectionsProps {
  pages: readonly Found[];
  kind: FoundKind | undefined;
  q: string;
  showAll: (kind: FoundKind) => void;
}

function Sections({ pages, kind, q, showAll }: SectionsProps) {
  const sought = foldWords(q);
  const songs = pages.flatMap((page) => page.songs?.found ?? []);
  const recordings = pages.flatMap((page) => page.recordings?.found ?? []);
  const texts = pages.flatMap((page) => page.texts?.found ?? []);
  const [first, ...others] = songs;
  const best = !kind && first && fold(first.song.title).startsWith(fold(q)) ? first : undefined;
  const more = (of: FoundKind) => {
    const page = pages[0]?.[of];
    const total = page?.total ?? 0;
    return {
      of,
      total: total - Number(of === "songs" && best !== undefined),
      showAll: !kind && page && total > page.found.length ? () => showAll(of) : undefined,
    };
  };
  const limited = pages[0]?.texts?.only_newest;
  return (
    <>
      {best && (
        <section className={css.section} aria-labelledby="found-best">
          <h2 id="found-best">{words.best}</h2>
          <ul className={css.rows}>
            <SongRow found={best} words={sought} isBest />
          </ul>
        </section>
      )}
      {(best ? others : songs).length > 0 && (
        <Section {...more("songs")}>
          {(best ? others : songs).map((found) => (
            <SongRow key={found.song.id} found={found} words={sought} />
          ))}
        </Section>
      )}
      {recordings.length > 0 && (
        <Section {...more("recordings")}>
          {recordings.map((found) => (
            <RecordingRow key={found.video.id} found={found} words={sought} />
          ))}
        </Section>
      )}
      {texts.length > 0 && (
        <Section {...more("texts")}>
          {texts.map((found) => (
            <TextRow key={found.video.id} found={found} />
          ))}
        </Section>
      )}
      {limited !== undefined && <p className={css.near}>{words.onlyNewest(limited)}</p>}
    </>
  );
}

interface SectionProps {
  of: FoundKind;
  total: number;
  showAll: (() => void) | undefined;
  children: React.ReactNode;
}

function Section({ of, total, showAll, children }: SectionProps) {
  const id = `found-${of}`;
  return (
    <section className={css.section} aria-labelledby={id}>
      <h2>
        <span id={id}>{words.headings[of]}</span> <span className={css.count}>{words.some(total)}</span>
      </h2>
      <ul className={css.rows}>{children}</ul>
      {showAll && (
        <button type="button" className={css.all} onClick={showAll}>
          {words.showAll(total)}
        </button>
      )}
    </section>
  );
}

/** One after the other, in the order in which they are shown. */
function findResults(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>("a[data-result]") ?? [])];
}

function stepByArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  const all = findResults(event.currentTarget);
  const row = (event.target as Element).closest("li");
  const at = all.findIndex((one) => row?.contains(one));
  const next = all[at + step];
  if (at < 0 || !next) return;
  event.preventDefault();
  next.focus();
}
