// What editors can do with a song, as entries of its menu; the dialogs are loaded on demand.
import { lazy, type ReactNode, Suspense, useState } from "react";
import type { Song } from "#contract/songs.ts";
import { useUser } from "#web/session.ts";
import type { MenuItem } from "#web/ui/menu/more.tsx";
import { words } from "./words.ts";

const SongDialog = lazy(async () => ({ default: (await import("./edit/song-dialog.tsx")).SongDialog }));
const MergeDialog = lazy(async () => ({ default: (await import("./edit/merge-dialog.tsx")).MergeDialog }));

export function useSongEditing(song: Song, times = 0): { items: MenuItem[]; dialog: ReactNode } {
  const { user } = useUser();
  const [open, setOpen] = useState<"edit" | "merge" | null>(null);
  const close = () => setOpen(null);
  if (!user?.can_edit) return { items: [], dialog: null };
  return {
    items: [
      { label: words.edit.open, act: () => setOpen("edit") },
      { label: words.merge.open, act: () => setOpen("merge") },
    ],
    dialog: (
      <Suspense>
        {open === "edit" && <SongDialog song={song} close={close} />}
        {open === "merge" && <MergeDialog song={song} times={times} close={close} />}
      </Suspense>
    ),
  };
}
