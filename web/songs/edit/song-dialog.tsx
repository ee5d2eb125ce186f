// 'Edit song': title, other names, original or cover, notes, lyrics. What was typed survives a failed save and a conflict.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { Song } from "#contract/songs.ts";
import { ApiProblem, call, sayProblem } from "#web/api.ts";
import dialogCss from "#web/songs/dialog.module.css";
import { words } from "#web/songs/words.ts";
import { Button } from "#web/ui/button.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { Conflict } from "./conflict.tsx";
import { showSongDone } from "./done.ts";
import { type Draft, toDraft, toEdited } from "./draft.ts";
import css from "./edit.module.css";
import { Fields } from "./fields.tsx";

export function SongDialog({ song, close }: { song: Song; close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const queries = useQueryClient();
  const [base, setBase] = useState(song);
  const [draft, setDraft] = useState<Draft>(() => toDraft(song));
  const [theirs, setTheirs] = useState<Song>();
  const [isAsking, setAsking] = useState(false);
  useEffect(() => dialog.current?.showModal(), []);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(toDraft(base));
  const save = useMutation({
    mutationFn: (revision: number) =>
      call("saveSong", { params: { id: song.id }, body: { song: { ...toEdited(draft), revision } } }),
    onSuccess: async ({ change }) => {
      dialog.current?.close();
      await showSongDone(queries, { message: words.edit.saved, change });
    },
    onError: async (problem) => {
      const isConflict = problem instanceof ApiProblem && problem.code === "conflict";
      if (isConflict) setTheirs((await call("getSong", { params: { id: song.id }, query: { limit: 1 } })).song);
      else if (!(problem instanceof ApiProblem && problem.fields.length > 0))
        showToast({ kind: "error", message: words.edit.saveFailed(sayProblem(problem)) });
    },
  });
  const faults = new Map(
    save.error instanceof ApiProblem
      ? save.error.fields.map(({ field, rule }) => [field.split(".")[1] ?? field, rule])
      : [],
  );
  const cancel = () => (isChanged ? setAsking(true) : dialog.current?.close());
  const takeTheirs = (now: Song) => {
    setBase(now);
    setDraft(toDraft(now));
    setTheirs(undefined);
  };
  return (
    <dialog
      ref={dialog}
      className={dialogCss.dialog}
      aria-labelledby="song-dialog"
      onClose={close}
      onCancel={(event) => {
        if (!isChanged || isAsking) return;
        event.preventDefault();
        setAsking(true);
      }}
    >
      <form
        className={dialogCss.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!save.isPending && !theirs) save.mutate(base.revision);
        }}
      >
        <h2 id="song-dialog">{words.edit.heading}</h2>
        <div className={`${dialogCss.fields} ${css.fields}`}>
          {theirs && (
            <Conflict
              theirs={theirs}
              draft={draft}
              takeTheirs={() => takeTheirs(theirs)}
              keepYours={() => {
                save.mutate(theirs.revision);
                setTheirs(undefined);
              }}
            />
          )}
          <Fields draft={draft} change={setDraft} faults={faults} />
        </div>
        {isAsking ? (
          <div className={dialogCss.foot} role="alertdialog" aria-label={words.edit.discardQuestion}>
            <p className={dialogCss.question}>{words.edit.discardQuestion}</p>
            <Button look="danger" onClick={() => dialog.current?.close()}>
              {words.paste.discard}
            </Button>
            {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the question needs an answer, and this one loses nothing */}
            <Button autoFocus onClick={() => setAsking(false)}>
              {words.paste.keepEditing}
            </Button>
          </div>
        ) : (
          <div className={dialogCss.foot}>
            <Button look="quiet" onClick={cancel}>
              {words.paste.cancel}
            </Button>
            <Button type="submit" look="lamp" busy={save.isPending} disabled={!isChanged || theirs !== undefined}>
              {words.edit.save}
            </Button>
          </div>
        )}
      </form>
    </dialog>
  );
}
