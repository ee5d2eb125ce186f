// The songs of the recording in the player: from its set list, or from its description.
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Video } from "#contract/video.ts";
import { setListQuery } from "#web/set-list-query.ts";
import { type Song, timeSongs } from "./songs.ts";

export function useSongs({ id, description, duration }: Video): readonly Song[] {
  // the page loads it, when the first picture is there
  const { data } = useQuery({ ...setListQuery(id), enabled: false });
  return useMemo(() => timeSongs(data?.entries ?? [], description, duration ?? 0), [data, description, duration]);
}
