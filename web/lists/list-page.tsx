// One list: playing it, its entries in their order, and for its owner what can be changed.
import { useQuery } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { Link, Navigate } from "react-router";
import type { PlayList } from "#contract/lists.ts";
import { ApiProblem } from "#web/api.ts";
import { FeedButton } from "#web/feed/feed-button.tsx";
import { usePageTitle } from "#web/title.ts";
import { Blank, NotLoaded } from "#web/ui/blank.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import { Entries } from "./entries.tsx";
import css from "./lists.module.css";
import { OwnerTools } from "./owner-tools.tsx";
import { PlayButtons } from "./play-buttons.tsx";
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
  return (
    <div className={css.page}>
      <div>
        <Link to="/lists" className={css.back}>
          {words.list.all}
        </Link>
        <h1>
          <bdi>{list.title}</bdi>
        </h1>
        <p className={css.dim}>
          {words.lists.entries(list.entries.length)}
          {!list.is_mine && `, ${words.list.sharedWithYou}`}
        </p>
      </div>
      <div className={css.tools}>
        {canPlay && <PlayButtons from={{ list: list.id }} />}
        {canPlay && list.kind !== "later" && (
          <FeedButton of={list.kind === "favourites" ? list.kind : `list-${list.id}`} title={list.title} />
        )}
        {canPlay && Save && <Save list={list} />}
        {list.is_mine && <OwnerTools list={list} />}
      </div>
      {list.entries.length > 0 ? (
        <Entries list={list} />
      ) : (
        <Blank title={words.list.empty}>{list.is_mine ? words.list.emptyText : words.list.emptyShared}</Blank>
      )}
    </div>
  );
}
