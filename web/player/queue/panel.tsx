// The queue, opened from the bar: what plays, what comes and from where; moved, removed, shuffled, kept as a playlist.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import type { EntryKey, PlayEntry } from "#contract/lists.ts";
import { call, sayProblem } from "#web/api.ts";
import { EntryRows } from "#web/lists/entry-rows.tsx";
import { ListIcon } from "#web/lists/icon.tsx";
import { currentEntry, keepQueue, queueAddress } from "#web/lists/play.ts";
import { listQuery, queueQuery, refreshLists } from "#web/lists/queries.ts";
import { useGo, usePlace } from "#web/place.ts";
import { words as barWords } from "#web/player/bar/words.ts";
import { Control } from "#web/player/controls/control.tsx";
import { Button } from "#web/ui/button.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import { showDone } from "#web/undo/undo.ts";
import type { Following } from "./following.ts";
import css from "./panel.module.css";
import { words } from "./words.ts";

interface Props {
  following: Following | null;
  /** Of what plays. */
  title: string;
  close: () => void;
}

export function QueuePanel({ following, title, close }: Props) {
  const panel = useRef<HTMLElement>(null);
  const { data: list } = useQuery({ ...listQuery("queue"), enabled: following !== null });
  const acts = useActs(following);
  const { close: stop } = usePlace();
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
          {words.panel.from}{" "}
          <Link to={following.queue.from} onClick={close}>
            <bdi>{following.queue.title}</bdi>
          </Link>
        </p>
      )}
      {following && !list && <Waiting>{words.panel.loading}</Waiting>}
      {(!following || list) && after.length === 0 && (
        <p className={css.empty}>{following ? words.panel.last : words.panel.none}</p>
      )}
      {list && after.length > 0 && (
        <>
          <EntryRows
            entries={after}
            from={{ list: "queue" }}
            canChange
            play={acts.play}
            move={(next, to) => void acts.move([...list.entries.slice(0, at + 1), ...next], at + 1 + to)}
            remove={(entry) => acts.remove([entry])}
          />
          <div className={css.tools}>
            <Button icon={<ListIcon name="shuffle" />} onClick={acts.shuffle}>
              {words.panel.shuffle}
            </Button>
            <Button onClick={acts.save}>{words.panel.save}</Button>
            <Button onClick={() => void acts.remove(after)}>{words.panel.clear}</Button>
          </div>
        </>
      )}
      <Button look="quiet" onClick={stop}>
        {barWords.close}
      </Button>
    </section>
  );
}

const mostAtOnce = 200;

function useActs(following: Following | null) {
  const queries = useQueryClient();
  const go = useGo();
  const refresh = async () => {
    await queries.invalidateQueries({ queryKey: listQuery("queue").queryKey });
    await queries.invalidateQueries({ queryKey: queueQuery.queryKey });
  };
  const attempt = (work: () => Promise<unknown>) => work().catch(tell).then(refresh);
  const change = (body: Parameters<typeof call<"changeEntries">>[1]["body"]) =>
    call("changeEntries", { params: { id: "queue" }, body });
  const begin = async (first: EntryKey, { shuffle = false } = {}) => {
    const { queue } = await call("startQueue", { body: { from: { list: "queue" }, shuffle, first } });
    await keepQueue(queries, queue);
    const current = currentEntry(queue);
    if (current) go(queueAddress(current), { replace: true, ...(shuffle && { state: { joins: true } }) });
  };
  return {
    play: (entry: PlayEntry) => void attempt(() => begin(keyOf(entry))),
    shuffle: () => void (following && attempt(() => begin(keyOf(following.current), { shuffle: true }))),
    async move(next: PlayEntry[], to: number) {
      const [moved, before] = [next[to], next[to + 1]];
      if (!moved) return;
      const { queryKey } = listQuery("queue");
      await queries.cancelQueries({ queryKey });
      queries.setQueryData(queryKey, (list) => list && { ...list, entries: next });
      await attempt(() => change({ move: keyOf(moved), before: before ? keyOf(before) : null }));
    },
    async remove(entries: readonly PlayEntry[]) {
      const changes: string[] = [];
      try {
        for (let from = 0; from < entries.length; from += mostAtOnce) {
          const made = await change({ remove: entries.slice(from, from + mostAtOnce).map(keyOf) });
          if (made.change) changes.push(made.change);
        }
        const [only] = entries;
        const message = entries.length === 1 && only ? words.panel.removed(only.title) : words.panel.cleared;
        showDone({ message, changes, tell, refresh });
        return true;
      } catch (problem) {
        tell(problem);
        return false;
      } finally {
        await refresh();
      }
    },
    save: () =>
      void attempt(async () => {
        const list = await queries.fetchQuery(listQuery("queue"));
        const name = words.panel.savedName(following?.queue.title ?? "", new Date().toLocaleDateString());
        const keys = list.entries.map(keyOf);
        const made = await call("makeList", { body: { title: name, entries: keys.slice(0, mostAtOnce) } });
        for (let from = mostAtOnce; from < keys.length; from += mostAtOnce)
          await call("changeEntries", {
            params: { id: made.list.id },
            body: { add: keys.slice(from, from + mostAtOnce) },
          });
        showToast({ kind: "done", message: words.panel.saved(name) });
        await refreshLists(queries);
      }),
  };
}

function keyOf({ video_id, performance_id }: EntryKey): EntryKey {
  return { video_id, performance_id };
}

function isFor(wanted: EntryKey): (entry: EntryKey) => boolean {
  return (entry) => entry.video_id === wanted.video_id && entry.performance_id === wanted.performance_id;
}

function tell(problem: unknown): void {
  showToast({ kind: "error", message: words.panel.failed(sayProblem(problem)) });
}
