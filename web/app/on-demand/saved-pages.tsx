// The pages of saved recordings, as one piece of code that is loaded on demand: the list, and the player for one of them.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Navigate, useParams } from "react-router";
import { favouritesQuery } from "#web/lists/queries.ts";
import { positionsQuery } from "#web/memory/positions.ts";
import { CloseBar, useGo, usePlace } from "#web/place.ts";
import { SavedPlayer } from "#web/player/saved/saved-player.tsx";
import { itemsOf, useSaved } from "#web/saved/kept.ts";
import { type OpenedSaved, openSaved } from "#web/saved/open-saved.ts";
import { SavedPage } from "#web/saved/saved-page.tsx";
import { check } from "#web/saved/settle.ts";
import { words } from "#web/saved/words.ts";
import { useUser } from "#web/session.ts";
import { usePageTitle } from "#web/title.ts";
import { Waiting } from "#web/ui/waiting.tsx";

export function SavedPages() {
  const { id } = useParams();
  const { user, isCut } = useUser();
  // what was done without a connection is sent when the server has answered: the browser reports a connection before it works
  const enabled = user !== null && !isCut;
  useQuery({ ...positionsQuery, enabled });
  useQuery({ ...favouritesQuery, enabled });
  return id === undefined ? <SavedPage /> : <OneSaved key={id} id={id} />;
}

function OneSaved({ id }: { id: string }) {
  const items = useSaved((saved) => itemsOf(saved));
  const [opened, setOpened] = useState<OpenedSaved | null>();
  const isBar = usePlace().show === "bar";
  usePageTitle(isBar ? null : (items[id]?.title ?? words.page.title));
  const { previous, next } = useNeighbours(id);
  useEffect(() => {
    let isOver = false;
    let mine: OpenedSaved | undefined;
    void openSaved(id).then((found) => {
      mine = found;
      if (isOver) found?.close();
      else setOpened(found ?? null);
    });
    return () => {
      isOver = true;
      mine?.close();
    };
  }, [id]);
  // deleted meanwhile: by somebody in another tab, or because it may no longer be heard
  if (opened === null || items[id]?.state !== "ready") return isBar ? <CloseBar /> : <Navigate to="/saved" replace />;
  if (!opened) return !isBar && <Waiting>{words.player.opening}</Waiting>;
  const back = { to: "/saved", name: words.player.back };
  return <SavedPlayer {...opened} {...{ previous, next, back }} onRefused={() => void check()} />;
}

/** The saved ones before and after it. They replace the address: Back leads to the page where listening was started. */
function useNeighbours(id: string) {
  const items = useSaved((saved) => itemsOf(saved));
  const go = useGo();
  const ready = Object.entries(items).filter(([, { state }]) => state === "ready");
  const place = ready.findIndex(([one]) => one === id);
  const wayTo = (index: number) => {
    const [to, kept] = ready[index] ?? [];
    return to !== undefined && kept ? { title: kept.title, go: () => go(`/saved/${to}`, { replace: true }) } : null;
  };
  return { previous: place > 0 ? wayTo(place - 1) : null, next: place === -1 ? null : wayTo(place + 1) };
}
