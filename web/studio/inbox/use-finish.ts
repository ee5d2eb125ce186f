// Saves what was typed in the inbox, and takes recordings out of it; each with one Undo.
import { useState } from "react";
import type { InboxEntry } from "#contract/inbox.ts";
import { ApiProblem, call } from "#web/api.ts";
import { useActing } from "#web/studio/acting.ts";
import { showToast } from "#web/ui/toast.tsx";
import { showDone } from "#web/undo/undo.ts";
import { type Drafts, readDraft } from "./cells.ts";
import { inboxQuery, refreshInbox } from "./queries.ts";
import { words } from "./words.ts";

const said = { publish: words.published, "keep-hidden": words.keptHidden, check: words.checked };

interface Draftbook {
  drafts: Drafts;
  setDrafts: (change: (drafts: Drafts) => Drafts) => void;
}

export function useFinish(entries: readonly InboxEntry[], { drafts, setDrafts }: Draftbook) {
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
