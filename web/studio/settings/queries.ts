// The settings as the server knows them, and the two things that can be done to them.
import { queryOptions, useMutation } from "@tanstack/react-query";
import type { Input } from "#contract/api.ts";
import type { Settings } from "#contract/setup.ts";
import { call } from "#web/api.ts";
import { siteQuery } from "#web/session.ts";
import { showToast } from "#web/ui/toast.tsx";
import { showDone } from "#web/undo/undo.ts";
import { useActing } from "#web/studio/acting.ts";
import { words } from "./words.ts";

export const settingsQuery = queryOptions({
  queryKey: ["settings"],
  queryFn: ({ signal }) => call("getSettings", { signal }),
});

/** Says that it is done, with Undo, or why not. */
export function useChange() {
  const { queries, tell } = useActing();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: Input<"changeSettings">["body"]) => call("changeSettings", { body }),
    onError: tell,
    onSuccess: ({ settings, change }) => {
      queries.setQueryData(settingsQuery.queryKey, settings);
      void queries.invalidateQueries({ queryKey: siteQuery.queryKey });
      showDone({ message: words.saved, changes: change, tell, refresh });
    },
  });
}

export function useResume() {
  const { queries, tell } = useActing();
  return useMutation({
    mutationFn: () => call("resumeWebhook"),
    onError: tell,
    onSuccess: (after: Settings) => {
      queries.setQueryData(settingsQuery.queryKey, after);
      showToast({ kind: "done", message: words.resumed });
    },
  });
}

/** After something was undone. */
function useRefresh() {
  const { queries } = useActing();
  return async () => {
    await Promise.all(
      [settingsQuery, siteQuery].map(({ queryKey }) => queries.invalidateQueries({ queryKey: [...queryKey] })),
    );
  };
}
