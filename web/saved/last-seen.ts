// The library as it was last seen, for when there is no connection: one file beside what is saved on this device, for the same
// person, and deleted with it. Loaded only where something is saved.
import type { QueryClient } from "@tanstack/react-query";
import { useAway } from "#web/memory/away.ts";
import { currentPerson } from "#web/memory/person.ts";
import { findFile, libraryFolder, pathOf, removeFiles } from "./folder.ts";
import { hasExpired, itemsOf, useSaved } from "./kept.ts";
import { openPicture } from "./open-saved.ts";
import { writePiece } from "./writer.ts";

/** Queries of the library's pages, by the beginning of their keys. */
const remembered = new Set([
  ...["user", "site", "videos", "songs", "song", "figures", "favourites", "lists", "list", "collections", "collection"],
  "setList",
]);
/** Pages seen longest ago are forgotten first. */
const mostSeen = 200;
const mostBytes = 20_000_000;
const longestMs = 14 * 86_400_000;

/** What is only remembered is asked for again at once when there is a connection. */
const longAgo = 1;

interface Seen {
  key: readonly unknown[];
  data: unknown;
  at: number;
}

/** Those that play without a connection. */
function listReady(): ReadonlySet<string> {
  const items = Object.entries(itemsOf(useSaved.getState()));
  return new Set(items.filter(([, kept]) => kept.state === "ready" && !hasExpired(kept)).map(([id]) => id));
}

/** Before the server has said who is logged in; false: there is nothing to show. */
export async function showLastSeen(queries: QueryClient): Promise<boolean> {
  const ready = listReady();
  if (ready.size === 0) return false;
  const seen = await readSeen(await openPictures(ready));
  if (!seen.some(({ key, data }) => key[0] === "user" && isPerson(data))) return false;
  for (const { key, data } of seen)
    if (queries.getQueryData(key) === undefined) queries.setQueryData(key, data, { updatedAt: longAgo });
  useAway.setState({ saved: ready }, true);
  return true;
}

const isPerson = (data: unknown) => (data as { id?: unknown } | null)?.id === currentPerson();

let following: QueryClient | undefined;

/** Writes down what is asked for from now on. */
export function followLibrary(queries: QueryClient): void {
  useAway.setState({ saved: null }, true);
  if (following === queries) return;
  following = queries;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = () => {
    timer = undefined;
    // without a connection nothing newer is known
    if (useAway.getState().saved === null && listReady().size > 0) void writeSeen(queries).catch(() => undefined);
  };
  queries.getQueryCache().subscribe(({ type, query }) => {
    if (type === "updated" && remembered.has(String(query.queryKey[0]))) timer ??= setTimeout(write, soonMs);
  });
  // it is written only from the first one on that is ready
  useSaved.subscribe(() => (timer ??= setTimeout(write, soonMs)));
  timer = setTimeout(write, soonMs);
  addEventListener("offline", () => useAway.setState({ saved: listReady() }, true));
  addEventListener("online", () => useAway.setState({ saved: null }, true));
}

const soonMs = 1000;

async function writeSeen(queries: QueryClient): Promise<void> {
  const now = queries
    .getQueryCache()
    .getAll()
    .filter(({ queryKey, state }) => remembered.has(String(queryKey[0])) && state.dataUpdatedAt > longAgo)
    .map(({ queryKey, state }): Seen => ({ key: queryKey, data: state.data, at: state.dataUpdatedAt }));
  const all = new Map(
    [...(await readSeen()).filter(({ at }) => Date.now() - at < longestMs), ...now].map((seen) => [
      JSON.stringify(seen.key),
      seen,
    ]),
  );
  const newest = [...all.values()].toSorted((a, b) => b.at - a.at).slice(0, mostSeen);
  const bytes = new TextEncoder().encode(JSON.stringify(newest));
  // somebody has logged out meanwhile
  if (bytes.length > mostBytes || listReady().size === 0) return;
  await writePiece({ path: pathOf(currentPerson(), libraryFolder, "seen.json"), at: 0, bytes });
  if (listReady().size === 0) await removeFiles();
}

/** What is saved has its picture here, by the path that leads to it on the server. */
async function openPictures(ready: ReadonlySet<string>): Promise<ReadonlyMap<string, string>> {
  const pictures = new Map<string, string>();
  for (const id of ready) {
    const picture = await openPicture(id);
    if (picture !== null) pictures.set(`/api/media/${id}/thumbnail`, picture);
  }
  return pictures;
}

async function readSeen(pictures: ReadonlyMap<string, string> = new Map()): Promise<Seen[]> {
  const replace = (_key: string, value: unknown) =>
    typeof value === "string" ? (pictures.get(value.split("?v=", 1)[0] ?? "") ?? value) : value;
  try {
    const file = await findFile(currentPerson(), libraryFolder, "seen.json");
    const seen: unknown = JSON.parse((await file?.text()) ?? "[]", replace);
    return Array.isArray(seen) ? (seen as Seen[]).filter(isSeen) : [];
  } catch {
    return [];
  }
}

const isSeen = ({ key, data, at }: Partial<Seen>) => Array.isArray(key) && data !== undefined && typeof at === "number";
