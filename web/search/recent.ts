// What somebody has searched for lately: kept in this browser only, for one person, until they log out.
import { patientStorage } from "#web/memory/persisted.ts";
import { currentPerson, searchesEntry } from "#web/memory/person.ts";

const most = 10;

/** The latest first. */
export function readRecent(): string[] {
  const stored = patientStorage.getItem(searchesEntry) as { state?: { person?: unknown; searches?: unknown } } | null;
  const { person, searches } = stored?.state ?? {};
  if (person !== currentPerson() || !Array.isArray(searches)) return [];
  return searches.filter((one) => typeof one === "string").slice(0, most);
}

/** The same search, or what it began with, is kept once. */
export function remember(q: string): void {
  const before = readRecent().filter((one) => !q.toLowerCase().startsWith(one.toLowerCase()));
  if (q !== "") keepRecent([q, ...before]);
}

export function keepRecent(searches: readonly string[]): void {
  const state = { person: currentPerson(), searches: searches.slice(0, most) };
  if (searches.length === 0) patientStorage.removeItem(searchesEntry);
  else patientStorage.setItem(searchesEntry, { state, version: 1 });
}
