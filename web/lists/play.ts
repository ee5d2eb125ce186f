// Starts a queue: the server makes it, then its first entry plays. It opens, too, if nothing plays yet; somebody who listens
// while looking around stays on the page.
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import type { Queue, QueueStart } from "#contract/lists.ts";
import { call, sayProblem } from "#web/api.ts";
import { useAway } from "#web/memory/away.ts";
import { usePlace, usePlaying } from "#web/place.ts";
import { showToast } from "#web/ui/toast.tsx";
import { queueQuery } from "./queries.ts";
import { words } from "./words.ts";

/** The page of the entry at this place; the player follows the queue from there. */
export function queueAddress({ video_id, place }: { video_id: string; place: number }): string {
  return `/video/${video_id}?queue=${place}`;
}

export function currentEntry(queue: Queue): Queue["entries"][number] | undefined {
  return queue.entries.find(({ place }) => place === queue.place);
}

export function usePlay() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { show, play } = usePlace();
  return useMutation({
    mutationFn: async ({ start, ...wish }: QueueStart & { start?: number | null }) => {
      const id = wish.first?.video_id;
      // without a connection what is saved plays, and no queue
      if (id !== undefined && useAway.getState().saved?.has(id)) return `/saved/${id}${start ? `?t=${start}` : ""}`;
      const { queue } = await call("startQueue", { body: wish });
      await keepQueue(queries, queue);
      const entry = currentEntry(queue);
      return entry && queueAddress(entry);
    },
    onSuccess: async (address) => {
      if (address === undefined) return;
      if (show === "look" && usePlaying.getState().hasPlayed) play(address);
      else await navigate(address);
    },
    onError: (problem) => showToast({ kind: "error", message: words.play.failed(sayProblem(problem)) }),
  });
}

/** An answer that was asked for earlier must not replace it. */
export async function keepQueue(queries: QueryClient, queue: Queue | null): Promise<void> {
  await queries.cancelQueries({ queryKey: queueQuery.queryKey });
  queries.setQueryData(queueQuery.queryKey, queue);
}
