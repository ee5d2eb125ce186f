// 'Edit song': title, other names, original or cover, notes, lyrics.
import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { EditedSong, Song } from "#contract/songs.ts";
import { ApiProblem, call, sayProblem } from "#web/api.ts";
import { words } from "#web/songs/words.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog/dialog.tsx";
import { Conflict, EditingFoot, type Guard, useEditing } from "#web/ui/dialog/editing.tsx";
import { words as dialogWords } from "#web/ui/dialog/words.ts";
import { FaultField } from "#web/ui/fields/field.tsx";
import fields from "#web/ui/fields/fields.module.css";
import { showToast } from "#web/ui/toast.tsx";
import { showSongDone } from "./done.ts";

interface Draft {
  title: string;
  /** One per line. */
  names: string;
  isCover: boolean;
  artist: string;
  notes: string;
  lyrics: string;
}

export function SongDialog({ song, close }: { song: Song; close: () => void }) {
  const queries = useQueryClient();
  const guard = useRef<Guard>(null);
  const { editing, draft, change, theirs, save, takeTheirs, keepYours } = useEditing<Song, Draft>({
    saved: song,
    toDraft,
    send: async (typed, { id, revision }) => {
      const { change: done } = await call("saveSong", {
        params: { id },
        body: { song: { ...toEdited(typed), revision } },
      });
      void showSongDone(queries, { message: words.edit.saved, change: done });
    },
    fetch: async () => (await call("getSong", { params: { id: song.id }, query: { limit: 1 } })).song,
    tell: (problem) => {
      if (problem instanceof ApiProblem && problem.fields.length > 0) return;
      showToast({ kind: "error", message: words.edit.saveFailed(sayProblem(problem)) });
    },
    guard,
    close,
  });
  const now = theirs && toDraft(theirs);
  const different = now && (Object.keys(now) as (keyof Draft)[]).filter((field) => now[field] !== draft[field]);
  return (
    <Dialog
      title={words.edit.heading}
      width="wide"
      close={close}
      mayClose={() => guard.current?.() ?? true}
      submit={() => !theirs && save()}
      foot={
        <EditingFoot editing={editing} question={words.edit.discardQuestion}>
          <Button look="quiet" onClick={editing.cancel}>
            {dialogWords.cancel}
          </Button>
          <Button
            type="submit"
            look="lamp"
            busy={editing.isSaving}
            disabled={!editing.isChanged || theirs !== undefined}
          >
            {words.edit.save}
          </Button>
        </EditingFoot>
      }
    >
      {now && different && (
        <Conflict
          heading={words.edit.conflict}
          theirs={<Version draft={now} fields={different} />}
          yours={<Version draft={draft} fields={different} />}
          isSaving={editing.isSaving}
          takeTheirs={() => takeTheirs(theirs)}
          keepYours={() => keepYours(theirs)}
        />
      )}
      <Fields draft={draft} set={(changes) => change({ ...draft, ...changes })} faults={editing.faults} />
    </Dialog>
  );
}

function Version({ draft, fields: shown }: { draft: Draft; fields: readonly (keyof Draft)[] }) {
  const say = (value: string | boolean) => (typeof value === "string" ? value : words.edit.yesNo[value ? "yes" : "no"]);
  return (
    <dl>
      {shown.map((field) => (
        <div key={field}>
          <dt>{words.edit.fields[field]}</dt>
          <dd>
            <bdi>{say(draft[field]) || words.edit.empty}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface FieldsProps {
  draft: Draft;
  set: (changes: Partial<Draft>) => void;
  faults: ReadonlyMap<string, string>;
}

function Fields({ draft, set, faults }: FieldsProps) {
  const about = (label: string, field: string) => {
    const rule = faults.get(field);
    return { label, fault: rule && words.edit.fault(rule) };
  };
  return (
    <>
      <FaultField {...about(words.edit.title, "title")}>
        <input dir="auto" maxLength={200} value={draft.title} onChange={({ target }) => set({ title: target.value })} />
      </FaultField>
      <FaultField {...about(words.edit.otherNames, "other_names")}>
        <textarea dir="auto" rows={3} value={draft.names} onChange={({ target }) => set({ names: target.value })} />
      </FaultField>
      <label className={fields.choice}>
        <input type="checkbox" checked={draft.isCover} onChange={({ target }) => set({ isCover: target.checked })} />
        {words.edit.isCover}
      </label>
      {draft.isCover && (
        <FaultField {...about(words.edit.artist, "artist")}>
          <input
            dir="auto"
            maxLength={200}
            value={draft.artist}
            onChange={({ target }) => set({ artist: target.value })}
          />
        </FaultField>
      )}
      <FaultField {...about(words.edit.notes, "notes")}>
        <textarea
          dir="auto"
          rows={4}
          maxLength={5000}
          value={draft.notes}
          onChange={({ target }) => set({ notes: target.value })}
        />
      </FaultField>
      <FaultField {...about(words.edit.lyrics, "lyrics_url")}>
        <input
          type="url"
          maxLength={1000}
          placeholder="https://"
          value={draft.lyrics}
          onChange={({ target }) => set({ lyrics: target.value })}
        />
      </FaultField>
    </>
  );
}

function toDraft({ title, other_names, is_cover, artist, notes, lyrics_url }: Song): Draft {
  return {
    title,
    names: other_names.join("\n"),
    isCover: is_cover,
    artist: artist ?? "",
    notes,
    lyrics: lyrics_url ?? "",
  };
}

function toEdited({ title, names, isCover, artist, notes, lyrics }: Draft): Omit<EditedSong, "revision"> {
  const other = names.split("\n").map((name) => name.trim());
  return {
    title,
    is_cover: isCover,
    notes,
    artist: isCover && artist.trim() !== "" ? artist : null,
    other_names: other.filter((name) => name !== ""),
    lyrics_url: lyrics.trim() || null,
  };
}
