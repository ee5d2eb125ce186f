// Who is logged in, whether that has been checked, what the archive is called, and whether the code of a page is loading.
// Server data lives in TanStack Query; only the loading flag is kept here.
import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { lazy } from "react";
import { create } from "zustand";
import type { User } from "#contract/member.ts";
import type { Site } from "#contract/site.ts";
import { ApiProblem, call } from "./api.ts";
import { patientStorage } from "#web/memory/persisted.ts";
import { recallPerson, savedEntry } from "#web/memory/person.ts";
import { continueTelling } from "#web/memory/positions.ts";

export const userQuery = queryOptions({
  queryKey: ["user"],
  queryFn: ({ signal, client }) => findUser(signal, client),
  // The check is done when the call ends, also when it fails: a second try would keep everyone waiting.
  retry: false,
  retryOnMount: false,
  staleTime: 60_000,
  // With every new connection: what is saved may have been hidden meanwhile. The browser reports a connection before it works.
  refetchOnReconnect: "always",
  refetchInterval: ({ state }) => (state.status === "error" ? 10_000 : false),
});

export const siteQuery = queryOptions({
  queryKey: ["site"],
  queryFn: ({ signal }) => call("getSite", { signal }),
  retry: 1,
  retryDelay: 500,
  retryOnMount: false,
  staleTime: Number.POSITIVE_INFINITY,
});

/**
 * The logged-in person, or null; whether the login check has finished, on success or failure; and whether there was no
 * connection for it, so that nobody knows.
 */
export function useUser(): { user: User | null; isChecked: boolean; isCut: boolean } {
  const { data, isFetched, error } = useQuery(userQuery);
  return { user: data ?? null, isChecked: isFetched, isCut: error instanceof ApiProblem && error.status === 0 };
}

/** Public facts about this archive; `isKnown` is true when the request has ended, also when it failed. */
export function useSite(): { site: Site | undefined; isKnown: boolean } {
  const { data, isFetched } = useQuery(siteQuery);
  return { site: data, isKnown: isFetched };
}

export const usePageLoading = create(() => false);

/** Wraps the import of a lazy page, and sets the page-loading flag while its code is loading. */
export async function loadPage<T>(load: () => Promise<T>): Promise<T> {
  usePageLoading.setState(true, true);
  try {
    return await load();
  } finally {
    usePageLoading.setState(false, true);
  }
}

async function findUser(signal: AbortSignal, queries: QueryClient): Promise<User | null> {
  const user = await askUser(signal).catch(async (problem: unknown) => {
    const isCut = problem instanceof ApiProblem && problem.status === 0;
    // then this fails, but there is a person
    if (isCut && hasSaved()) await showLastSeen(queries).catch(() => undefined);
    throw problem;
  });
  if (user) {
    await recallPerson(user.id);
    continueTelling();
  }
  void settleSaved(user)
    .then(() => (hasSaved() ? followLibrary(queries) : undefined))
    .catch(() => undefined);
  return user;
}

const lastSeen = () => import("#web/saved/last-seen.ts");
const showLastSeen = async (queries: QueryClient) => (await lastSeen()).showLastSeen(queries);
const followLibrary = async (queries: QueryClient) => (await lastSeen()).followLibrary(queries);

/** Deletes what is saved for listening without a connection, if it is not for this person, or no longer. */
export async function settleSaved(user: User | null): Promise<void> {
  // what fails now is done at the next visit
  if (hasSaved()) await import("#web/saved/settle.ts").then(({ settle }) => settle(user)).catch(() => undefined);
}

/** Asks before a login ends with which something that is saved is deleted. */
export const LogOutQuestion = lazy(async () => ({
  default: (await import("#web/saved/log-out-question.tsx")).LogOutQuestion,
}));

export function hasSaved(): boolean {
  return patientStorage.getItem(savedEntry) !== null;
}

let isAsked = false;

/** Whether index.html has asked already. Its answer is only used for the same request, and only once. */
function isAskedEarly(): boolean {
  const isFirst = !isAsked;
  isAsked = true;
  return isFirst && document.querySelector('link[href="/api/user/info"]') !== null;
}

async function askUser(signal: AbortSignal): Promise<User | null> {
  try {
    // without it the browser would log a 401 to the console on every visit without a login
    const headers = isAskedEarly() ? {} : { prefer: "handling=lenient" };
    return (await call("getUserInfo", { signal, headers })).user;
  } catch (problem) {
    if (problem instanceof ApiProblem && problem.status === 401) return null;
    throw problem;
  }
}
