// Who is signed in, whether that has been asked yet, what the archive is called, and whether a page's code is on its way.
// What the server says lives in TanStack Query; the loading flag is the only thing kept here.
import { queryOptions, useQuery } from "@tanstack/react-query";
import { create } from "zustand";
import type { User } from "#contract/member.ts";
import type { Site } from "#contract/site.ts";
import { ApiProblem, call } from "./api.ts";

export const userQuery = queryOptions({
  queryKey: ["user"],
  queryFn: ({ signal }) => findUser(signal),
  // The check is done when the call ends, also when it fails: no second try that would keep everyone waiting.
  retry: false,
  retryOnMount: false,
  staleTime: 60_000,
});

export const siteQuery = queryOptions({
  queryKey: ["site"],
  queryFn: ({ signal }) => call("getSite", { signal }),
  retry: 1,
  retryDelay: 500,
  retryOnMount: false,
  staleTime: Number.POSITIVE_INFINITY,
});

/** The signed-in person, or null; and whether the login check has finished, on success or failure. */
export function useUser(): { user: User | null; isChecked: boolean } {
  const { data, isFetched } = useQuery(userQuery);
  return { user: data ?? null, isChecked: isFetched };
}

/** What anyone may know about this archive; `isKnown` is true as soon as waiting for it makes no sense any more. */
export function useSite(): { site: Site | undefined; isKnown: boolean } {
  const { data, isFetched } = useQuery(siteQuery);
  return { site: data, isKnown: isFetched };
}

export const usePageLoading = create(() => false);

/** Wraps the import of a lazy page, so that the page-loading flag is up while its code is on its way. */
export async function loadPage<T>(load: () => Promise<T>): Promise<T> {
  usePageLoading.setState(true, true);
  try {
    return await load();
  } finally {
    usePageLoading.setState(false, true);
  }
}

async function findUser(signal: AbortSignal): Promise<User | null> {
  try {
    // without it the browser itself would print a 401 to the console on every anonymous visit
    return (await call("getUserInfo", { signal, headers: { prefer: "handling=lenient" } })).user;
  } catch (problem) {
    if (problem instanceof ApiProblem && problem.status === 401) return null;
    throw problem;
  }
}
