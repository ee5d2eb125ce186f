// Adding to the play queue: right after what plays, or at its end. A queue begins with what plays.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call, sayProblem } from "#web/api.ts";
import { useGo, usePlaying } from "#web/place.ts";
import { showToast } from "#web/ui/toast.tsx";
import { showDone } from "#web/undo/undo.ts";
import type { Named } from "./favourites.ts";
import { queueAddress, currentEntry } from "./play.ts";
import { queueQuery, refreshLists } from "./queries.ts";
import { words } from "./words.ts";

export function useQueueing({ entry, title }: Named) {
  const queries = useQueryClient();
  const go = useGo();
  const refresh = () => refreshLists(queries);
  return useMutation({
    mutationFn: async ({ next }: { next: boolean }) => {
      const { id, hasPlayed, isInQueue } = usePlaying.getState();
      const begins = id !== null && hasPlayed && !isInQueue;
      const after = begins && { after: { video_id: id, performance_id: null } };
      const body = { add: [entry], next, ...after };
      const { change } = await call("changeEntries", { params: { id: "queue" }, body });
      await refresh();
      const queue = begins ? await queries.fetchQuery({ ...queueQuery, staleTime: 0 }) : null;
      const current = queue && currentEntry(queue);
      if (current) go(queueAddress(current), { replace: true, state: { joins: true } });
      return change;
    },
    onSuccess: (changes, { next }) => {
      const message = (next ? words.queue.isNext : words.queue.isLast)(title);
      showDone({ message, changes, tell, refresh });
    },
    onError: tell,
  });
}

function tell(problem: unknown): void {
  showToast({ kind: "error", message: words.queue.failed(sayProblem(problem)) });
}
