// How far connecting Patreon or Twitch is, and what can be done about it. Says why not, where the server refuses.
import { queryOptions, useMutation } from "@tanstack/react-query";
import type { Provider } from "#contract/member.ts";
import type { Connections } from "#contract/setup.ts";
import { call } from "#web/api.ts";
import { siteQuery } from "#web/session.ts";
import { useActing } from "#web/studio/acting.ts";
import { settingsQuery } from "#web/studio/settings/queries.ts";
import { showToast } from "#web/ui/toast.tsx";
import { connectWords as words } from "#web/studio/settings/words.ts";

export const connectionsQuery = queryOptions({
  queryKey: ["connections"],
  queryFn: ({ signal }) => call("getConnections", { signal }),
});

/** Leaves the page: the provider asks, and sends the browser back. */
export function useConnect(provider: Provider) {
  const { tell } = useActing();
  return useMutation({
    mutationFn: () => call("connectAgain", { params: { provider } }),
    onError: tell,
    onSuccess: ({ authorize_url }) => location.assign(authorize_url),
  });
}

export function useDrop(provider: Provider) {
  const { queries, tell } = useActing();
  return useMutation({
    mutationFn: () => call("dropConnection", { params: { provider } }),
    onError: tell,
    onSuccess: (after) => queries.setQueryData(connectionsQuery.queryKey, after),
  });
}

type Chosen = { campaign_id: string; tier_ids: string[] } | { min_tier: "1000" | "2000" | "3000" };

export function useSaveConnection() {
  const { queries, tell } = useActing();
  return useMutation({
    mutationFn: (body: Chosen): Promise<Connections> =>
      "min_tier" in body ? call("saveChannel", { body }) : call("saveCampaign", { body }),
    onError: tell,
    onSuccess: async (after) => {
      queries.setQueryData(connectionsQuery.queryKey, after);
      showToast({ kind: "done", message: words.saved });
      await Promise.all([
        queries.invalidateQueries({ queryKey: settingsQuery.queryKey }),
        queries.invalidateQueries({ queryKey: siteQuery.queryKey }),
      ]);
    },
  });
}
