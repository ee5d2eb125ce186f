// The last check-up, and what the owner can do: check again, and confirm the copy of the key.
import { queryOptions, useMutation } from "@tanstack/react-query";
import type { CheckUp } from "#contract/check-up.ts";
import { call } from "#web/api.ts";
import { useActing } from "#web/studio/acting.ts";
import { showToast } from "#web/ui/toast.tsx";
import { checkupWords as words } from "#web/studio/words.ts";

const firstMs = 3000;
const laterMs = 30_000;

export const checkUpQuery = queryOptions({
  queryKey: ["check-up"],
  queryFn: ({ signal }) => call("getCheckUp", { signal }),
  staleTime: 60_000,
  // the archive checks by itself, too: soon after the set-up, after a change of the settings, and after each backup
  refetchInterval: ({ state: { data } }) => (data?.ran_at === null ? firstMs : laterMs),
});

export function listBad({ lines }: Pick<CheckUp, "lines">): CheckUp["lines"] {
  return lines.filter(({ state }) => state === "bad");
}

export function useCheckNow() {
  return useCheckUpCall<void>(
    () => call("runCheckUp"),
    (after) => words.done(listBad(after).length),
  );
}

export function useConfirmKeyCopy() {
  return useCheckUpCall(
    (checksum: string) => call("confirmKeyCopy", { body: { checksum } }),
    () => words.keyCopy.confirmed,
  );
}

function useCheckUpCall<T>(ask: (given: T) => Promise<CheckUp>, say: (after: CheckUp) => string) {
  const { queries, tell } = useActing();
  return useMutation({
    mutationFn: ask,
    onError: tell,
    onSuccess: (after) => {
      queries.setQueryData(checkUpQuery.queryKey, after);
      showToast({ kind: "done", message: say(after) });
    },
  });
}
