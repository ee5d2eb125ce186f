// What the member has chosen, and changes of it: each is saved at once.
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { NoticeChoice, NoticeChoiceChange } from "#contract/notices.ts";
import { call, sayProblem } from "#web/api.ts";
import { showToast } from "#web/ui/toast.tsx";
import { canPush, findSubscription, subscribe, unsubscribe } from "./push.ts";
import { words } from "./words.ts";

export const choiceQuery = queryOptions({
  queryKey: ["notice-choice"],
  queryFn: ({ signal }) => call("getNoticeChoice", { signal }),
});

const deviceQuery = queryOptions({
  queryKey: ["push-subscription"],
  queryFn: async () => (await findSubscription()) ?? null,
});

export function useChoice() {
  return useQuery(choiceQuery);
}

export function useThisDevice(): { canPush: boolean; isOn: boolean } {
  const { data } = useQuery(deviceQuery);
  return { canPush: canPush(), isOn: typeof data === "string" };
}

export function useSaveChoice(choice: NoticeChoice) {
  const save = useStored((change: Partial<NoticeChoiceChange>) => {
    const { mail, push, quiet, time_zone, live_mail, live_push } = choice;
    return call("saveNoticeChoice", { body: { mail, push, quiet, time_zone, live_mail, live_push, ...change } });
  });
  return { ...save, shown: save.isPending ? { ...choice, ...save.variables } : choice };
}

/** Turns this browser on or off. */
export function useDevice({ push_key }: NoticeChoice) {
  const queries = useQueryClient();
  const stored = useStored(async (isOn: boolean) => {
    const device = isOn ? await subscribe(push_key) : { endpoint: await unsubscribe(), keys: null };
    if (!device) throw new Error(words.denied);
    await queries.invalidateQueries(deviceQuery);
    const { endpoint, keys } = device;
    return endpoint === undefined ? call("getNoticeChoice") : call("savePushDevice", { body: { endpoint, keys } });
  });
  return stored;
}

function useStored<T>(ask: (given: T) => Promise<NoticeChoice>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ask,
    onError: (problem) => showToast({ kind: "error", message: sayProblem(problem) }),
    onSuccess: (after) => {
      queries.setQueryData(choiceQuery.queryKey, after);
      showToast({ kind: "done", message: words.saved });
    },
  });
}
