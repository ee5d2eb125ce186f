// Everything that can be edited of one recording, in tabs. On a desk it stands beside the table, which stays in reach; beside the
// player, and where there is less room, it is a sheet above the page. A tab that was opened stays as it is, so that nothing typed is
// lost.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { Link } from "react-router";
import { formatDate } from "#contract/dates/dates.ts";
import type { Video } from "#contract/video.ts";
import { formatLength } from "#web/duration.ts";
import { trashVideo } from "#web/library/edit/changes.ts";
import { EditForm } from "#web/library/edit/edit-form.tsx";
import { Changes } from "#web/library/edit/history.tsx";
import { ExtrasForm } from "#web/library/extras/extras-form.tsx";
import { editBorders } from "#web/player/borders/editing.ts";
import { SetListForm } from "#web/songs/set-list-form.tsx";
import { Thumb } from "#web/studio/thumb.tsx";
import { Button } from "#web/ui/button.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import { videoQuery } from "#web/video-query.ts";
import { besideWidth } from "./columns.ts";
import css from "./editor.module.css";
import { Files } from "./files.tsx";
import { words } from "./words.ts";

const { editor } = words;
const tabs = ["details", "setList", "times", "captions", "thumbnail", "files", "history"] as const;
type Tab = (typeof tabs)[number];

interface Props {
  id: string;
  /** Whether it may be closed; if not, the form asks what becomes of the changes. */
  guard: Ref<() => boolean>;
  close: () => void;
  /** It is in the trash now. */
  gone?: () => void;
  /** Nothing below it is used meanwhile: the player has no room beside it. */
  isModal?: boolean;
}

export function Editor({ id, guard, close, gone = close, isModal = false }: Props) {
  const name = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [isWide] = useState(() => innerWidth >= besideWidth);
  const isBeside = isWide && !isModal;
  const [tab, setTab] = useState<Tab>("details");
  const [opened, setOpened] = useState<ReadonlySet<Tab>>(new Set(["details"]));
  const detailsGuard = useRef<() => boolean>(null);
  const setListGuard = useRef<() => boolean>(null);
  const { data: video, error, isFetchedAfterMount } = useQuery({ ...videoQuery(id), staleTime: 0 });
  const before = useRef<Element>(null);
  useEffect(() => {
    const shown = dialog.current;
    before.current = document.activeElement;
    if (!shown) return;
    if (isBeside) shown.showPopover();
    else shown.showModal();
    shown.focus();
  }, [isBeside]);
  const show = (next: Tab) => {
    setTab(next);
    setOpened(opened.union(new Set([next])));
  };
  const mayClose = () => {
    for (const [one, form] of [
      ["details", detailsGuard],
      ["setList", setListGuard],
    ] as const) {
      if (form.current?.() ?? true) continue;
      show(one);
      return false;
    }
    return true;
  };
  useImperativeHandle(guard, () => mayClose);
  const leave = () => {
    if (!isBeside) dialog.current?.close();
    close();
    if (before.current instanceof HTMLElement && before.current.isConnected) before.current.focus();
  };
  const ask = (): boolean => {
    const may = mayClose();
    if (may) leave();
    return may;
  };
  const parts: Record<Tab, ReactNode> | undefined = video && {
    details: (
      <EditForm
        key={video.id}
        fetched={video}
        guard={detailsGuard}
        close={leave}
        isWhole
        apart={<Delete video={video} gone={gone} />}
      />
    ),
    setList: <SetListForm id={id} hasDescription={video.description !== ""} guard={setListGuard} close={leave} />,
    times: <Times video={video} leave={ask} />,
    captions: <ExtrasForm id={id} what="captions" />,
    thumbnail: <ExtrasForm id={id} what="thumbnail" />,
    files: <Files video={video} />,
    history: (
      <div className={css.part}>
        <Changes id={id} />
        <Link to={`/studio/history?video=${id}`}>{editor.allHistory}</Link>
      </div>
    ),
  };
  return (
    <dialog
      ref={dialog}
      {...(isBeside && { popover: "manual" as const })}
      className={css.editor}
      data-wide={isWide || undefined}
      aria-labelledby={name}
      tabIndex={-1}
      onCancel={(event) => {
        event.preventDefault();
        ask();
      }}
      onKeyDown={(event) => {
        // a sheet is told by the browser, a panel is not
        if (!isBeside || event.key !== "Escape" || event.defaultPrevented) return;
        event.preventDefault();
        ask();
      }}
    >
      <Head id={id} name={name} video={video} ask={ask} />
      <Tabs name={name} tab={tab} show={show} />
      {!isFetchedAfterMount && !error && (
        <div className={css.part}>
          <Spinner />
        </div>
      )}
      {error && !video && (
        <p className={css.part} role="alert">
          {editor.failed(error.message)}
        </p>
      )}
      {parts &&
        isFetchedAfterMount &&
        tabs.map((one) => (
          <div
            key={one}
            id={`${name}${one}panel`}
            role="tabpanel"
            aria-labelledby={`${name}${one}`}
            className={css.panel}
            hidden={one !== tab}
          >
            {opened.has(one) && parts[one]}
          </div>
        ))}
    </dialog>
  );
}

interface HeadProps {
  id: string;
  /** The id of the heading, which names the dialog. */
  name: string;
  video: Video | undefined;
  /** Closes it, unless something was typed. */
  ask: () => boolean;
}

function Head({ id, name, video, ask }: HeadProps) {
  return (
    <header className={css.head}>
      {video && (
        <span className={css.picture}>
          <Thumb key={video.thumbnail_url} address={video.thumbnail_url} />
        </span>
      )}
      <div className={css.about}>
        <h2 id={name} aria-label={video ? editor.name(video.title) : editor.untitled}>
          <bdi>{video?.title ?? editor.untitled}</bdi>
        </h2>
        {video && (
          <p className={css.facts}>
            {formatDate(video)} · {formatLength(video.duration)} ·{" "}
            <Link to={`/video/${id}`} onClick={(event) => !ask() && event.preventDefault()}>
              {editor.open}
            </Link>
          </p>
        )}
      </div>
      <button type="button" className={css.close} aria-label={editor.close} title={editor.close} onClick={ask}>
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="m4 4 8 8m0-8-8 8" />
        </svg>
      </button>
    </header>
  );
}

function Tabs({ name, tab, show }: { name: string; tab: Tab; show: (tab: Tab) => void }) {
  return (
    <div className={css.tabs} role="tablist" tabIndex={-1} aria-label={editor.tabs} onKeyDown={moveByKey}>
      {tabs.map((one) => (
        <button
          key={one}
          type="button"
          role="tab"
          id={`${name}${one}`}
          aria-selected={one === tab}
          aria-controls={`${name}${one}panel`}
          tabIndex={one === tab ? 0 : -1}
          className={css.tab}
          onClick={() => show(one)}
          onFocus={(event) => event.currentTarget.scrollIntoView({ block: "nearest", inline: "nearest" })}
        >
          {editor[one]}
        </button>
      ))}
    </div>
  );
}

/** Apart from what is saved, and with Undo. */
function Delete({ video, gone }: { video: Video; gone: () => void }) {
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    if (await trashVideo(queries, video)) gone();
    else setBusy(false);
  };
  return (
    <Button look="danger" className={css.delete} busy={isBusy} onClick={() => void remove()}>
      {editor.delete}
    </Button>
  );
}

/** They are set on the waveform, below the player. */
function Times({ video, leave }: { video: Video; leave: () => boolean }) {
  return (
    <div className={css.part}>
      <p className={css.hint}>{editor.timesText}</p>
      {video.media?.hls ? (
        <Link
          to={`/video/${video.id}`}
          className={css.go}
          onClick={(event) => {
            if (leave()) editBorders(video.id);
            else event.preventDefault();
          }}
        >
          {editor.toTimes}
        </Link>
      ) : (
        <p className={css.hint}>{editor.notPlayable}</p>
      )}
    </div>
  );
}

function moveByKey(event: KeyboardEvent<HTMLElement>): void {
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>("[role=tab]")];
  const at = all.findIndex((one) => one === document.activeElement);
  const steps: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 };
  const next = all.at((steps[event.key] ?? Number.NaN) % all.length);
  if (steps[event.key] === undefined || !next) return;
  event.preventDefault();
  next.focus();
  next.click();
}
