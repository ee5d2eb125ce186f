// The video page; its code is loaded on demand. The player, what it plays, and what comes next.
import { type QueryClient, useQuery, useQueryClient, useMutation, queryOptions } from "@tanstack/react-query";
import { type ComponentType, lazy, Suspense, useDeferredValue, useEffect, useState } from "react";
import { createPath, Navigate, NavigationType, useLocation, useNavigate, useParams, Link } from "react-router";
import type { Media } from "#contract/media.ts";
import type { Video, VideoInList } from "#contract/video.ts";
import { addressOf, ApiProblem, call } from "#web/api.ts";
import { usePersisted } from "#web/memory/persisted.ts";
import { positionsQuery } from "#web/memory/positions.ts";
import { ListTools } from "#web/lists/tools.tsx";
import { userQuery, useUser } from "#web/session.ts";
import { usePageTitle } from "#web/title.ts";
import { Button } from "#web/ui/button.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import { videoQuery } from "#web/video-query.ts";
import { About } from "./about.tsx";
import { useBorderEditing } from "#web/player/borders/editing.ts";
import { useWay, goDeeper } from "#web/player/controls/controls.tsx";
import { makeAhead } from "#web/player/engine/engine.ts";
import { useHabits } from "#web/player/habits.ts";
import { Icon } from "#web/player/controls/icon.tsx";
import type { Verdict } from "#web/player/messages.tsx";
import css from "./page.module.css";
import stage from "#web/player/stage.module.css";
import { Backdrop } from "#web/player/artwork.tsx";
import { words as controls } from "#web/player/controls/words.ts";
import { Player } from "#web/player/player.tsx";
import { chooseStart } from "./start.ts";
import { setListQuery } from "#web/set-list-query.ts";
import { SetList } from "#web/player/songs/set-list.tsx";
import { findWays, type Following, isQueueRunning, useFollowing } from "#web/player/queue/following.ts";
import { QueueNext } from "#web/player/queue/queue-next.tsx";
import { CloseBar, type toWait, usePlace, usePlaying } from "#web/place.ts";
import { useIsReady } from "#web/player/when-ready.ts";
import { words } from "./words.ts";
import preparingCss from "./preparing.module.css";
import { listQuery as allRecordings } from "#web/list-query.ts";
import { formatLength } from "#web/duration.ts";
import upNextCss from "./up-next.module.css";

const LockedRecording = lazy(async () => ({ default: (await import("./locked.tsx")).LockedRecording }));
const BorderEditor = lazy(async () => ({ default: (await import("#web/player/borders/editor.tsx")).BorderEditor }));

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
  const { following, isWaiting } = useFollowing(id);
  const isBar = usePlace().show === "bar";
  usePageTitle(isBar ? null : (video?.title ?? words.page.title));
  // while it plays, the player itself says that the recording is gone
  const isGone = error instanceof ApiProblem && error.status === 404 && !video?.media?.hls;
  if (isGone) return isBar ? <CloseBar /> : <Navigate to="/404" replace />;
  if (!video && error && isBar) return <CloseBar />;
  if (!video && error) {
    return (
      <div className={css.failed} role="alert">
        <h1>{words.page.failed}</h1>
        <p>{error.message}</p>
        <Button look="lamp" busy={isFetching} onClick={() => void refetch()}>
          {words.page.tryAgain}
        </Button>
      </div>
    );
  }
  // an excerpt of the queue does not start at a saved position
  const isReady = following?.isExcerpt || (isSettled && !isWaiting);
  if (!video || !isReady) return isBar ? null : <Waiting>{words.page.loading}</Waiting>;
  return <Recording key={video.id} {...{ video, following, Tools, arrange }} />;
}

/** The recording pointed at last: nothing is prepared for those before it. */
let pointedAt = "";

/** Loads what the player needs to start, while somebody points at a recording. */
export async function warmVideo(queries: QueryClient, id: string): Promise<void> {
  pointedAt = id;
  guess(queries, id);
  const video = await queries.ensureQueryData(videoQuery(id));
  const { media } = video;
  if (!media?.hls || pointedAt !== id || usePlaying.getState().id === id) return;
  makeAhead({ ...media, hls: media.hls }, chooseStart(video, media, { asked: null, shouldPlay: true }));
}

/** Starts from the list, without waiting for the recording's own data: if that differs, the first pictures are dropped. */
function guess(queries: QueryClient, id: string): void {
  const listed = queries.getQueryData(listQuery.queryKey)?.find((video) => video.id === id);
  if (listed?.state !== "published" || listed.locked || listed.audio_only || usePersisted.getState().audioOnly) return;
  const hls = addressOf("getMedia", { params: { id, kind: "master.m3u8" } });
  makeAhead(
    { hls, audio: null, captions: [] },
    chooseStart(listed, { has_pictures: true }, { asked: null, shouldPlay: true }),
  );
}

function Recording({ video, following, Tools, arrange }: Props & { video: Video; following: Following | null }) {
  const { media } = video;
  const { data: all = [] } = useQuery(listQuery);
  const arranged = arrange?.(all) ?? all;
  // a recording opened by its address may not be in the list that was last shown
  const list = arranged.some(({ id }) => id === video.id) ? arranged : all;
  const depth = useDepth();
  const place = list.findIndex(({ id }) => id === video.id);
  const isThere = ({ state, locked }: VideoInList) => state === "published" && !locked;
  const before = useWay(list.slice(0, Math.max(0, place)).findLast(isThere), depth);
  const after = useWay(place === -1 ? undefined : list.slice(place + 1).find(isThere), depth);
  const { previous, next } = following ? findWays(following) : { previous: before, next: after };
  const isTheatre = useHabits((habits) => habits.isTheatre);
  const audioOnly = usePersisted((persisted) => persisted.audioOnly);
  const { show, navigation, play } = usePlace();
  const { pathname, search, state } = useLocation();
  const { waits } = (state ?? {}) as Partial<typeof toWait>;
  // a click in the page starts playing; an opened address, also after a login, does not: the sound may disturb
  const [shouldPlay, setShouldPlay] = useState(
    !waits && (navigation === NavigationType.Push || (following !== null && isQueueRunning())),
  );
  const judge = useJudge(video.id);
  // the player first: the rest is rendered while its first picture is on the way
  const hasRest = useDeferredValue(true, false);
  const { user } = useUser();
  const isEditing = useBorderEditing(({ id }) => id === video.id) && user?.can_edit === true;
  const isPlayable = media?.hls != null;
  const isReady = useIsReady() || !isPlayable;
  const { locked } = video;
  // in the bar, too: it says which song plays
  const { data: setList } = useQuery({ ...setListQuery(video.id), enabled: isReady && !locked });
  if (show === "bar" && !isPlayable) return <CloseBar />;
  if (!isPlayable && !shouldPlay) setShouldPlay(true);
  return (
    <div className={css.page} data-show={show} data-theatre={isTheatre && !audioOnly}>
      <div className={css.player}>
        {media && isPlayable && show === "look" ? (
          <Poster video={video} play={() => play(createPath({ pathname, search }))} />
        ) : media && isPlayable ? (
          <Player
            media={media as Media & { hls: string }}
            {...{ video, previous, next, following, shouldPlay, judge }}
          />
        ) : locked ? (
          <Suspense>
            <LockedRecording video={video} locked={locked} />
          </Suspense>
        ) : (
          <Preparing video={video} />
        )}
        {isEditing && show === "page" && (
          <Suspense>
            <BorderEditor video={video} />
          </Suspense>
        )}
      </div>
      {show !== "bar" && (
        <>
          <div className={css.about}>
            <BackLink depth={depth} />
            {hasRest && !locked && (
              <About
                video={video}
                songs={setList?.entries ?? []}
                isTitleShown={show === "look" || !(isPlayable && (audioOnly || !media?.has_pictures))}
                tools={
                  <>
                    <ListTools entry={{ video_id: video.id, performance_id: null }} title={video.title} />
                    {Tools && isReady && <Tools video={video} />}
                  </>
                }
              />
            )}
          </div>
          <div className={css.beside}>
            {hasRest && (
              <>
                {setList && <SetList id={video.id} entries={setList.entries} duration={video.duration ?? 0} />}
                {following ? (
                  <QueueNext following={following} />
                ) : (
                  <UpNext videos={list} current={place} depth={depth} />
                )}
              </>
            )}
          </div>
        </>
      )}
    </div>
  );
}

/** The picture and Play, in place of the player while something else plays. */
function Poster({ video, play }: { video: Video; play: () => void }) {
  return (
    <section className={stage.stage} data-look="video" aria-label={words.page.title}>
      <Backdrop thumbnail={video.thumbnail_url} colour={video.dominant_color} />
      {video.thumbnail_url && <img className={css.poster} src={video.thumbnail_url} alt="" draggable={false} />}
      <button type="button" className={css.play} aria-label={controls.buttons.play} onClick={play}>
        <Icon name="play" />
      </button>
    </section>
  );
}

/** How many history steps it is back to the page it was opened from, as its links say; 0 when this is the first page. */
function useDepth(): number {
  const { state } = useLocation();
  const depth = (state as { depth?: unknown } | null)?.depth;
  const { idx } = (history.state ?? {}) as { idx?: number };
  return typeof depth === "number" ? depth : Number((idx ?? 0) > 0);
}

/** Goes back in the history, where the list has kept its scroll position and its filter. */
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
      {words.page.back}
    </a>
  );
}

/** Another device may have a later position: waits for it, but not for long. */
function usePositionsSettled(): boolean {
  const { isFetched, isStale, isFetching } = useQuery(positionsQuery);
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), 700);
    return () => clearTimeout(timer);
  }, []);
  // only once: a later reload must not remove the player
  if (!isSettled && isFetched && !(isStale && isFetching)) setSettled(true);
  return isSettled;
}

/** Asks the server again who is logged in and whether the recording is still there. */
function useJudge(id: string): () => Promise<{ verdict: Verdict; media?: Media }> {
  const queries = useQueryClient();
  const { user } = useUser();
  return async () => {
    // somebody who has just logged out needs no message
    if (queries.getQueryData(userQuery.queryKey) === null) return { verdict: "asking" };
    const now = await queries.fetchQuery({ ...userQuery, staleTime: 0 }).catch(() => user);
    if (!now) {
      showToast({ kind: "error", message: words.messages.loggedOut });
      return { verdict: "asking" };
    }
    if (!now.can_view) {
      showToast({ kind: "error", message: words.messages.noAccess });
      return { verdict: "asking" };
    }
    try {
      const { media, locked } = await queries.fetchQuery({ ...videoQuery(id), staleTime: 0, retry: false });
      // the page itself then says which level it needs
      if (locked) return { verdict: "asking" };
      return media ? { verdict: null, media } : { verdict: "missing" };
    } catch (problem) {
      return { verdict: problem instanceof ApiProblem && problem.status === 404 ? "gone" : "missing" };
    }
  };
}

/** Shown instead of the player while there is nothing to play yet: the progress, or that preparing failed. */
function Preparing({ video }: { video: Video }) {
  const { user } = useUser();
  const { state = "waiting", words: step = null, progress = 0, problem = null } = video.media?.preparation ?? {};
  const hasFailed = video.state === "failed" || state === "failed";
  return (
    <section className={stage.stage} data-look="video" aria-label={words.preparing.player}>
      <Backdrop thumbnail={video.thumbnail_url} colour={video.dominant_color} />
      <output className={preparingCss.preparing}>
        {hasFailed ? (
          <>
            <strong className={preparingCss.title}>{words.preparing.failed}</strong>
            <p>{user?.can_edit ? (problem ?? words.preparing.failedForEditors) : words.preparing.failedForViewers}</p>
            {user?.can_edit && <PrepareAgain id={video.id} />}
          </>
        ) : (
          <>
            <strong className={preparingCss.title}>{words.preparing.title}</strong>
            <p>
              {step === null ? words.preparing.waiting : words.preparing.running(step)} {words.preparing.startsHere}
            </p>
            <progress
              className={preparingCss.bar}
              aria-label={words.preparing.progress}
              {...(step !== null && { value: progress, max: 1 })}
            />
          </>
        )}
      </output>
    </section>
  );
}

/** A button for editors, which prepares a failed recording once more. */
function PrepareAgain({ id }: { id: string }) {
  const queries = useQueryClient();
  const again = useMutation({
    mutationFn: () => call("prepareAgain", { params: { id } }),
    // from here on the page polls the progress
    onSuccess: ({ video }) => queries.setQueryData(videoQuery(id).queryKey, video),
    onError: ({ message }) => showToast({ kind: "error", message: words.messages.prepareAgainFailed(message) }),
  });
  return (
    <Button look="lamp" busy={again.isPending} onClick={() => again.mutate()}>
      {words.preparing.tryAgain}
    </Button>
  );
}

/** The list that the home page shows; here it may be a little older. */
const listQuery = queryOptions({ ...allRecordings, staleTime: 30_000, refetchInterval: false });

const mostShown = 8;

interface UpNextProps {
  videos: readonly VideoInList[];
  current: number;
  depth: number;
}

/** What comes next in the order of the list, then what comes before. */
export function UpNext({ videos, current, depth }: UpNextProps) {
  const around = [...videos.slice(current + 1), ...videos.slice(0, Math.max(0, current))]
    .filter(({ state }) => state === "published")
    .slice(0, mostShown);
  if (current === -1 || around.length === 0) return <div />;
  return (
    <nav className={upNextCss.next} aria-label={words.page.upNext}>
      <h2 className={upNextCss.heading}>{words.page.upNext}</h2>
      <ul className={upNextCss.list}>
        {around.map((video) => (
          <li key={video.id}>
            <Link to={`/video/${video.id}`} state={goDeeper(depth)} className={upNextCss.entry}>
              <span
                className={upNextCss.picture}
                style={video.dominant_color ? { backgroundColor: video.dominant_color } : {}}
              >
                {video.thumbnail_url && <img src={video.thumbnail_url} alt="" loading="lazy" draggable={false} />}
                <span className={upNextCss.duration}>
                  {video.locked && `${words.page.locked(video.locked.name)} `}
                  {formatLength(video.duration)}
                </span>
              </span>
              <span className={upNextCss.title}>
                {video.hidden && words.page.hiddenPrefix}
                <bdi>{video.title}</bdi>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
