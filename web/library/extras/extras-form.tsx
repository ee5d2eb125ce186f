// The thumbnail or the captions of a recording, as parts of the editor. Every change counts at once and can be undone here: while a
// dialog is open, messages outside of it cannot be reached.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { call, sayProblem } from "#web/api.ts";
import { recordingsKey } from "#web/library/edit/changes.ts";
import { listQuery } from "#web/list-query.ts";
import { Button } from "#web/ui/button.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { videoQuery } from "#web/video-query.ts";
import type { Act } from "./act.ts";
import css from "./extras.module.css";
import { extrasWords as words } from "#web/library/edit/words.ts";
import type { Media } from "#contract/media.ts";
import type { Video } from "#contract/video.ts";
import { formatLength } from "#web/duration.ts";
import { FileButton } from "./file-button.tsx";

export function ExtrasForm({ id, what }: { id: string; what: "thumbnail" | "captions" }) {
  const status = useRef<HTMLOutputElement>(null);
  const queries = useQueryClient();
  const { data: video } = useQuery(videoQuery(id));
  const [isBusy, setBusy] = useState(false);
  const [last, setLast] = useState<{ message: string; change: string | null }>();
  const tell = (problem: unknown) => showToast({ kind: "error", message: words.failed(sayProblem(problem)) });
  const refresh = async () => {
    const stale = [videoQuery(id).queryKey, listQuery.queryKey, recordingsKey];
    await Promise.all(stale.map((queryKey) => queries.invalidateQueries({ queryKey })));
  };
  const run = async (done: string, work: () => Promise<{ change: string | null }>) => {
    setBusy(true);
    try {
      const { change } = await work();
      setLast({ message: done, change });
    } catch (problem) {
      tell(problem);
    }
    await refresh();
    setBusy(false);
  };
  const act: Act = (done, work) => {
    if (!isBusy) void run(done, work);
  };
  const undo = async (change: string) => {
    await call("undoChanges", { body: { changes: [change] } });
    // the button goes away, and the focus must not go with it
    status.current?.focus();
    return { change: null };
  };
  return (
    <div className={css.form} aria-busy={isBusy}>
      <div className={css.parts}>
        {!video && <Spinner />}
        {video && what === "thumbnail" && <ThumbnailPart video={video} act={act} />}
        {video && what === "captions" && (
          <CaptionsPart key={JSON.stringify(video.media?.captions)} video={video} act={act} />
        )}
      </div>
      <div className={css.foot} hidden={!last}>
        <output ref={status} className={css.status} tabIndex={-1}>
          {last?.message}
        </output>
        {last?.change && (
          <Button look="quiet" busy={isBusy} onClick={() => act(words.undone, () => undo(last.change ?? ""))}>
            {words.undo}
          </Button>
        )}
      </div>
    </div>
  );
}

/** The thumbnail: a picture of the recording, an uploaded one, or the archive's choice. */
function ThumbnailPart({ video: { id, thumbnail_url, media }, act }: { video: Video; act: Act }) {
  const storyboard = media?.storyboard;
  const upload = (file: File) =>
    act(words.thumbnail.chosen, async () => {
      const picture = await readBase64(file);
      return call("setThumbnail", { params: { id }, body: { picture } });
    });
  return (
    <section className={css.part} aria-labelledby="extras-thumbnail">
      <h3 id="extras-thumbnail">{words.thumbnail.heading}</h3>
      {thumbnail_url !== null && <img className={css.picture} src={thumbnail_url} alt={words.thumbnail.current} />}
      {storyboard ? (
        <Frames
          storyboard={storyboard}
          choose={(seconds) =>
            act(words.thumbnail.chosen, () => call("setThumbnail", { params: { id }, body: { seconds } }))
          }
        />
      ) : (
        <p className="dim">{words.thumbnail.noFrames}</p>
      )}
      <div className="tools">
        <FileButton label={words.thumbnail.upload} accept="image/jpeg,image/png,image/webp" take={upload} />
        <Button
          look="quiet"
          size="small"
          onClick={() => act(words.thumbnail.chosen, () => call("resetThumbnail", { params: { id } }))}
        >
          {words.thumbnail.reset}
        </Button>
      </div>
    </section>
  );
}

interface FramesProps {
  storyboard: NonNullable<Media["storyboard"]>;
  choose: (seconds: number) => void;
}

function Frames({ storyboard: { url, columns, rows, width, height, times }, choose }: FramesProps) {
  return (
    <ul className={css.frames} aria-label={words.thumbnail.frames}>
      {times.map((seconds, tile) => (
        <li key={seconds}>
          <button
            type="button"
            className={css.frame}
            aria-label={words.thumbnail.frame(formatLength(seconds))}
            title={formatLength(seconds)}
            style={{
              aspectRatio: `${width} / ${height}`,
              backgroundImage: `url("${url}")`,
              backgroundSize: `${columns * 100}% ${rows * 100}%`,
              backgroundPosition: `${place(tile % columns, columns)} ${place(Math.floor(tile / columns), rows)}`,
            }}
            onClick={() => choose(seconds)}
          />
        </li>
      ))}
    </ul>
  );
}

/** Percent; the last tile is at 100. */
function place(tile: number, count: number): string {
  return `${count > 1 ? (tile / (count - 1)) * 100 : 0}%`;
}

async function readBase64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  // in parts: a call takes only so many arguments
  for (let at = 0; at < bytes.length; at += 0x80_00) text += String.fromCharCode(...bytes.subarray(at, at + 0x80_00));
  return btoa(text);
}

type Captions = Media["captions"][number];
const accept = ".srt,.vtt,text/vtt,application/x-subrip";
const most = 4;

/** Captions of a recording: add, replace, rename, delete. */
function CaptionsPart({ video: { id, media }, act }: { video: Video; act: Act }) {
  const captions = media?.captions ?? [];
  const save = (slot: number, file: File, done: string) =>
    act(done, async () => {
      const language = slot > captions.length ? readLanguage(file.name) : undefined;
      const text = await readText(file);
      return call("saveCaptions", {
        params: { id, slot: String(slot) },
        body: { text, ...(language !== undefined && { language }) },
      });
    });
  return (
    <section className={css.part} aria-labelledby="extras-captions">
      <h3 id="extras-captions">{words.captions.heading}</h3>
      {captions.length === 0 && <p className="dim">{words.captions.none}</p>}
      <ul className={css.captions} aria-labelledby="extras-captions">
        {captions.map((one, index) => (
          <CaptionsRow
            key={one.url}
            captions={one}
            number={index + 1}
            {...{ id, act }}
            replace={(file) => save(index + 1, file, words.captions.replaced)}
          />
        ))}
      </ul>
      {captions.length < most && (
        <div className="tools">
          <FileButton
            label={words.captions.add}
            accept={accept}
            take={(file) => save(captions.length + 1, file, words.captions.added)}
          />
          <span className="dim">{words.captions.hint}</span>
        </div>
      )}
    </section>
  );
}

interface RowProps {
  id: string;
  captions: Captions;
  number: number;
  act: Act;
  replace: (file: File) => void;
}

function CaptionsRow({ id, captions, number, act, replace }: RowProps) {
  const [language, setLanguage] = useState(captions.language ?? "");
  const [title, setTitle] = useState(captions.title ?? "");
  const params = { id, slot: String(number) };
  const isRenamed = language !== (captions.language ?? "") || title !== (captions.title ?? "");
  const rename = () =>
    act(words.captions.renamed, () =>
      call("saveCaptions", { params, body: { language: language.trim() || null, title: title.trim() || null } }),
    );
  return (
    <li>
      <form
        className={css.captionsRow}
        onSubmit={(event) => {
          event.preventDefault();
          if (isRenamed) rename();
        }}
      >
        <label className={css.field}>
          {words.captions.language}
          <input
            type="text"
            maxLength={35}
            value={language}
            aria-label={words.captions.of(words.captions.language, number)}
            onChange={({ target }) => setLanguage(target.value)}
          />
        </label>
        <label className={css.field}>
          {words.captions.name}
          <input
            type="text"
            maxLength={60}
            value={title}
            aria-label={words.captions.of(words.captions.name, number)}
            onChange={({ target }) => setTitle(target.value)}
          />
        </label>
        <div className="tools">
          {isRenamed && (
            <Button type="submit" size="small" aria-label={words.captions.renameThis(number)}>
              {words.captions.rename}
            </Button>
          )}
          <FileButton
            label={words.captions.replace}
            name={words.captions.replaceThis(number)}
            accept={accept}
            take={replace}
          />
          <Button
            size="small"
            look="quiet"
            aria-label={words.captions.deleteThis(number)}
            onClick={() => act(words.captions.deleted, () => call("deleteCaptions", { params }))}
          >
            {words.captions.delete}
          </Button>
        </div>
      </form>
    </li>
  );
}

/** The language in a name such as show.pt-BR.srt; undefined when there is none. */
function readLanguage(name: string): string | undefined {
  return /\.([a-z]{2,3}(?:-[a-z]{2,4})?)\.[^.]+$/i.exec(name)?.[1];
}

/** Old captions are often not UTF-8. */
async function readText(file: File): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
