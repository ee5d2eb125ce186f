// The backups as the server knows them, and what the owner can do about them.
import { queryOptions, useMutation } from "@tanstack/react-query";
import type { Backups, BackupsChange } from "#contract/backups.ts";
import { call } from "#web/api.ts";
import { useActing } from "#web/studio/acting.ts";
import { showToast } from "#web/ui/toast.tsx";
import { showDone } from "#web/undo/undo.ts";
import { words } from "./words.ts";

const runningMs = 5000;

export const backupsQuery = queryOptions({
  queryKey: ["backups"],
  queryFn: ({ signal }) => call("getBackups", { signal }),
  refetchInterval: ({ state }) => (state.data?.last?.state === "running" ? runningMs : false),
});

export function useBackupsChange() {
  const { queries, tell } = useActing();
  const refresh = () => queries.invalidateQueries({ queryKey: backupsQuery.queryKey });
  return useMutation({
    mutationFn: (body: BackupsChange) => call("changeBackups", { body }),
    onError: tell,
    onSuccess: ({ backups, change }) => {
      queries.setQueryData(backupsQuery.queryKey, backups);
      showDone({ message: words.saved, changes: change, tell, refresh });
    },
  });
}

export function useRunBackup() {
  const { queries, tell } = useActing();
  return useMutation({
    mutationFn: () => call("runBackup"),
    onError: tell,
    onSuccess: (after: Backups) => {
      queries.setQueryData(backupsQuery.queryKey, after);
      showToast({ kind: "done", message: words.started });
    },
  });
}

/** The private key stays in the page's memory only as long as the sheet is shown. */
export function useMakeKey() {
  const { queries } = useActing();
  return useMutation({
    mutationFn: (replace: boolean) => call("makeBackupKey", { body: { replace } }),
    gcTime: 0,
    onSuccess: ({ backups }) => void queries.setQueryData(backupsQuery.queryKey, backups),
  });
}
