// What an editor can do with one recording: 'Hide' and 'Edit metadata' always in sight, the rest in a menu.
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { VideoInList } from "#contract/video.ts";
import { ListTools } from "#web/lists/tools.tsx";
import { useUser } from "#web/session.ts";
import { Spinner } from "#web/ui/spinner.tsx";
import css from "./card-tools.module.css";
import { changeMany, setHidden, trashVideo } from "#web/library/edit/changes.ts";
import { startEditing } from "#web/library/edit/editing.ts";
import { words } from "#web/library/edit/words.ts";
import { sayDeletion } from "./format.ts";
import { toggle, toggleUpTo, useSelection } from "#web/library/edit/selection.ts";

type Work = "hide" | "edit" | "keep" | "delete";

interface Props {
  video: VideoInList;
  titleId: string;
}

export function CardTools({ video, titleId }: Props) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState<Work>();
  const isSelecting = useSelection(({ isOn }) => isOn);
  const isChosen = useSelection(({ chosen }) => chosen.has(video.id));
  const level = useUser().user?.level?.choices?.find(({ id: one }) => one === video.level)?.name;
  const isDeletedSoon = sayDeletion(video.leaves_at) !== undefined && !video.prevent_autodelete;
  const run = async (what: Work, work: () => Promise<unknown>) => {
    if (busy) return;
    setBusy(what);
    await work();
    setBusy(undefined);
  };
  // while it is being deleted
  const next = useRef<{ id: string | undefined }>(undefined);
  useEffect(() => () => next.current && focusCard(next.current.id), []);
  const remove = async () => {
    next.current = { id: findNeighbour(video.id) };
    if (!(await trashVideo(queries, video))) next.current = undefined;
  };
  const keep = async () =>
    void (await changeMany(queries, [{ id: video.id, prevent_autodelete: true }], () =>
      words.messages.kept(video.title),
    ));
  const more = [
    ...(isDeletedSoon ? [{ label: words.card.keep, act: () => void run("keep", keep) }] : []),
    { label: words.card.delete, isDanger: true, act: () => void run("delete", remove) },
  ];
  return (
    <div className={css.all} data-selecting={isSelecting}>
      {level && <span className={css.level}>{level}</span>}
      <label className={css.choose}>
        <input
          type="checkbox"
          className={css.box}
          aria-label={words.card.select(video.title)}
          checked={isChosen}
          onClick={(event) => (event.shiftKey ? toggleUpTo : toggle)(video.id)}
          onChange={() => undefined}
        />
      </label>
      <div className={css.tools}>
        <Tool
          isBusy={busy === "hide"}
          describedBy={titleId}
          path={video.hidden ? eye : eyeShut}
          onClick={() => void run("hide", () => setHidden(queries, video, { hidden: !video.hidden }))}
        >
          {video.hidden ? words.card.unhide : words.card.hide}
        </Tool>
        <Tool
          isBusy={busy === "edit"}
          describedBy={titleId}
          path={pencil}
          onClick={() => void run("edit", () => startEditing(video.id))}
        >
          {words.card.edit}
        </Tool>
        <ListTools entry={{ video_id: video.id, performance_id: null }} title={video.title} more={more} />
      </div>
    </div>
  );
}

/** The one after it, or else the one before it. */
function findNeighbour(id: string): string | undefined {
  const ids = Array.from(document.querySelectorAll<HTMLElement>("[data-video]"), ({ dataset }) => dataset["video"]);
  const place = ids.indexOf(id);
  return ids[place + 1] ?? ids[place - 1];
}

/** The focus was on a card that is gone: it moves to another card, unless somebody has already moved it elsewhere. */
function focusCard(id: string | undefined): void {
  if (document.activeElement !== document.body) return;
  const card = id === undefined ? null : document.querySelector(`[data-video="${CSS.escape(id)}"]`);
  const place = card?.querySelector<HTMLElement>("h3 a") ?? document.querySelector<HTMLElement>("main");
  place?.focus({ preventScroll: true });
}

const eye = "M2.5 10S5.5 5 10 5s7.5 5 7.5 5-3 5-7.5 5-7.5-5-7.5-5M10 12.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4";
const eyeShut = `${eye}M4 16.5l12-13`;
const pencil = "m4 13.5-.5 3 3-.5 9-9-2.5-2.5zM11.5 6l2.5 2.5";

interface ToolProps {
  isBusy: boolean;
  describedBy: string;
  path: string;
  onClick: () => void;
  children: ReactNode;
}

function Tool({ isBusy, describedBy, path, onClick, children }: ToolProps) {
  return (
    <button
      type="button"
      className={css.tool}
      aria-describedby={describedBy}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      onClick={onClick}
    >
      {isBusy ? (
        <Spinner />
      ) : (
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d={path} />
        </svg>
      )}
      {children}
    </button>
  );
}
