// What was told, where notices are sent, and what the owner can do about it.
import { infiniteQueryOptions, queryOptions, useMutation } from "@tanstack/react-query";
import type { NoticeSettingsChange, TestChannel } from "#contract/notices.ts";
import { call } from "#web/api.ts";
import { useActing } from "#web/studio/acting.ts";
import { showToast } from "#web/ui/toast.tsx";
import { words } from "./words.ts";

export const noticesQuery = infiniteQueryOptions({
  queryKey: ["notices"],
  queryFn: ({ signal, pageParam }) =>
    call("listNotices", { signal, query: pageParam === null ? {} : { before: String(pageParam) } }),
  initialPageParam: null as number | null,
  getNextPageParam: ({ next }) => next,
});

export const noticeSettingsQuery = queryOptions({
  queryKey: ["notice-settings"],
  queryFn: ({ signal }) => call("getNoticeSettings", { signal }),
});

export function useChangeNotices() {
  const { queries, tell } = useActing();
  return useMutation({
    mutationFn: (body: NoticeSettingsChange) => call("changeNoticeSettings", { body }),
    onError: tell,
    onSuccess: (after, change) => {
      queries.setQueryData(noticeSettingsQuery.queryKey, after);
      const isRemoved = Object.values(change).every((value) => value === "");
      showToast({ kind: "done", message: isRemoved ? words.removed : words.saved });
    },
  });
}

export function useTry(channel: TestChannel) {
  const { tell } = useActing();
  return useMutation({ mutationFn: () => call("tryNotice", { body: { channel } }), onError: tell });
}
