// What can be done with a list besides playing it: its menu, and the dialogs that this opens.
import { useQueryClient } from "@tanstack/react-query";
import { type ComponentType, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { PlayList } from "#contract/lists.ts";
import { call, sayProblem } from "#web/api.ts";
import { useFeed } from "#web/feed/feed-button.tsx";
import { useSite } from "#web/session.ts";
import { Button } from "#web/ui/button.tsx";
import type { MenuItem } from "#web/ui/menu/more.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { showDone } from "#web/undo/undo.ts";
import dialogs from "./add-dialog.module.css";
import { keepAsPlaylist } from "./entries.tsx";
import css from "./lists.module.css";
import { forgetList, refreshLists } from "./queries.ts";
import { words } from "./words.ts";

type Open = "rename" | "save";

interface About {
  canPlay: boolean;
  /** "Save on this device"; the app puts it in. */
  Save: ComponentType<{ list: PlayList }> | undefined;
}

interface Acts {
  items: MenuItem[];
  /** What is most wanted of somebody else's list. */
  main: ReactNode;
  dialog: ReactNode;
}

export function useListActs(list: PlayList, { canPlay, Save }: About): Acts {
  const { site } = useSite();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const { share, unshare, remove, keep, isKeeping } = useChanges(list);
  const { id, kind, title, is_mine: isMine, share_key: key } = list;
  const isQueue = kind === "queue";
  const feed = useFeed({ of: kind === "favourites" ? kind : `list-${id}`, title });
  const items: MenuItem[] = [
    ...(isMine && kind === "own" ? [{ label: words.list.rename, act: () => setOpen("rename") }] : []),
    ...(isMine && !isQueue ? [{ label: key === null ? words.list.share : words.list.copyLink, act: share }] : []),
    ...(isMine && key !== null ? [{ label: words.list.unshare, act: unshare }] : []),
    ...(canPlay && Save && site?.offline_days !== undefined
      ? [{ label: words.list.saveHere, act: () => setOpen("save") }]
      : []),
    ...(canPlay && kind !== "later" && !isQueue ? [feed.item] : []),
    ...(isMine && kind === "own" ? [{ label: words.list.delete, act: remove, isDanger: true }] : []),
  ];
  return {
    items,
    main: !isMine && canPlay && (
      <Button busy={isKeeping} onClick={keep}>
        {words.list.keep}
      </Button>
    ),
    dialog: (
      <>
        {open === "rename" && <Rename list={list} close={close} />}
        {open === "save" && Save && <SaveDialog {...{ list, Save, close }} />}
        {feed.dialog}
      </>
    ),
  };
}

function useChanges(list: PlayList) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isKeeping, setKeeping] = useState(false);
  const refresh = () => refreshLists(queries);
  const params = { id: list.id };
  const attempt = (work: () => Promise<unknown>) => () => void work().catch(tell);
  return {
    isKeeping,
    share: attempt(async () => {
      const key = list.share_key ?? (await call("changeList", { params, body: { shared: true } })).list.share_key;
      await refresh();
      await copyLink(new URL(`/list/${key}`, location.href).href);
    }),
    unshare: attempt(async () => {
      await call("changeList", { params, body: { shared: false } });
      await refresh();
      showToast({ kind: "done", message: words.list.unshared });
    }),
    remove: attempt(async () => {
      const { change } = await call("deleteList", { params });
      await navigate("/lists");
      await forgetList(queries, list.id);
      showDone({ message: words.list.deleted(list.title), changes: change, tell, refresh });
    }),
    /** A copy of what one may see of it. */
    keep: attempt(async () => {
      setKeeping(true);
      await keepAsPlaylist(queries, list).finally(() => setKeeping(false));
    }),
  };
}

function SaveDialog({ list, Save, close }: { list: PlayList; Save: NonNullable<About["Save"]>; close: () => void }) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className={dialogs.dialog} aria-labelledby={id} onClose={close}>
      <h2 id={id}>{words.list.saveHere}</h2>
      <p className={dialogs.about}>
        <bdi>{list.title}</bdi>
      </p>
      <div className={dialogs.choices}>
        <Save list={list} />
      </div>
      <div className={dialogs.foot}>
        <Button onClick={() => dialog.current?.close()}>{words.add.close}</Button>
      </div>
    </dialog>
  );
}

function Rename({ list, close }: { list: PlayList; close: () => void }) {
  const queries = useQueryClient();
  const [name, setName] = useState(list.title);
  const [isBusy, setBusy] = useState(false);
  const refresh = () => refreshLists(queries);
  const save = async () => {
    setBusy(true);
    try {
      const { change } = await call("changeList", { params: { id: list.id }, body: { title: name } });
      await refresh();
      if (change !== null) showDone({ message: words.list.renamed, changes: change, tell, refresh });
      close();
    } catch (problem) {
      tell(problem);
      setBusy(false);
    }
  };
  return (
    <form
      className={css.tools}
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== "" && !isBusy) void save();
      }}
    >
      <input
        className={css.name}
        dir="auto"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- somebody has just asked for it
        autoFocus
        aria-label={words.list.name}
        value={name}
        maxLength={100}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" look="lamp" busy={isBusy} disabled={name.trim() === ""}>
        {words.list.save}
      </Button>
      <Button look="quiet" onClick={close}>
        {words.list.cancel}
      </Button>
    </form>
  );
}

async function copyLink(address: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(address);
    showToast({ kind: "done", message: words.list.linkCopied });
  } catch {
    showToast({ kind: "done", message: words.list.linkNotCopied(address) });
  }
}

function tell(problem: unknown): void {
  showToast({ kind: "error", message: words.list.changeFailed(sayProblem(problem)) });
}
