// Studio > Inbox: what came in, edited like a sheet, and published when it is right.
import { useQuery } from "@tanstack/react-query";
import { useState, useMemo, useContext, type FormEvent, useId } from "react";
import type { Inbox, InboxEntry } from "#contract/inbox.ts";
import { Blank } from "#web/ui/blank.tsx";
import { Button } from "#web/ui/button.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { keepFocus } from "#web/studio/keep-focus.ts";
import { useKept } from "#web/studio/kept.ts";
import { Loaded } from "#web/studio/loaded.tsx";
import rows from "#web/studio/rows.module.css";
import { IncomingFolder } from "#web/studio/upload/incoming.tsx";
import {
  countFilled,
  type Drafts,
  undoFill,
  type Column,
  columns,
  fillPattern,
  replaceText,
  readDraft,
} from "./cells.ts";
import css from "./inbox.module.css";
import { inboxQuery, refreshInbox } from "./queries.ts";
import { Sheet } from "./sheet.tsx";
import { words } from "./words.ts";
import { useUser } from "#web/session.ts";
import { LevelFormContext } from "./level-form.ts";
import { ApiProblem, call } from "#web/api.ts";
import { useActing } from "#web/studio/acting.ts";
import { showDone } from "#web/undo/undo.ts";

export function InboxPage() {
  return (
    <>
      <Loaded query={useQuery(inboxQuery)} what={words.what}>
        {(inbox) =>
          inbox.total === 0 ? <Blank title={words.empty.title}>{words.empty.text}</Blank> : <Filled inbox={inbox} />
        }
      </Loaded>
      <IncomingFolder />
    </>
  );
}

function Filled({ inbox: { entries, total } }: { inbox: Inbox }) {
  const { drafts, setDrafts } = useDrafts(entries);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const chosen = entries.filter(({ id }) => selected.has(id));
  const scope = chosen.length > 0 ? chosen : entries;
  // members see the others already: there is nothing to publish
  const areHidden = scope.some(({ hidden }) => hidden);
  const changed = Object.keys(drafts).length;
  const finish = useFinish(entries, { drafts, setDrafts });
  const fill = (after: Drafts) => {
    const count = countFilled(drafts, after);
    if (count === 0) return showToast({ kind: "done", message: words.nothing });
    change(after, words.filled(count));
  };
  const change = (after: Drafts, message: string) => {
    const run = () => setDrafts((now) => undoFill(now, { before: drafts, after }));
    setDrafts(after);
    showToast({ kind: "done", message, action: { label: words.undo, run } });
  };
  return (
    <section className={rows.part} aria-label={words.title}>
      <p className={rows.lead}>{words.lead(entries.some(({ hidden }) => hidden))}</p>
      <Tools entries={scope} isSelection={chosen.length > 0} drafts={drafts} fill={fill} />
      <InboxLevels entries={scope} isSelection={chosen.length > 0} done={() => void finish.refresh()} />
      <Sheet
        entries={entries}
        drafts={drafts}
        setDrafts={setDrafts}
        selected={selected}
        setSelected={setSelected}
        paste={fill}
        save={() => void finish.save()}
      />
      {total > entries.length && <p className="dim">{words.more(entries.length, total)}</p>}
      <div className={css.bar}>
        {changed > 0 && (
          <>
            <Button ref={keepFocus} busy={finish.isBusy} onClick={() => void finish.save()}>
              {words.save(changed)}
            </Button>
            <Button ref={keepFocus} look="quiet" onClick={() => change({}, words.discarded)}>
              {words.discard}
            </Button>
          </>
        )}
        {areHidden && (
          <Button
            ref={keepFocus}
            look="quiet"
            busy={finish.isBusy}
            onClick={() => void finish.done(scope, "keep-hidden")}
          >
            {words.keepHidden}
          </Button>
        )}
        <Button
          ref={keepFocus}
          look="lamp"
          busy={finish.isBusy}
          onClick={() => void finish.done(scope, areHidden ? "publish" : "check")}
        >
          {sayMain(areHidden, chosen.length > 0)(scope.length)}
        </Button>
      </div>
    </section>
  );
}

function sayMain(areHidden: boolean, isSelection: boolean) {
  if (areHidden) return isSelection ? words.publish : words.publishAll;
  return isSelection ? words.check : words.checkAll;
}

type Change = Drafts | ((drafts: Drafts) => Drafts);

/** Text for a recording that has left the inbox is not shown, and so it is not saved either. */
function useDrafts(entries: readonly InboxEntry[]) {
  const [typed, keep] = useKept<Drafts>("inbox");
  const drafts = useMemo(() => {
    const there = new Set(entries.map((entry) => entry.id));
    return Object.fromEntries(Object.entries(typed).filter(([one]) => there.has(one)));
  }, [typed, entries]);
  const setDrafts = useMemo(
    () => (change: Change) => keep(typeof change === "function" ? change : () => change),
    [keep],
  );
  return { drafts, setDrafts };
}

// The same level, and the same end of early access, for many recordings of the inbox. It takes effect immediately, with
// one Undo.

interface Props {
  entries: readonly InboxEntry[];
  isSelection: boolean;
  done: () => void;
}

function InboxLevels({ entries, isSelection, done }: Props) {
  const showForm = useContext(LevelFormContext);
  const choices = useUser().user?.level?.choices ?? [];
  if (choices.length < 2) return null;
  return (
    <details className={css.tools}>
      <summary>{words.levels}</summary>
      <p className={css.from}>{words.levelsScope(entries.length, isSelection)}</p>
      {showForm({ ids: entries.map(({ id }) => id), choices, done })}
    </details>
  );
}

interface ToolsProps {
  entries: readonly InboxEntry[];
  isSelection: boolean;
  drafts: Drafts;
  fill: (after: Drafts) => void;
}

/** Fills many cells of the inbox at once: by a pattern, or by find and replace. Nothing is saved by it. */
function Tools({ entries, isSelection, drafts, fill }: ToolsProps) {
  const hint = useId();
  const [column, setColumn] = useState<Column>("title");
  const [pattern, setPattern] = useState("");
  const [first, setFirst] = useState("1");
  const [find, setFind] = useState("");
  const [replace, setReplace] = useState("");
  const onPattern = (event: FormEvent) => {
    event.preventDefault();
    if (pattern !== "") fill(fillPattern(entries, drafts, { column, pattern, first: Number(first) || 0 }));
  };
  const onReplace = (event: FormEvent) => {
    event.preventDefault();
    fill(replaceText(entries, drafts, { column, find, replace }));
  };
  return (
    <details className={css.tools}>
      <summary>{words.tools.open}</summary>
      <p className={css.from}>{words.tools.scope(entries.length, isSelection)}</p>
      <label className={css.field}>
        {words.tools.column}
        <select value={column} onChange={({ target }) => setColumn(target.value as Column)}>
          {columns.map((one) => (
            <option key={one} value={one}>
              {words.columns[one]}
            </option>
          ))}
        </select>
      </label>
      <form className={css.tool} onSubmit={onPattern}>
        <label className={css.field}>
          {words.tools.pattern}
          <input
            type="text"
            value={pattern}
            aria-describedby={hint}
            onChange={({ target }) => setPattern(target.value)}
          />
        </label>
        <label className={css.number}>
          {words.tools.first}
          <input type="number" min={0} value={first} onChange={({ target }) => setFirst(target.value)} />
        </label>
        <Button type="submit">{words.tools.fill}</Button>
      </form>
      <p id={hint} className={css.from}>
        {words.tools.patternHint}
      </p>
      <form className={css.tool} onSubmit={onReplace}>
        <label className={css.field}>
          {words.tools.find}
          <input type="text" value={find} onChange={({ target }) => setFind(target.value)} />
        </label>
        <label className={css.field}>
          {words.tools.replace}
          <input type="text" value={replace} onChange={({ target }) => setReplace(target.value)} />
        </label>
        <Button type="submit">{words.tools.replaceAll}</Button>
      </form>
    </details>
  );
}

const said = { publish: words.published, "keep-hidden": words.keptHidden, check: words.checked };

interface Draftbook {
  drafts: Drafts;
  setDrafts: (change: (drafts: Drafts) => Drafts) => void;
}

/** Saves what was typed in the inbox, and takes recordings out of it; each with one Undo. */
function useFinish(entries: readonly InboxEntry[], { drafts, setDrafts }: Draftbook) {
  const { queries, tell } = useActing();
  const [isBusy, setBusy] = useState(false);
  const refresh = () => refreshInbox(queries);

  /** Undefined when something cannot be saved; then that was said. */
  const sendDrafts = async (): Promise<string[] | undefined> => {
    const read = Object.entries(drafts).map(([id, draft]) => ({ id, ...readDraft(id, draft) }));
    const faulty = read.find((one) => "fault" in one);
    if (faulty && "fault" in faulty) {
      const place = entries.find(({ id }) => id === faulty.id)?.place ?? "";
      const message = (faulty.fault === "date" ? words.badDateIn : words.emptyTitleIn)(place);
      showToast({ kind: "error", message });
      return undefined;
    }
    const edits = read.flatMap((one) => ("edit" in one ? [one.edit] : []));
    if (edits.length === 0) return [];
    const { changes } = await call("editInbox", { body: { edits } });
    setDrafts((now) => Object.fromEntries(Object.entries(now).filter(([id, draft]) => drafts[id] !== draft)));
    return changes;
  };

  const act = async (work: () => Promise<void>): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    const problem = await work().catch((caught: unknown) => caught ?? new Error());
    if (problem !== undefined) tell(problem);
    await refresh();
    // what somebody else has changed is shown now; whoever saves again has seen it
    if (problem instanceof ApiProblem && problem.code === "conflict") setDrafts(dropRevisions);
    setBusy(false);
  };
  const dropRevisions = (now: Drafts): Drafts => {
    const newest = new Map(
      queries.getQueryData(inboxQuery.queryKey)?.entries.map(({ id, revision }) => [id, revision]),
    );
    return Object.fromEntries(
      Object.entries(now).map(([id, draft]) => [id, { ...draft, revision: newest.get(id) ?? draft.revision }]),
    );
  };

  return {
    isBusy,
    /** After a change by this editor: what was typed is then on top of it. */
    refresh: async () => {
      await refresh();
      setDrafts(dropRevisions);
    },
    save: () =>
      act(async () => {
        const changes = await sendDrafts();
        if (changes) showDone({ message: words.saved(changes.length), changes, tell, refresh });
      }),
    /** What was typed is saved first. */
    done: (scope: readonly InboxEntry[], what: keyof typeof said) =>
      act(async () => {
        const saved = await sendDrafts();
        if (!saved) return;
        const ids = scope.map(({ id }) => id);
        const { changes } = await call("finishInbox", { body: { ids, publish: what === "publish" } });
        showDone({ message: said[what](ids.length), changes: [...saved, ...changes], tell, refresh });
      }),
  };
}
