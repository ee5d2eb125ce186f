// Saves the set list as a whole. What somebody else has saved in the meantime is shown beside it; nothing is lost.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiProblem, call, sayProblem } from "#web/api.ts";
import { setListQuery } from "#web/set-list-query.ts";
import { showToast } from "#web/ui/toast.tsx";
import { showDone } from "#web/undo/undo.ts";
import { beginDraft, changeDraft, type Draft, findDraft, isChanged } from "./draft.ts";
import { toEntries } from "#web/player/borders/model/rows.ts";
import { words } from "./words.ts";

export function useSave(id: string, { rows }: Draft) {
  const queries = useQueryClient();
  const query = setListQuery(id);
  const refresh = async () => {
    const saved = await queries.fetchQuery({ ...query, staleTime: 0 });
    const draft = findDraft(id);
    if (draft && !isChanged(draft)) beginDraft(id, saved);
  };
  return useMutation({
    mutationFn: (revision: number) =>
      call("saveSetList", { params: { id }, body: { set_list: { revision, entries: toEntries(rows) } } }),
    onSuccess: ({ set_list, change }) => {
      queries.setQueryData(query.queryKey, set_list);
      const now = findDraft(id);
      // what was changed while it was being saved stays
      if (now?.rows === rows) beginDraft(id, set_list);
      else changeDraft(id, { saved: set_list, theirs: null });
      showDone({ message: words.saved, changes: change, tell: tellFailure, refresh });
    },
    onError: async (problem) => {
      if (!(problem instanceof ApiProblem && problem.code === "conflict")) return tellFailure(problem);
      changeDraft(id, { theirs: await queries.fetchQuery({ ...query, staleTime: 0 }) });
    },
  });
}

function tellFailure(problem: unknown): void {
  showToast({ kind: "error", message: words.saveFailed(sayProblem(problem)) });
}
