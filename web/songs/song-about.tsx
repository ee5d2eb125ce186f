// What is known about a song besides its performances; editors can change it, and their code is loaded on demand.
import { lazy, Suspense, useState } from "react";
import type { Song } from "#contract/songs.ts";
import { useUser } from "#web/session.ts";
import { Button } from "#web/ui/button.tsx";
import css from "./song-about.module.css";
import { words } from "./words.ts";

const SongDialog = lazy(async () => ({ default: (await import("./edit/song-dialog.tsx")).SongDialog }));
const MergeDialog = lazy(async () => ({ default: (await import("./edit/merge-dialog.tsx")).MergeDialog }));

export function SongAbout({ song, times }: { song: Song; times: number | undefined }) {
  const { user } = useUser();
  const { other_names, notes, lyrics_url } = song;
  return (
    <>
      {other_names.length > 0 && (
        <p className={css.dim}>
          <bdi>{words.song.otherNames(other_names.join(", "))}</bdi>
        </p>
      )}
      {notes !== "" && (
        <p className={css.notes} dir="auto">
          {notes}
        </p>
      )}
      {lyrics_url !== null && (
        <p>
          <a href={lyrics_url} target="_blank" rel="noopener noreferrer">
            {words.song.lyrics}
          </a>
        </p>
      )}
      {user?.can_edit && <Tools song={song} times={times} />}
    </>
  );
}

function Tools({ song, times = 0 }: { song: Song; times: number | undefined }) {
  const [open, setOpen] = useState<"edit" | "merge" | null>(null);
  const close = () => setOpen(null);
  return (
    <div className={css.tools}>
      <Button onClick={() => setOpen("edit")}>{words.edit.open}</Button>
      <Button onClick={() => setOpen("merge")}>{words.merge.open}</Button>
      <Suspense>
        {open === "edit" && <SongDialog song={song} close={close} />}
        {open === "merge" && <MergeDialog song={song} times={times} close={close} />}
      </Suspense>
    </div>
  );
}
