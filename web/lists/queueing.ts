// Adding to the play queue: right after what plays, or at its end. A queue begins with what plays; where nothing does, it waits
// in the bar.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call, sayProblem } from "#web/api.ts";
import { toWait, useGo, usePlace, usePlaying } from "#web/place.ts";
import { showToast } from "#web/ui/toast.tsx";
import { showDone } from "#web/undo/undo.ts";
import type { Named } from "./favourites.ts";
import { queueAddress, currentEntry } from "./play.ts";
import { queueQuery, refreshLists } from "./queries.ts";
import { words } from "./words.ts";

export function useQueueing({ entry, title }: Named) {
  const queries = useQueryClient();
  const go = useGo();
  const { play } = usePlace();
  const refresh = () => refreshLists(queries);
  return useMutation({
    mutationFn: async ({ next }: { next: boolean }) => {
      const { id, hasPlayed, isInQueue } = usePlaying.getState();
      const there = id === null || hasPlayed ? undefined : await queries.fetchQuery({ ...queueQuery, staleTime: 0 });
      // a recording that is only looked at does not end a queue of yesterday
      const begins = id !== null && !isInQueue && (hasPlayed || there === null);
      const after = begins && { after: { video_id: id, performance_id: null } };
      const body = { add: [entry], next, ...after };
      const { change } = await call("changeEntries", { params: { id: "queue" }, body });
      await refresh();
      if (!begins && id !== null) return change;
      // it is added, whatever else fails
      const queue = await queries.fetchQuery({ ...queueQuery, staleTime: 0 }).catch(() => null);
      const current = queue && currentEntry(queue);
      if (current && begins) go(queueAddress(current), { replace: true, state: { joins: true } });
      else if (current) play(queueAddress(current), { state: toWait });
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
