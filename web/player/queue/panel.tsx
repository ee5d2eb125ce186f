// The queue, opened from the bar: what plays, what comes and from where; moved, removed, shuffled, kept as a playlist.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import type { EntryKey, PlayEntry } from "#contract/lists.ts";
import { call, sayProblem } from "#web/api.ts";
import { Entries, keepAsPlaylist, keyOf, useRemoving } from "#web/lists/entries.tsx";
import { ListIcon } from "#web/lists/icon.tsx";
import { currentEntry, keepQueue, queueAddress } from "#web/lists/play.ts";
import { listQuery, refreshLists } from "#web/lists/queries.ts";
import { useGo, usePlace } from "#web/place.ts";
import { words as barWords } from "#web/player/bar/words.ts";
import { Control } from "#web/player/controls/control.tsx";
import { useHabits } from "#web/player/habits.ts";
import { Button } from "#web/ui/button.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import type { Following } from "./following.ts";
import css from "./panel.module.css";
import { words } from "./words.ts";

/** The server says this of a queue that was made from no page. */
const addedOneByOne = "/lists";

interface Props {
  following: Following | null;
  title: string;
  close: () => void;
}

export function QueuePanel({ following, title, close }: Props) {
  const panel = useRef<HTMLElement>(null);
  const { data: list } = useQuery({ ...listQuery("queue"), enabled: following !== null });
  const acts = useActs(following);
  const remove = useRemoving({ id: "queue", kind: "queue" });
  const { close: stop } = usePlace();
  const goesOn = useHabits((habits) => habits.goesOn);
  const at = following ? (list?.entries.findIndex(isFor(following.current)) ?? -1) : -1;
  const after = following ? (list?.entries.slice(at + 1) ?? []) : [];
  useEffect(() => {
    panel.current?.focus();
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !document.querySelector("dialog[open]")) close();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [close]);
  return (
    <section ref={panel} className={css.panel} tabIndex={-1} aria-label={words.panel.heading} data-scrolls>
      <div className={css.head}>
        <h2>{words.panel.heading}</h2>
        <Control name={words.panel.close} sign="close" onClick={close} />
      </div>
      <p className={css.now}>
        <small>{words.panel.now}</small>
        <bdi>{title}</bdi>
      </p>
      {following && (
        <p className={css.from}>
          {following.queue.from === addedOneByOne ? (
            words.panel.own
          ) : (
            <>
              {words.panel.from}{" "}
              <Link to={following.queue.from} onClick={close}>
                <bdi>{following.queue.title}</bdi>
              </Link>
            </>
          )}
        </p>
      )}
      {following && !list && <Waiting>{words.panel.loading}</Waiting>}
      {(!following || list) && after.length === 0 && (
        <p className={css.empty}>{following ? words.panel.last : words.panel.none}</p>
      )}
      {list && after.length > 0 && (
        <>
          <Entries list={list} after={at + 1} play={acts.play} />
          <div className="tools">
            <Button icon={<ListIcon name="shuffle" />} onClick={acts.shuffle}>
              {words.panel.shuffle}
            </Button>
            <Button onClick={acts.save}>{words.panel.save}</Button>
            <Button onClick={() => void remove(after)}>{words.panel.clear}</Button>
          </div>
        </>
      )}
      {following && (
        <Switch
          label={words.panel.goOn}
          checked={goesOn}
          onChange={(checked) => useHabits.setState({ goesOn: checked })}
        />
      )}
      <Button look="quiet" onClick={stop}>
        {barWords.close}
      </Button>
    </section>
  );
}

function useActs(following: Following | null) {
  const queries = useQueryClient();
  const go = useGo();
  const attempt = (work: () => Promise<unknown>) => work().catch(tell);
  const begin = async (first: EntryKey, { shuffle = false } = {}) => {
    const { queue } = await call("startQueue", { body: { from: { list: "queue" }, shuffle, first: keyOf(first) } });
    await keepQueue(queries, queue);
    await refreshLists(queries);
    const current = currentEntry(queue);
    if (current) go(queueAddress(current), { replace: true, ...(shuffle && { state: { joins: true } }) });
  };
  return {
    play: (entry: PlayEntry) => void attempt(() => begin(entry)),
    shuffle: () => void (following && attempt(() => begin(following.current, { shuffle: true }))),
    save: () =>
      void attempt(async () => {
        const { entries } = await queries.fetchQuery(listQuery("queue"));
        const title = words.panel.savedName(following?.queue.title ?? "", new Date().toLocaleDateString());
        await keepAsPlaylist(queries, { title, entries });
      }),
  };
}

function isFor(wanted: EntryKey): (entry: EntryKey) => boolean {
  return (entry) => entry.video_id === wanted.video_id && entry.performance_id === wanted.performance_id;
}

function tell(problem: unknown): void {
  showToast({ kind: "error", message: words.panel.failed(sayProblem(problem)) });
}
