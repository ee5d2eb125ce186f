// What the owner of a list can do with it: share it by a link, rename it, delete it.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { PlayList } from "#contract/lists.ts";
import { call, sayProblem } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { showDone } from "#web/undo/undo.ts";
import css from "./lists.module.css";
import { forgetList, refreshLists } from "./queries.ts";
import { words } from "./words.ts";

type Work = "share" | "unshare" | "delete";

export function OwnerTools({ list }: { list: PlayList }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [busy, setBusy] = useState<Work>();
  const [isRenaming, setRenaming] = useState(false);
  const refresh = () => refreshLists(queries);
  const run = async (what: Work, work: () => Promise<unknown>) => {
    setBusy(what);
    await work().catch(tell);
    setBusy(undefined);
  };
  const share = async () => {
    const params = { id: list.id };
    const key = list.share_key ?? (await call("changeList", { params, body: { shared: true } })).list.share_key;
    await refresh();
    await copyLink(new URL(`/list/${key}`, location.href).href);
  };
  const unshare = async () => {
    await call("changeList", { params: { id: list.id }, body: { shared: false } });
    await refresh();
    showToast({ kind: "done", message: words.list.unshared });
  };
  const remove = async () => {
    const { change } = await call("deleteList", { params: { id: list.id } });
    await navigate("/lists");
    await forgetList(queries, list.id);
    showDone({ message: words.list.deleted(list.title), changes: change, tell, refresh });
  };
  if (isRenaming) return <Rename list={list} close={() => setRenaming(false)} />;
  return (
    <>
      <Button busy={busy === "share"} onClick={() => void run("share", share)}>
        {list.share_key === null ? words.list.share : words.list.copyLink}
      </Button>
      {list.share_key !== null && (
        <Button busy={busy === "unshare"} onClick={() => void run("unshare", unshare)}>
          {words.list.unshare}
        </Button>
      )}
      {list.kind === "own" && (
        <>
          <Button onClick={() => setRenaming(true)}>{words.list.rename}</Button>
          <Button busy={busy === "delete"} onClick={() => void run("delete", remove)}>
            {words.list.delete}
          </Button>
        </>
      )}
    </>
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
