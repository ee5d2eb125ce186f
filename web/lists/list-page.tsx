// One list: playing it, its entries in their order, and for its owner what can be changed.
import { useQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { type ComponentType, type ReactNode, useState } from "react";
import { Navigate, useNavigate } from "react-router";
import type { PlayList } from "#contract/lists.ts";
import { ApiProblem, call, sayProblem } from "#web/api.ts";
import { usePageTitle } from "#web/title.ts";
import { Blank, NotLoaded } from "#web/ui/blank.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import { Entries, keepAsPlaylist } from "./entries.tsx";
import { picturesOf } from "./cover.tsx";
import { Head, SongsLink, sumUp } from "./head.tsx";
import css from "./lists.module.css";
import { listQuery, forgetList, refreshLists } from "./queries.ts";
import { words } from "./words.ts";
import { useFeed } from "#web/feed/feed-button.tsx";
import { useSite } from "#web/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog/dialog.tsx";
import { words as dialogWords } from "#web/ui/dialog/words.ts";
import type { MenuItem } from "#web/ui/menu/more.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { showDone } from "#web/undo/undo.ts";
import { NameForm } from "./name-form.tsx";

interface Props {
  Save?: ComponentType<{ list: PlayList }> | undefined;
}

export function ListPage({ id, Save }: Props & { id: string }) {
  const { data: list, error, isFetching, refetch } = useQuery(listQuery(id));
  usePageTitle(list?.title ?? words.lists.title);
  if (error instanceof ApiProblem && error.status === 404) return <Navigate to="/404" replace />;
  if (error && !list)
    return (
      <NotLoaded title={words.list.failed} query={{ isFetching, refetch }}>
        {error.message}
      </NotLoaded>
    );
  return list ? <OneList list={list} Save={Save} /> : <Waiting>{words.list.loading}</Waiting>;
}

function OneList({ list, Save }: Props & { list: PlayList }) {
  const canPlay = list.entries.some(({ can_play }) => can_play);
  const { items, main, dialog } = useListActs(list, { canPlay, Save });
  return (
    <div className={css.page}>
      <Head
        kind={sayKind(list)}
        title={list.title}
        facts={sumUp(list.entries)}
        pictures={picturesOf(list.entries)}
        from={canPlay ? { list: list.id } : undefined}
        items={items}
      >
        {main}
      </Head>
      {dialog}
      {list.entries.length > 0 ? (
        <Entries list={list} />
      ) : (
        <Blank title={words.list.empty[list.kind]} action={list.is_mine && <SongsLink />}>
          {list.is_mine ? words.list.emptyText[list.kind] : words.list.emptyShared}
        </Blank>
      )}
    </div>
  );
}

function sayKind({ kind, is_mine, share_key }: PlayList): string {
  const whose = !is_mine ? words.list.sharedWithYou : share_key === null ? words.list.onlyYou : words.list.byLink;
  const what = kind === "own" ? words.list.playlist : words.list.list;
  return `${what} · ${whose}`;
}

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

/** What can be done with a list besides playing it: its menu, and the dialogs that this opens. */
function useListActs(list: PlayList, { canPlay, Save }: About): Acts {
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
        {open === "save" && Save && <SaveDialog list={list} Save={Save} close={close} />}
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
  return (
    <Dialog
      title={words.list.saveHere}
      width="narrow"
      close={close}
      foot={<Button onClick={close}>{dialogWords.close}</Button>}
    >
      <p className="dim">
        <bdi>{list.title}</bdi>
      </p>
      <div className="tools">
        <Save list={list} />
      </div>
    </Dialog>
  );
}

function Rename({ list, close }: { list: PlayList; close: () => void }) {
  const queries = useQueryClient();
  const refresh = () => refreshLists(queries);
  const { mutate, isPending } = useMutation({
    mutationFn: (title: string) => call("changeList", { params: { id: list.id }, body: { title } }),
    onSuccess: async ({ change }) => {
      await refresh();
      if (change !== null) showDone({ message: words.list.renamed, changes: change, tell, refresh });
      close();
    },
    onError: tell,
  });
  return (
    <NameForm
      label={words.list.name}
      button={words.list.save}
      name={list.title}
      isBusy={isPending}
      save={mutate}
      close={close}
    />
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
