// Lets the player follow the queue: from the end of one excerpt to the next, and the place is saved on the server.
import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import { useHabits } from "#web/player/habits.ts";
import { tellPlaying } from "#web/place.ts";
import { type Engine, makeAhead } from "#web/player/engine/engine.ts";
import { type Following, headTo, isHeadingTo, type QueueEntry } from "./following.ts";
import { setListQuery } from "#web/set-list-query.ts";
import { videoQuery } from "#web/video-query.ts";
import { chooseStart } from "#web/player/page/start.ts";

/** How long before its end the next one is made ready, and how often that is repeated while it waits. */
const [readySeconds, againMs] = [12, 15_000];
/** Seeking further past the end is done on purpose, and leaves the excerpt. */
const missedSeconds = 2;

export function useQueue(engine: Engine, following: Following | null, isLooped: boolean): void {
  // first: the end of the new entry must not be compared with the time in the old one
  useArrival(engine, following);
  const queries = useQueryClient();
  const warmedAt = useRef(-Infinity);
  const end = following?.isExcerpt ? following.current.end : null;
  const place = following?.current.place;
  const hasStopped = useRef(false);
  /** The last one: it stops at its end, and Play plays it again. */
  const stopOrRepeat = (start: number) => {
    if (hasStopped.current) engine.seek(start);
    else engine.pause();
    hasStopped.current = !hasStopped.current;
  };
  const finish = useEffectEvent(() => {
    if (isLooped) return;
    const { repeat } = useHabits.getState();
    const begin = () => {
      engine.seek(following?.current.start ?? 0);
      engine.play();
    };
    if (repeat === "one" || (repeat === "all" && !following)) return begin();
    if (!following) return;
    if (following.next) following.go(following.next);
    else if (repeat === "all" && following.queue.total > 1) void following.goToFirst();
    else if (repeat === "all") begin();
    else if (following.isExcerpt) stopOrRepeat(following.current.start ?? 0);
  });
  const makeReady = useEffectEvent(() => {
    const { next, current } = following ?? {};
    if (isLooped || !next || next.video_id === current?.video_id) return;
    if (performance.now() - warmedAt.current < againMs) return;
    warmedAt.current = performance.now();
    void warmEntry(queries, next);
  });
  useEffect(() => {
    tellPlaying({ isInQueue: place !== undefined });
    let frame = 0;
    let isOver = false;
    const watch = (now = engine.store.getState()) => {
      cancelAnimationFrame(frame);
      const time = engine.readTime();
      const last = end ?? now.duration;
      const left = (last - time) / now.rate;
      if (last > 0 && left < readySeconds && left > -1) makeReady();
      const isPast = end !== null && time >= end && time < end + missedSeconds && !now.isPaused;
      if ((isPast || now.isEnded) && !isOver) {
        // once: a loop, or the last one, goes on here
        isOver = true;
        finish();
      } else if (!isPast && !now.isEnded) isOver = false;
      if (end !== null && time < end) hasStopped.current = false;
      if (!now.isPaused && end !== null) frame = requestAnimationFrame(() => watch());
    };
    watch();
    // a page in the background draws no frames, but the store still gets the time
    const stop = engine.store.subscribe((now) => watch(now));
    return () => {
      stop();
      cancelAnimationFrame(frame);
    };
  }, [engine, place, end]);
  useSaving(engine, following);
  useGoingOn(following);
}

/** The last entry is there: more like it is added, if somebody wants that. */
function useGoingOn(following: Following | null): void {
  const isWanted = useHabits(({ goesOn, repeat }) => goesOn && repeat === "off");
  const isLast = following !== null && !following.next;
  // where nothing more can be had, the queue ends as always
  const goOn = useEffectEvent(() => void following?.goOn().catch(() => undefined));
  useEffect(() => {
    if (isWanted && isLast) goOn();
  }, [isWanted, isLast]);
}

/** A song that has just begun counts as played: a second press goes to the one before. */
const justBegunSeconds = 3;

export function stepQueue(engine: Engine, { current, previous, next, go }: Following, step: -1 | 1): boolean {
  const start = current.start ?? 0;
  const hasBegun = engine.readTime() - start >= justBegunSeconds;
  if (step === 1 && next) go(next);
  else if (step === -1 && previous && !hasBegun) go(previous);
  else if (step === -1) engine.seek(start);
  return true;
}

/** Two songs that follow each other need no seek: there would be a gap. */
const closeSeconds = 0.3;

/** The next entry is in the same recording: the player stays, and goes there. */
function useArrival(engine: Engine, following: Following | null): void {
  const place = following?.current.place;
  const known = useRef(place);
  const arrive = useEffectEvent(() => {
    const start = following?.current.start ?? (following ? 0 : null);
    if (start === null || following?.isJoined) return;
    if (Math.abs(engine.readTime() - start) > closeSeconds) engine.seek(start);
    engine.play();
  });
  useEffect(() => {
    if (known.current === place) return;
    known.current = place;
    if (place !== undefined) arrive();
  }, [place]);
}

const saveMs = 15_000;

/** Where playing is in an excerpt. Of whole recordings the position is saved as always. */
function useSaving(engine: Engine, following: Following | null): void {
  const isExcerpt = following?.isExcerpt ?? false;
  const place = following?.current.place;
  const save = useEffectEvent(() => {
    if (!following || place === undefined) return;
    const seconds = Math.round(engine.readTime() * 10) / 10;
    void following.save({ place, seconds });
  });
  useEffect(() => {
    if (!isExcerpt) return;
    headTo(place);
    let savedAt = Date.now();
    let hasPlayed = false;
    const saveNow = () => {
      // on the way to another entry its own place is saved
      const asked = new URLSearchParams(location.search).get("queue");
      const isLeft = !isHeadingTo(place) || (asked !== null && asked !== String(place));
      if (!hasPlayed || isLeft) return;
      savedAt = Date.now();
      save();
    };
    const stop = engine.store.subscribe((now, before) => {
      if (!now.isPaused) hasPlayed = true;
      if ((now.isPaused && !before.isPaused) || (!now.isPaused && Date.now() - savedAt >= saveMs)) saveNow();
    });
    const onHide = () => {
      if (document.visibilityState === "hidden") saveNow();
    };
    document.addEventListener("visibilitychange", onHide);
    addEventListener("pagehide", saveNow);
    return () => {
      stop();
      document.removeEventListener("visibilitychange", onHide);
      removeEventListener("pagehide", saveNow);
      saveNow();
    };
  }, [engine, isExcerpt, place]);
}

/**
 * Makes the next entry of the queue ready while the one before it still plays, so that there is no gap between them.
 */
async function warmEntry(queries: QueryClient, { video_id, start, performance_id }: QueueEntry): Promise<void> {
  try {
    void queries.prefetchQuery(setListQuery(video_id));
    const video = await queries.fetchQuery(videoQuery(video_id));
    const { media } = video;
    if (!media?.hls) return;
    const asked = performance_id === null ? null : start;
    makeAhead({ ...media, hls: media.hls }, chooseStart(video, media, { asked, shouldPlay: true }));
  } catch {
    // opening it shows what is wrong
  }
}
