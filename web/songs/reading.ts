// What the server understands of a text, as it is typed; nothing is saved.
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { SetListEntry } from "#contract/songs.ts";
import { addressOf, call } from "#web/api.ts";

export const readingQuery = (id: string, text: string) =>
  queryOptions({
    queryKey: ["reading", id, text],
    queryFn: ({ signal }) => call("readSetList", { params: { id }, body: { text }, signal }),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 60_000,
  });

const pauseMs = 350;

/** The text once nobody has typed for a moment. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** The set list as it is now, as text to edit. */
export async function fetchText(id: string): Promise<string> {
  const answer = await fetch(addressOf("exportSetList", { params: { id, format: "text" } }));
  return answer.ok ? answer.text() : "";
}

/** The entries with the songs that the editor has chosen, by title. */
export function chooseSongs(entries: readonly SetListEntry[], chosen: ReadonlyMap<string, string>): SetListEntry[] {
  return entries.map((entry) => ({
    ...entry,
    songs: entry.songs.map((song) => ({ ...song, id: song.id ?? chosen.get(song.title) ?? null })),
  }));
}
