// Without a connection: which recordings play nevertheless, because they are saved here. Pages dim the others.
import { create } from "zustand";

/** Null while there is a connection, or nobody knows. */
export const useAway = create<{ saved: ReadonlySet<string> | null }>(() => ({ saved: null }));

export function useIsAway(id: string | undefined): boolean {
  return useAway(({ saved }) => saved !== null && id !== undefined && !saved.has(id));
}
