// Captions of a recording: add, replace, rename, delete.
import { useState } from "react";
import type { Media } from "#contract/media.ts";
import type { Video } from "#contract/video.ts";
import { call } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import type { Act } from "./act.ts";
import css from "./extras.module.css";
import { FileButton } from "./file-button.tsx";
import { words } from "./words.ts";

type Captions = Media["captions"][number];
const accept = ".srt,.vtt,text/vtt,application/x-subrip";
const most = 4;

export function CaptionsPart({ video: { id, media }, act }: { video: Video; act: Act }) {
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
      {captions.length === 0 && <p className={css.hint}>{words.captions.none}</p>}
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
        <div className={css.actions}>
          <FileButton
            label={words.captions.add}
            accept={accept}
            take={(file) => save(captions.length + 1, file, words.captions.added)}
          />
          <span className={css.hint}>{words.captions.hint}</span>
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
        <div className={css.actions}>
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

/** Of show.pt-BR.srt; undefined when the name does not say. */
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
