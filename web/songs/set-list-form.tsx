// The set list of a recording as text: shows what was understood before anything is saved. A part of the editor.
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { type Ref, useEffect, useState } from "react";
import type { SetList, SetListEntry, MarkersReading, StreamVideo } from "#contract/songs.ts";
import { addressOf, call, sayProblem } from "#web/api.ts";
import { useSite } from "#web/session.ts";
import { setListQuery } from "#web/set-list-query.ts";
import { Button } from "#web/ui/button.tsx";
import { Pane } from "#web/ui/dialog/dialog.tsx";
import { Conflict, EditingFoot, type Guard, useEditing } from "#web/ui/dialog/editing.tsx";
import { words as dialogWords } from "#web/ui/dialog/words.ts";
import fields from "#web/ui/fields/fields.module.css";
import { Spinner } from "#web/ui/spinner.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { showDone } from "#web/undo/undo.ts";
import { Entries, Understood, formatTime } from "./understood.tsx";
import { words, markerWords as fromTwitchWords } from "./words.ts";
import { Field } from "#web/ui/fields/field.tsx";
import css from "#web/songs/twitch/from-twitch.module.css";

interface Props {
  id: string;
  hasDescription: boolean;
  guard: Ref<Guard>;
  close: () => void;
}

/** A set list, and the same as text. */
interface Saved {
  set: SetList;
  text: string;
}

export function SetListForm(props: Props) {
  const queries = useQueryClient();
  const { id } = props;
  const [saved, setSaved] = useState<Saved>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    fetchSaved(queries, id).then(setSaved, (failure: unknown) =>
      setProblem(words.paste.readFailed(sayProblem(failure))),
    );
  }, [id, queries]);
  if (saved) return <Editor {...props} saved={saved} />;
  return <Pane foot={null}>{problem === undefined ? <Spinner /> : <p role="alert">{problem}</p>}</Pane>;
}

function Editor({ id, hasDescription, saved, guard, close }: Props & { saved: Saved }) {
  const queries = useQueryClient();
  const { site } = useSite();
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map());
  const {
    editing,
    draft: text,
    change: setText,
    theirs,
    ...form
  } = useEditing<Saved, string>({
    saved,
    toDraft: (from) => from.text,
    send: async (_, { set: { revision } }) => {
      const { set_list, change } = await call("saveSetList", {
        params: { id },
        body: { set_list: { revision, entries } },
      });
      const { queryKey } = setListQuery(id);
      queries.setQueryData(queryKey, set_list);
      const refresh = () => queries.invalidateQueries({ queryKey });
      showDone({ message: words.paste.saved, changes: change, tell: tellFailure, refresh });
    },
    fetch: () => fetchSaved(queries, id),
    tell: tellFailure,
    guard,
    close,
  });
  const settled = useSettled(text);
  const { data: reading, error, isPlaceholderData } = useQuery(readingQuery(id, settled));
  const isCurrent = settled === text && reading !== undefined && !isPlaceholderData;
  const entries = chooseSongs(reading?.entries ?? [], chosen);
  const describe = useMutation({
    mutationFn: () => call("readSetList", { params: { id }, body: { from_description: true } }),
    onSuccess: ({ text: found }) => setText(found),
    onError: (problem) => showToast({ kind: "error", message: words.paste.readFailed(sayProblem(problem)) }),
  });
  const choose = (title: string, songId: string | null) => {
    const next = new Map(chosen);
    if (songId === null) next.delete(title);
    else next.set(title, songId);
    setChosen(next);
  };
  const isNothing = entries.length === 0 && saved.text === "";
  return (
    <Pane
      foot={
        <EditingFoot editing={editing} question={words.paste.discardQuestion}>
          <Button look="quiet" onClick={editing.cancel}>
            {dialogWords.cancel}
          </Button>
          <Button
            look="lamp"
            busy={editing.isSaving}
            disabled={!isCurrent || theirs !== undefined || isNothing}
            onClick={form.save}
          >
            {words.paste.save(entries.length)}
          </Button>
        </EditingFoot>
      }
    >
      {theirs && (
        <Conflict
          heading={words.paste.conflict}
          theirs={<Entries entries={theirs.set.entries} />}
          yours={<Entries entries={entries} />}
          isSaving={editing.isSaving}
          takeTheirs={() => form.takeTheirs(theirs)}
          keepYours={() => form.keepYours(theirs)}
        />
      )}
      <p className={fields.hint}>{words.paste.text}</p>
      <textarea
        className={`${fields.input} ${fields.wide}`}
        aria-label={words.paste.label}
        placeholder={words.paste.example}
        dir="auto"
        rows={8}
        maxLength={30_000}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {hasDescription && text === "" && (
        <Button size="small" busy={describe.isPending} onClick={() => describe.mutate()}>
          {words.paste.fromDescription}
        </Button>
      )}
      {site?.twitch && <FromTwitch id={id} text={text} take={setText} />}
      {error && <p role="alert">{words.paste.readFailed(sayProblem(error))}</p>}
      {reading && text.trim() !== "" && (
        <Understood reading={{ ...reading, entries }} chosen={chosen} choose={choose} />
      )}
    </Pane>
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

async function fetchSaved(queries: QueryClient, id: string): Promise<Saved> {
  const set = await queries.fetchQuery({ ...setListQuery(id), staleTime: 0 });
  if (set.entries.length === 0) return { set, text: "" };
  const answer = await fetch(addressOf("exportSetList", { params: { id, format: "text" } }));
  return { set, text: answer.ok ? await answer.text() : "" };
}

/** The entries with the songs that the editor has chosen, by title. */
function chooseSongs(entries: readonly SetListEntry[], chosen: ReadonlyMap<string, string>): SetListEntry[] {
  return entries.map((entry) => ({
    ...entry,
    songs: entry.songs.map((song) => ({ ...song, id: song.id ?? chosen.get(song.title) ?? null })),
  }));
}

interface FromTwitchProps {
  id: string;
  text: string;
  take: (text: string) => void;
}

/**
 * The markers of the stream as a set list: finds the Twitch video of the recording, or asks which one it is. What was
 * found goes into the text of the dialog, which shows what it understands of it.
 */
function FromTwitch({ id, text, take }: FromTwitchProps) {
  const [found, setFound] = useState<MarkersReading>();
  const [taken, setTaken] = useState<string>();
  const [isChoosing, setChoosing] = useState(false);
  const [choices, setChoices] = useState<readonly StreamVideo[]>([]);
  const {
    mutate: ask,
    error,
    isPending,
  } = useMutation({
    mutationFn: (video: string | null) =>
      call("readMarkers", { params: { id }, body: video === null ? {} : { video } }),
    onSuccess: (reading, video) => {
      setFound(reading);
      setChoosing(reading.markers === 0);
      if (video === null) setChoices(reading.choices);
      if (reading.markers === 0) return;
      setTaken(reading.text);
      take(reading.text);
    },
  });
  // once somebody has changed the text, it is no longer the stream's
  const isTaken = text !== "" && text === taken;
  if (text !== "" && !isTaken) return null;
  return (
    <div className={css.part}>
      {found && !error && (isTaken || isChoosing) && <output>{sayFound(found)}</output>}
      {error && <p role="alert">{fromTwitchWords.failed(sayProblem(error))}</p>}
      {isChoosing ? (
        <Choice choices={choices} busy={isPending} choose={ask} />
      ) : (
        <Button size="small" busy={isPending} onClick={() => (isTaken ? setChoosing(true) : ask(null))}>
          {isTaken ? fromTwitchWords.another : fromTwitchWords.open}
        </Button>
      )}
    </div>
  );
}

function Choice({
  choices,
  busy,
  choose,
}: {
  choices: readonly StreamVideo[];
  busy: boolean;
  choose: (video: string) => void;
}) {
  const [address, setAddress] = useState("");
  return (
    <fieldset className={css.choice} disabled={busy}>
      <legend>{fromTwitchWords.which}</legend>
      {choices.map((video) => (
        <Button key={video.id} size="small" className={css.video} onClick={() => choose(video.id)}>
          <bdi>{sayVideo(video)}</bdi>
        </Button>
      ))}
      <form
        className={css.address}
        onSubmit={(event) => {
          event.preventDefault();
          choose(address);
        }}
      >
        <Field label={fromTwitchWords.address} value={address} onChange={setAddress} />
        <Button type="submit" size="small" busy={busy}>
          {fromTwitchWords.read}
        </Button>
      </form>
    </fieldset>
  );
}

function sayFound({ video, markers, same_length }: MarkersReading): string {
  if (video === null) return fromTwitchWords.noMatch;
  if (markers === 0) return fromTwitchWords.noMarkers(sayVideo(video));
  return fromTwitchWords.found(markers, sayVideo(video)) + (same_length ? "" : ` ${fromTwitchWords.otherLength}`);
}

function sayVideo({ title, started_at, duration }: StreamVideo): string {
  const day = new Date(started_at).toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" });
  return fromTwitchWords.video(title, day, formatTime(duration));
}
