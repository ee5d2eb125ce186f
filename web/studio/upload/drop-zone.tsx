// The area to drop files on, and a button to choose them. A drop anywhere on the page counts too.
import { useEffect, useRef, useState } from "react";
import { Button } from "#web/ui/button.tsx";
import css from "./drop-zone.module.css";
import { hasFiles } from "#web/studio/upload/sending/files.ts";
import { words } from "./words.ts";

interface Props {
  isSmall: boolean;
  take: (data: DataTransfer) => void;
  choose: (files: File[]) => void;
}

/** Filters the file dialog only; the server checks the content. */
const accepted = "video/*,audio/*,.mkv,.ts,.flv,.avi,.mov,.m4a,.flac,.ogg,.wav";

export function UploadDrop({ isSmall, take, choose }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const taker = useRef(take);
  useEffect(() => void (taker.current = take), [take]);
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!hasFiles(event.dataTransfer)) return;
      // otherwise the browser opens the file instead of the page
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false);
    const drop = (event: DragEvent) => {
      setOver(false);
      if (!hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      taker.current(event.dataTransfer);
    };
    const listening = new AbortController();
    const { signal } = listening;
    document.addEventListener("dragover", over, { signal });
    document.addEventListener("dragleave", leave, { signal });
    document.addEventListener("drop", drop, { signal });
    return () => listening.abort();
  }, []);
  return (
    <div className={css.zone} data-over={isOver} data-small={isSmall} data-testid="upload-drop">
      <svg className={css.sign} viewBox="0 0 48 48" aria-hidden="true">
        <path d="M24 31V10m-8 8 8-8 8 8M9 30v6a3 3 0 0 0 3 3h24a3 3 0 0 0 3-3v-6" />
      </svg>
      <div className={css.words}>
        <p className={css.title}>
          <span className={css.forMouse}>{isOver ? words.drop.now : words.drop.here}</span>
          <span className={css.forFinger}>{words.drop.add}</span>
        </p>
        <p className={css.hint}>
          <span className={css.forMouse}>{words.drop.orPaste}</span>
          {words.drop.limits}
        </p>
      </div>
      <Button look="lamp" onClick={() => input.current?.click()}>
        {words.drop.choose}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={accepted}
        aria-label={words.drop.input}
        onChange={({ target }) => {
          choose([...(target.files ?? [])]);
          target.value = "";
        }}
      />
    </div>
  );
}
