// Studio > Inbox: what came in, edited like a sheet, and published when it is right.
import { useQuery } from "@tanstack/react-query";
import { useState, useMemo, useContext } from "react";
import type { Inbox, InboxEntry } from "#contract/inbox.ts";
import { Blank } from "#web/ui/blank.tsx";
import { Button } from "#web/ui/button.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { keepFocus } from "#web/studio/keep-focus.ts";
import { useKept } from "#web/studio/kept.ts";
import { Loaded } from "#web/studio/loaded.tsx";
import rows from "#web/studio/rows.module.css";
import { IncomingFolder } from "#web/studio/upload/incoming.tsx";
import { countFilled, type Drafts, undoFill } from "./cells.ts";
import css from "./inbox.module.css";
import { inboxQuery } from "./queries.ts";
import { Sheet } from "./sheet.tsx";
import { Tools } from "./tools.tsx";
import { useFinish } from "./use-finish.ts";
import { words } from "./words.ts";
import { useUser } from "#web/session.ts";
import { LevelFormContext } from "./level-form.ts";

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
      {total > entries.length && <p className={rows.quiet}>{words.more(entries.length, total)}</p>}
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
