// 'Merge with another song': choose the other one, and say yes. Nothing is merged before that.
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { Song, SongInList } from "#contract/songs.ts";
import { useAddresses } from "#web/addresses.ts";
import { call, sayProblem } from "#web/api.ts";
import { songsQuery } from "#web/songs/queries.ts";
import dialogCss from "#web/songs/dialog.module.css";
import { words } from "#web/songs/words.ts";
import { Button } from "#web/ui/button.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { showSongDone } from "./done.ts";
import css from "./edit.module.css";

const mostShown = 20;

export function MergeDialog({ song, times, close }: { song: Song; times: number; close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const to = useAddresses();
  const [q, setQ] = useState("");
  const [other, setOther] = useState<SongInList | null>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const { data } = useInfiniteQuery(songsQuery(q.trim(), "title"));
  const songs = (data?.pages[0]?.songs ?? []).filter(({ id }) => id !== song.id).slice(0, mostShown);
  const merge = useMutation({
    mutationFn: (into: string) => call("mergeSong", { params: { id: song.id }, body: { into } }),
    onSuccess: async ({ song: now, change }) => {
      dialog.current?.close();
      await navigate(to.song(now.id), { replace: true });
      await showSongDone(queries, { message: words.merge.done(song.title, now.title), change });
    },
    onError: (problem) => showToast({ kind: "error", message: words.merge.failed(sayProblem(problem)) }),
  });
  return (
    <dialog ref={dialog} className={dialogCss.dialog} aria-labelledby="merge-dialog" onClose={close}>
      <div className={dialogCss.form}>
        <h2 id="merge-dialog">
          <bdi>{words.merge.heading(song.title)}</bdi>
        </h2>
        {other ? (
          <>
            <div className={dialogCss.fields}>
              <p>
                <bdi>{words.merge.question(song.title, other.title, times)}</bdi>
              </p>
            </div>
            <div className={dialogCss.foot}>
              {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the question needs an answer, and this one changes nothing */}
              <Button look="quiet" autoFocus onClick={() => setOther(null)}>
                {words.merge.back}
              </Button>
              <Button look="danger" busy={merge.isPending} onClick={() => merge.mutate(other.id)}>
                {words.merge.yes}
              </Button>
            </div>
          </>
        ) : (
          <>
            <div className={`${dialogCss.fields} ${css.fields}`}>
              <p className={dialogCss.hint}>{words.merge.text}</p>
              <div className={css.field}>
                <label htmlFor="merge-search">{words.songs.search}</label>
                {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog has to put the focus somewhere inside */}
                <input
                  id="merge-search"
                  type="search"
                  autoFocus
                  value={q}
                  onChange={(event) => setQ(event.target.value)}
                />
              </div>
              <ul className={css.choices}>
                {songs.map((one) => (
                  <li key={one.id}>
                    <button type="button" className={css.choice} onClick={() => setOther(one)}>
                      <bdi>{one.artist === null ? one.title : `${one.title} (${words.song.coverOf(one.artist)})`}</bdi>
                      <small>{words.song.played(one.times)}</small>
                    </button>
                  </li>
                ))}
              </ul>
            </div>
            <div className={dialogCss.foot}>
              <Button look="quiet" onClick={() => dialog.current?.close()}>
                {words.paste.cancel}
              </Button>
            </div>
          </>
        )}
      </div>
    </dialog>
  );
}
