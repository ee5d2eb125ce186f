// What the member has chosen, and changes of it: each is saved at once.
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { NoticeChoice, NoticeChoiceChange } from "#contract/notices.ts";
import { call, sayProblem } from "#web/api.ts";
import { showToast } from "#web/ui/toast.tsx";
import { noticeWords as words } from "#web/member/account/words.ts";

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

// This browser's subscription to push notices. They are shown by the service worker, which web/app/install.ts installs,
// too.

const worker = "/sw.js";

interface Subscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

function canPush(): boolean {
  return "serviceWorker" in navigator && "PushManager" in globalThis && "Notification" in globalThis;
}

/** Undefined when this browser shows none. */
async function findSubscription(): Promise<string | undefined> {
  if (!canPush()) return undefined;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription())?.endpoint;
}

/** Only after a click: browsers ask the person. Null when they said no. */
async function subscribe(key: string): Promise<Subscription | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  await navigator.serviceWorker.register(worker);
  const registration = await navigator.serviceWorker.ready;
  const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint = "", keys } = made.toJSON();
  return { endpoint, keys: { p256dh: keys?.["p256dh"] ?? "", auth: keys?.["auth"] ?? "" } };
}

/** Returns the endpoint, which the server is to forget. */
async function unsubscribe(): Promise<string | undefined> {
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
  return subscription?.endpoint;
}
