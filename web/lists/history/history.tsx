// /library/history: what this member has heard, by day, newest first; each can be removed, and everything cleared.
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import type { Answer } from "#contract/api.ts";
import { formatDay } from "#contract/dates/dates.ts";
import { localDay } from "#web/duration.ts";
import { call } from "#web/api.ts";
import { SongsLink, sayLength } from "#web/lists/head.tsx";
import lists from "#web/lists/lists.module.css";
import { Row } from "#web/lists/rows/row.tsx";
import rowCss from "#web/lists/rows/row.module.css";
import { useSounds } from "#web/lists/rows/sounds.ts";
import { Wave } from "#web/lists/rows/wave.tsx";
import { ListTools } from "#web/lists/tools.tsx";
import { words as listWords } from "#web/lists/words.ts";
import { toPlay, usePlace, usePlaying } from "#web/place.ts";
import { usePageTitle } from "#web/title.ts";
import { Blank, NotLoaded } from "#web/ui/blank.tsx";
import { Button } from "#web/ui/button.tsx";
import { Question } from "#web/ui/dialog/question.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import css from "./history.module.css";
import { historyQuery, refreshHistory } from "./queries.ts";
import { words } from "./words.ts";
import { Year } from "./year.tsx";

type Heard = Answer<"listHeard">["entries"][number];

export function HistoryPage() {
  usePageTitle(words.title);
  const { data, error, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(historyQuery);
  const [isYear, setYear] = useState(false);
  const entries = data?.pages.flatMap((page) => page.entries) ?? [];
  const keeps = data?.pages[0]?.keeps ?? true;
  return (
    <div className={lists.page}>
      <div className={css.head}>
        <div>
          <h1>{words.title}</h1>
          <p className="dim">{words.lead}</p>
        </div>
        {entries.length > 0 && (
          <div className="tools">
            <Button aria-expanded={isYear} onClick={() => setYear(!isYear)}>
              {isYear ? words.year.hide : words.year.show}
            </Button>
            <Clear />
          </div>
        )}
      </div>
      {!data && !error && <Waiting>{words.loading}</Waiting>}
      {!data && error && (
        <NotLoaded title={words.failed} query={{ isFetching, refetch }}>
          {error.message}
        </NotLoaded>
      )}
      {isYear && entries.length > 0 && <Year />}
      {data && !keeps && entries.length > 0 && (
        <p className="dim">
          {words.off}. {words.offText} <ToSwitch />
        </p>
      )}
      {data && entries.length === 0 && <Nothing keeps={keeps} />}
      {entries.length > 0 && <Days entries={entries} />}
      {hasNextPage && (
        <Button className={css.more} busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {words.more}
        </Button>
      )}
    </div>
  );
}

function Nothing({ keeps }: { keeps: boolean }) {
  return keeps ? (
    <Blank title={words.empty} action={<SongsLink />}>
      {words.emptyText}
    </Blank>
  ) : (
    <Blank title={words.off} action={<ToSwitch />}>
      {words.offText}
    </Blank>
  );
}

function ToSwitch() {
  return <Link to="/account/privacy">{words.toSwitch}</Link>;
}

function Days({ entries }: { entries: readonly Heard[] }) {
  const [now] = useState(() => new Date());
  const id = useId();
  const all = useRef<HTMLDivElement>(null);
  const queries = useQueryClient();
  const [asked, setAsked] = useState<Heard | null>(null);
  const following = useRef<string>(undefined);
  const remove = async (removed: Heard) => {
    await call("forgetHeard", { params: { day: removed.day, id: removed.entry.video_id } });
    const at = entries.indexOf(removed);
    const next = entries[at + 1] ?? entries[at - 1];
    following.current = next && keyOf(next);
    await refreshHistory(queries);
    showToast({ kind: "done", message: words.removed(removed.entry.title) });
  };
  const close = () => {
    setAsked(null);
    // the row is gone, or will be: the focus goes to the next one
    const rows = [...(all.current?.querySelectorAll("li") ?? [])];
    const row = rows.find(({ dataset }) => dataset["heard"] === following.current);
    if (following.current !== undefined) row?.querySelector<HTMLElement>("[data-more]")?.focus();
    following.current = undefined;
  };
  return (
    <div ref={all} className={css.days}>
      {[...Map.groupBy(entries, ({ day }) => day)].map(([day, ofDay]) => (
        <section key={day} className={css.day} aria-labelledby={`${id}${day}`}>
          <h2 id={`${id}${day}`}>{nameDay(day, now)}</h2>
          <ul className={rowCss.rows}>
            {ofDay.map((heard) => (
              <li key={heard.entry.video_id} data-heard={keyOf(heard)}>
                <HeardRow heard={heard} remove={() => setAsked(heard)} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {asked && (
        <Question
          title={words.removeQuestion(asked.entry.title, nameDay(asked.day, now))}
          label={words.remove}
          act={() => remove(asked)}
          close={close}
        >
          <p>{words.removeLoss}</p>
        </Question>
      )}
    </div>
  );
}

function keyOf({ day, entry }: Heard): string {
  return `${day} ${entry.video_id}`;
}

function HeardRow({ heard: { entry, seconds }, remove }: { heard: Heard; remove: () => void }) {
  const { video_id, title, thumbnail_url, waveform, length, can_play } = entry;
  const named = { entry: { video_id, performance_id: null }, title };
  const sounds = useSounds(named.entry);
  const { show, play } = usePlace();
  const navigate = useNavigate();
  const address = `/video/${video_id}`;
  // as from a list: somebody who listens while looking around stays on the page
  const begin = () => {
    if (show === "look" && usePlaying.getState().hasPlayed) play(address);
    else void navigate(address, { state: toPlay });
  };
  return (
    <Row
      picture={thumbnail_url}
      title={title}
      second={`${words.heard(sayLength(seconds))} · ${formatDay(entry)}`}
      wave={<Wave address={waveform} start={null} end={null} />}
      length={length}
      sounds={sounds}
      main={can_play ? { play: begin } : { why: listWords.list.notReady }}
      named={named}
      tools={
        <ListTools
          {...named}
          more={[
            { label: listWords.menu.toRecording, to: address },
            { label: words.remove, act: remove },
          ]}
        />
      }
    />
  );
}

function Clear() {
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const clear = async () => {
    await call("clearHeard");
    await refreshHistory(queries);
    showToast({ kind: "done", message: words.cleared });
  };
  return (
    <>
      <Button look="quiet" onClick={() => setAsking(true)}>
        {words.clear}
      </Button>
      {isAsking && (
        <Question title={words.clearQuestion} label={words.clear} act={clear} close={() => setAsking(false)}>
          <p>{words.clearLoss}</p>
        </Question>
      )}
    </>
  );
}

function nameDay(day: string, now: Date): string {
  if (day === localDay(now)) return words.today;
  const before = new Date(now);
  before.setDate(before.getDate() - 1);
  return day === localDay(before) ? words.yesterday : formatDay({ played_at: `${day}T00:00:00.000Z` });
}
