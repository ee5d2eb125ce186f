// One list: playing it, its entries in their order, and for its owner what can be changed.
import { useQuery } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { Navigate } from "react-router";
import type { PlayList } from "#contract/lists.ts";
import { ApiProblem } from "#web/api.ts";
import { usePageTitle } from "#web/title.ts";
import { Blank, NotLoaded } from "#web/ui/blank.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import { Entries } from "./entries.tsx";
import { picturesOf } from "./cover.tsx";
import { Head, SongsLink, sumUp } from "./head.tsx";
import css from "./lists.module.css";
import { useListActs } from "./list-acts.tsx";
import { listQuery } from "./queries.ts";
import { words } from "./words.ts";

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
