// One saved recording: played by a click, deleted, or while it is being saved paused and cancelled.
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { formatBytes } from "#web/bytes.ts";
import { useSite } from "#web/session.ts";
import { Button } from "#web/ui/button.tsx";
import type { Kept } from "./kept.ts";
import { openPicture } from "./open-saved.ts";
import { useProgress } from "./progress.ts";
import css from "./saved.module.css";
import { goOn, pause, remove, save } from "./saver.ts";
import { words } from "./words.ts";

export function SavedRow({ id, kept }: { id: string; kept: Kept }) {
  const { state, title } = kept;
  const isPlayable = state === "ready";
  const face = (
    <>
      <Picture id={id} isThere={isPlayable} />
      <span className={css.title}>
        <bdi>{title}</bdi>
        <Said id={id} kept={kept} />
      </span>
    </>
  );
  return (
    <li className={css.row}>
      {isPlayable ? (
        <Link className={css.main} to={`/saved/${id}`}>
          {face}
        </Link>
      ) : (
        <span className={css.main}>{face}</span>
      )}
      <span className={css.acts}>
        <Acts id={id} kept={kept} />
      </span>
    </li>
  );
}

function Acts({ id, kept: { state, title, hasVideo } }: { id: string; kept: Kept }) {
  const { site } = useSite();
  const { short, ...names } = words.row;
  const days = site?.offline_days;
  const isDone = state === "ready";
  return (
    <>
      {state === "waiting" && (
        <Button size="small" aria-label={names.pause(title)} onClick={() => pause(id)}>
          {short.pause}
        </Button>
      )}
      {state === "paused" && (
        <Button size="small" aria-label={names.goOn(title)} onClick={() => goOn(id)}>
          {short.goOn}
        </Button>
      )}
      {!isDone && state !== "waiting" && state !== "paused" && days !== undefined && (
        <Button
          size="small"
          aria-label={names.again(title)}
          onClick={() => void save([{ id, title }], { days, withVideo: hasVideo })}
        >
          {short.again}
        </Button>
      )}
      <Button
        size="small"
        look="quiet"
        aria-label={(isDone ? names.delete : names.cancel)(title)}
        onClick={() => void remove([id])}
      >
        {isDone ? short.delete : short.cancel}
      </Button>
    </>
  );
}

function Said({ id, kept: { state, title, bytes, until, hasVideo } }: { id: string; kept: Kept }) {
  const { id: current, received: now, isCut } = useProgress();
  const isCurrent = current === id;
  if (state === "ready")
    return <small className={css.dim}>{words.state.ready(formatBytes(bytes), formatDay(until), hasVideo)}</small>;
  if (state !== "waiting" && state !== "paused") return <small className={css.dim}>{words.state[state]}</small>;
  if (!isCurrent || bytes === 0)
    return (
      <small className={css.dim}>
        {state === "paused" ? words.state.paused : isCut ? words.state.noLine : words.state.waiting}
      </small>
    );
  return (
    <small className={css.dim}>
      {words.state.saving(formatBytes(now), formatBytes(bytes))}
      <progress className={css.progress} aria-label={words.row.progress(title)} value={now} max={bytes} />
    </small>
  );
}

function formatDay(moment: string): string {
  return new Date(moment).toLocaleDateString(undefined, { dateStyle: "long" });
}

function Picture({ id, isThere }: { id: string; isThere: boolean }) {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!isThere) return undefined;
    let opened: string | null = null;
    let isOver = false;
    void openPicture(id).then((found) => {
      opened = found;
      if (isOver && found !== null) URL.revokeObjectURL(found);
      else setAddress(found);
    });
    return () => {
      isOver = true;
      if (opened !== null) URL.revokeObjectURL(opened);
    };
  }, [id, isThere]);
  return <span className={css.picture}>{address !== null && <img src={address} alt="" draggable={false} />}</span>;
}
