// The set list of a recording as text: shows what was understood before anything is saved. A part of the editor.
// What was typed survives a failed save and a conflict with somebody else's save.
import { useMutation, useQuery, useQueryClient, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { type Ref, useEffect, useImperativeHandle, useState } from "react";
import type { SetList, SetListEntry } from "#contract/songs.ts";
import { ApiProblem, call, sayProblem, addressOf } from "#web/api.ts";
import { useSite } from "#web/session.ts";
import { setListQuery } from "#web/set-list-query.ts";
import { Button } from "#web/ui/button.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { showDone } from "#web/undo/undo.ts";
import { FromTwitch } from "#web/songs/twitch/from-twitch.tsx";
import css from "./dialog.module.css";
import { Entries, Understood } from "./understood.tsx";
import { words } from "./words.ts";

interface Props {
  id: string;
  hasDescription: boolean;
  /** Whether what is around it may be closed; if not, it asks what becomes of the changes. */
  guard: Ref<() => boolean>;
  close: () => void;
}

interface Opened {
  text: string;
  revision: number;
}

export function SetListForm({ id, hasDescription, guard, close }: Props) {
  const queries = useQueryClient();
  const [opened, setOpened] = useState<Opened>();
  const [problem, setProblem] = useState<string>();
  const [isChanged, setChanged] = useState(false);
  const [isAsking, setAsking] = useState(false);
  useEffect(() => {
    const open = async () => {
      const { revision, entries } = await queries.fetchQuery({ ...setListQuery(id), staleTime: 0 });
      setOpened({ revision, text: entries.length > 0 ? await fetchText(id) : "" });
    };
    open().catch((failure: unknown) => setProblem(words.paste.readFailed(sayProblem(failure))));
  }, [id, queries]);
  useImperativeHandle(guard, () => () => {
    if (!isChanged || isAsking) return true;
    setAsking(true);
    return false;
  });
  return (
    <div className={css.form}>
      {opened ? (
        <Editor
          {...{ id, hasDescription, opened, isAsking, close }}
          ask={() => (isChanged ? setAsking(true) : close())}
          keepEditing={() => setAsking(false)}
          tellChanged={setChanged}
        />
      ) : (
        <div className={css.fields}>{problem === undefined ? <Spinner /> : <p role="alert">{problem}</p>}</div>
      )}
    </div>
  );
}

interface EditorProps extends Omit<Props, "guard"> {
  opened: Opened;
  /** Whether to ask what happens to the changes. */
  isAsking: boolean;
  ask: () => void;
  keepEditing: () => void;
  tellChanged: (isChanged: boolean) => void;
}

function Editor({ id, hasDescription, opened, isAsking, ask, keepEditing, tellChanged, close }: EditorProps) {
  const queries = useQueryClient();
  const { site } = useSite();
  const [text, setText] = useState(opened.text);
  const [revision, setRevision] = useState(opened.revision);
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map());
  const [theirs, setTheirs] = useState<SetList>();
  const settled = useSettled(text);
  const { data: reading, error, isPlaceholderData } = useQuery(readingQuery(id, settled));
  const isCurrent = settled === text && reading !== undefined && !isPlaceholderData;
  const entries = chooseSongs(reading?.entries ?? [], chosen);
  const refresh = () => queries.invalidateQueries({ queryKey: setListQuery(id).queryKey });

  const save = useMutation({
    mutationFn: (known: number) =>
      call("saveSetList", { params: { id }, body: { set_list: { revision: known, entries } } }),
    onSuccess: ({ set_list, change }) => {
      queries.setQueryData(setListQuery(id).queryKey, set_list);
      showDone({ message: words.paste.saved, changes: change, tell: tellFailure, refresh });
      close();
    },
    onError: async (problem) => {
      if (!(problem instanceof ApiProblem && problem.code === "conflict")) return tellFailure(problem);
      setTheirs(await queries.fetchQuery({ ...setListQuery(id), staleTime: 0 }));
    },
  });
  const describe = useMutation({
    mutationFn: () => call("readSetList", { params: { id }, body: { from_description: true } }),
    onSuccess: ({ text: found }) => setText(found),
    onError: (problem) => showToast({ kind: "error", message: words.paste.readFailed(sayProblem(problem)) }),
  });
  const takeTheirs = async () => {
    setText(await fetchText(id));
    setRevision(theirs?.revision ?? revision);
    setTheirs(undefined);
  };
  const choose = (title: string, songId: string | null) => {
    const next = new Map(chosen);
    if (songId === null) next.delete(title);
    else next.set(title, songId);
    setChosen(next);
  };
  return (
    <>
      <div className={css.fields}>
        {theirs && (
          <div role="alert" className={css.conflict}>
            <strong>{words.paste.conflict}</strong>
            <div className={css.both}>
              <section>
                <h3>{words.paste.theirs}</h3>
                <Entries entries={theirs.entries} />
              </section>
              <section>
                <h3>{words.paste.yours}</h3>
                <Entries entries={entries} />
              </section>
            </div>
            <Button onClick={() => void takeTheirs()}>{words.paste.takeTheirs}</Button>
            <Button look="danger" busy={save.isPending} onClick={() => save.mutate(theirs.revision)}>
              {words.paste.keepYours}
            </Button>
          </div>
        )}
        <p className={css.hint}>{words.paste.text}</p>
        <textarea
          className={css.text}
          aria-label={words.paste.label}
          placeholder={words.paste.example}
          dir="auto"
          rows={8}
          maxLength={30_000}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            tellChanged(event.target.value !== opened.text);
          }}
        />
        {hasDescription && text === "" && (
          <Button size="small" busy={describe.isPending} onClick={() => describe.mutate()}>
            {words.paste.fromDescription}
          </Button>
        )}
        {site?.twitch && (
          <FromTwitch
            id={id}
            text={text}
            take={(found) => {
              setText(found);
              tellChanged(found !== opened.text);
            }}
          />
        )}
        {error && <p role="alert">{words.paste.readFailed(sayProblem(error))}</p>}
        {reading && text.trim() !== "" && <Understood reading={{ ...reading, entries }} {...{ chosen, choose }} />}
      </div>
      {isAsking && (
        <div className={css.foot} role="alertdialog" aria-label={words.paste.discardQuestion}>
          <p className={css.question}>{words.paste.discardQuestion}</p>
          <Button look="danger" onClick={close}>
            {words.paste.discard}
          </Button>
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the question needs an answer, and this one loses nothing */}
          <Button autoFocus onClick={keepEditing}>
            {words.paste.keepEditing}
          </Button>
        </div>
      )}
      <div className={css.foot} hidden={isAsking}>
        <Button look="quiet" onClick={ask}>
          {words.paste.cancel}
        </Button>
        <Button
          look="lamp"
          busy={save.isPending}
          disabled={!isCurrent || theirs !== undefined || (entries.length === 0 && opened.text === "")}
          onClick={() => save.mutate(revision)}
        >
          {words.paste.save(entries.length)}
        </Button>
      </div>
    </>
  );
}

function tellFailure(problem: unknown): void {
  showToast({ kind: "error", message: words.paste.saveFailed(sayProblem(problem)) });
}

/** What the server understands of a text, as it is typed; nothing is saved. */
const readingQuery = (id: string, text: string) =>
  queryOptions({
    queryKey: ["reading", id, text],
    queryFn: ({ signal }) => call("readSetList", { params: { id }, body: { text }, signal }),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 60_000,
  });

const pauseMs = 350;

/** The text once nobody has typed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** The set list as it is now, as text to edit. */
async function fetchText(id: string): Promise<string> {
  const answer = await fetch(addressOf("exportSetList", { params: { id, format: "text" } }));
  return answer.ok ? answer.text() : "";
}

/** The entries with the songs that the editor has chosen, by title. */
function chooseSongs(entries: readonly SetListEntry[], chosen: ReadonlyMap<string, string>): SetListEntry[] {
  return entries.map((entry) => ({
    ...entry,
    songs: entry.songs.map((song) => ({ ...song, id: song.id ?? chosen.get(song.title) ?? null })),
  }));
}
