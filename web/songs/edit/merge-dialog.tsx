// 'Merge with another song': choose the other one, and say yes. Nothing is merged before that.
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { Song, SongInList } from "#contract/songs.ts";
import { useAddresses } from "#web/addresses.ts";
import { call, sayProblem } from "#web/api.ts";
import { songsQuery } from "#web/songs/queries.ts";
import { words } from "#web/songs/words.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog/dialog.tsx";
import { words as dialogWords } from "#web/ui/dialog/words.ts";
import { FaultField } from "#web/ui/fields/field.tsx";
import fields from "#web/ui/fields/fields.module.css";
import { showToast } from "#web/ui/toast.tsx";
import { showSongDone } from "./done.ts";

const mostShown = 20;

export function MergeDialog({ song, times, close }: { song: Song; times: number; close: () => void }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const to = useAddresses();
  const [q, setQ] = useState("");
  const [other, setOther] = useState<SongInList | null>(null);
  const { data } = useInfiniteQuery(songsQuery(q.trim(), "title"));
  const songs = (data?.pages[0]?.songs ?? []).filter(({ id }) => id !== song.id).slice(0, mostShown);
  const merge = useMutation({
    mutationFn: (into: string) => call("mergeSong", { params: { id: song.id }, body: { into } }),
    onSuccess: async ({ song: now, change }) => {
      close();
      await navigate(to.song(now.id), { replace: true });
      await showSongDone(queries, { message: words.merge.done(song.title, now.title), change });
    },
    onError: (problem) => showToast({ kind: "error", message: words.merge.failed(sayProblem(problem)) }),
  });
  const question = other && (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the question needs an answer, and this one changes nothing */}
      <Button look="quiet" autoFocus onClick={() => setOther(null)}>
        {words.merge.back}
      </Button>
      <Button look="danger" busy={merge.isPending} onClick={() => merge.mutate(other.id)}>
        {words.merge.yes}
      </Button>
    </>
  );
  const cancel = (
    <Button look="quiet" onClick={close}>
      {dialogWords.cancel}
    </Button>
  );
  return (
    <Dialog title={<bdi>{words.merge.heading(song.title)}</bdi>} width="wide" close={close} foot={question ?? cancel}>
      {other ? (
        <p>
          <bdi>{words.merge.question(song.title, other.title, times)}</bdi>
        </p>
      ) : (
        <>
          <p className={fields.hint}>{words.merge.text}</p>
          <FaultField label={words.songs.search} fault={undefined}>
            <input type="search" value={q} onChange={(event) => setQ(event.target.value)} />
          </FaultField>
          <ul>
            {songs.map((one) => (
              <li key={one.id}>
                <button type="button" className={fields.option} onClick={() => setOther(one)}>
                  <bdi>{one.artist === null ? one.title : `${one.title} (${words.song.coverOf(one.artist)})`}</bdi>
                  <small>{words.song.played(one.times)}</small>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}
