// The video page; its code is loaded on demand. The player, what it plays, and what comes next.
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ComponentType, useEffect, useState } from "react";
import { Navigate, NavigationType, useLocation, useNavigate, useNavigationType, useParams } from "react-router";
import type { Media } from "#contract/media.ts";
import type { Video, VideoInList } from "#contract/video.ts";
import { addressOf, ApiProblem } from "#web/api.ts";
import { usePersisted } from "#web/persisted.ts";
import { positionsQuery } from "#web/positions.ts";
import { userQuery, useUser } from "#web/session.ts";
import { usePageTitle } from "#web/title.ts";
import { Button } from "#web/ui/button.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import { videoQuery } from "#web/video-query.ts";
import { About } from "./about.tsx";
import { useWay } from "#web/player/controls/controls.tsx";
import { makeAhead } from "#web/player/engine/engine.ts";
import { useHabits } from "#web/player/habits.ts";
import { Icon } from "#web/player/controls/icon.tsx";
import type { Verdict } from "#web/player/messages.tsx";
import css from "./page.module.css";
import { Player } from "#web/player/player.tsx";
import { Preparing } from "./preparing.tsx";
import { listQuery } from "./queries.ts";
import { chooseStart } from "./start.ts";
import { UpNext } from "./up-next.tsx";

interface Props {
  /** What editors can do with the recording; the app puts it in. */
  Tools?: ComponentType<{ video: Video }> | undefined;
  /** The list in the order in which it was last shown, or a part of it. */
  arrange?: ((videos: readonly VideoInList[]) => readonly VideoInList[]) | undefined;
}

export function VideoPage(props: Props) {
  const { id = "" } = useParams();
  return <OneVideo key={id} id={id} {...props} />;
}

function OneVideo({ id, Tools, arrange }: Props & { id: string }) {
  const { data: video, error, isFetching, refetch } = useQuery(videoQuery(id));
  const isSettled = usePositionsSettled();
  usePageTitle(video?.title ?? "Video");
  // one that plays is judged by what becomes of its player, which has a word for it
  const isGone = error instanceof ApiProblem && error.status === 404 && !video?.media?.hls;
  if (isGone) return <Navigate to="/404" replace />;
  if (!video && error) {
    return (
      <div className={css.failed} role="alert">
        <h1>The recording could not be loaded</h1>
        <p>{error.message}</p>
        <Button look="lamp" busy={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      </div>
    );
  }
  if (!video || !isSettled) return <Waiting>Loading the recording…</Waiting>;
  return <Recording key={video.id} video={video} Tools={Tools} arrange={arrange} />;
}

/** The one that was pointed at last: who has gone on to another wants nothing of the one before. */
let pointedAt = "";

/** Makes ready what the player will begin with, for somebody who points at a recording. */
export async function warmVideo(queries: QueryClient, id: string): Promise<void> {
  pointedAt = id;
  guess(queries, id);
  const video = await queries.ensureQueryData(videoQuery(id));
  const { media } = video;
  if (!media?.hls || pointedAt !== id) return;
  makeAhead({ ...media, hls: media.hls }, chooseStart(video, media, { asked: null, shouldPlay: true }));
}

/** The first pictures need not wait for what the server says about the recording: if that differs, they are dropped. */
function guess(queries: QueryClient, id: string): void {
  const listed = queries.getQueryData(listQuery.queryKey)?.find((video) => video.id === id);
  if (listed?.state !== "published" || listed.audio_only || usePersisted.getState().audioOnly) return;
  const hls = addressOf("getMedia", { params: { id, kind: "master.m3u8" } });
  makeAhead(
    { hls, audio: null, captions: [] },
    chooseStart(listed, { has_pictures: true }, { asked: null, shouldPlay: true }),
  );
}

function Recording({ video, Tools, arrange }: Props & { video: Video }) {
  const { media } = video;
  const { data: all = [] } = useQuery(listQuery);
  const arranged = arrange?.(all) ?? all;
  // opened by its address, it may not be among those that were last shown
  const list = arranged.some(({ id }) => id === video.id) ? arranged : all;
  const depth = useDepth();
  const place = list.findIndex(({ id }) => id === video.id);
  const isThere = ({ state }: VideoInList) => state === "published";
  const previous = useWay(list.slice(0, Math.max(0, place)).findLast(isThere), depth);
  const next = useWay(place === -1 ? undefined : list.slice(place + 1).find(isThere), depth);
  const isTheatre = useHabits((habits) => habits.isTheatre);
  const audioOnly = usePersisted((persisted) => persisted.audioOnly);
  const navigation = useNavigationType();
  // who came by a link of ours wants to hear it; who opened an address, also by way of a login, may be in a quiet place
  const [shouldPlay, setShouldPlay] = useState(navigation === NavigationType.Push);
  const judge = useJudge(video.id);
  const isPlayable = media?.hls != null;
  if (!isPlayable && !shouldPlay) setShouldPlay(true);
  return (
    <div className={css.page} data-theatre={isTheatre && !audioOnly}>
      <div className={css.player}>
        {media && isPlayable ? (
          <Player media={media as Media & { hls: string }} {...{ video, previous, next, shouldPlay, judge }} />
        ) : (
          <Preparing video={video} />
        )}
      </div>
      <div className={css.about}>
        <BackLink depth={depth} />
        <About
          video={video}
          isTitleShown={!(isPlayable && (audioOnly || !media?.has_pictures))}
          tools={Tools && <Tools video={video} />}
        />
      </div>
      <UpNext videos={list} current={place} depth={depth} />
    </div>
  );
}

/** How many steps of the history it is back to the list, which says so itself; 0 when somebody came another way. */
function useDepth(): number {
  const { state } = useLocation();
  const depth = (state as { depth?: unknown } | null)?.depth;
  return typeof depth === "number" ? depth : 0;
}

/** Back through the history, where the list has kept its place and its filter. */
function BackLink({ depth }: { depth: number }) {
  const navigate = useNavigate();
  return (
    <a
      className={css.back}
      href="/"
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        if (depth > 0) void navigate(-depth);
        else void navigate("/");
      }}
    >
      <Icon name="left" />
      Back to the archive
    </a>
  );
}

/** Another device may know a later position: waited for, but not for long. */
function usePositionsSettled(): boolean {
  const { isFetched, isStale, isFetching } = useQuery(positionsQuery);
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), 700);
    return () => clearTimeout(timer);
  }, []);
  // once and for all: what is asked again later does not take the player away
  if (!isSettled && isFetched && !(isStale && isFetching)) setSettled(true);
  return isSettled;
}

/** Asks again who this is and whether the recording is still there; the door shows what it has to say about the person. */
function useJudge(id: string): () => Promise<{ verdict: Verdict; media?: Media }> {
  const queries = useQueryClient();
  const { user } = useUser();
  return async () => {
    // has just logged out, and knows it
    if (queries.getQueryData(userQuery.queryKey) === null) return { verdict: "asking" };
    const now = await queries.fetchQuery({ ...userQuery, staleTime: 0 }).catch(() => user);
    if (!now) {
      showToast({ kind: "error", message: "You were signed out. Log in again to go on where you were." });
      return { verdict: "asking" };
    }
    if (!now.can_view) {
      showToast({ kind: "error", message: "Playing has stopped: you no longer have access to the archive." });
      return { verdict: "asking" };
    }
    try {
      const { media } = await queries.fetchQuery({ ...videoQuery(id), staleTime: 0, retry: false });
      return media ? { verdict: null, media } : { verdict: "missing" };
    } catch (problem) {
      return { verdict: problem instanceof ApiProblem && problem.status === 404 ? "gone" : "missing" };
    }
  };
}
