// The player: makes an engine for one recording, and shows it as a picture with controls or as a music app.
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import type { Media } from "#contract/media.ts";
import type { Video } from "#contract/video.ts";
import { usePersisted } from "#web/persisted.ts";
import { readPosition } from "#web/positions.ts";
import type { Way } from "./controls.tsx";
import { createEngine, type Engine } from "./engine.ts";
import { useHabits } from "./habits.ts";
import type { Verdict } from "./messages.tsx";
import { readMoment } from "./moment.ts";
import css from "./stage.module.css";
import { Stage } from "./stage.tsx";

export interface PlayerProps {
  video: Video;
  media: Media & { hls: string };
  previous: Way | null;
  next: Way | null;
  shouldPlay: boolean;
  /** Asks the server what became of a recording that is refused in the middle. */
  judge: () => Promise<{ verdict: Verdict; media?: Media }>;
}

/** Give it the video's id as its key: another recording is another engine. */
export function Player({ video, media, shouldPlay, judge, ...ways }: PlayerProps) {
  const [query] = useSearchParams();
  const [made, setMade] = useState<{ engine: Engine; resumedAt: number }>();
  const [verdict, setVerdict] = useState<Verdict>(null);
  const begin = useEffectEvent(() => {
    const { at, loop } = readMoment(query);
    const asked = at ?? loop?.from ?? null;
    const position = asked ?? findResume(video);
    const { isMuted, rate } = useHabits.getState();
    const { volume, audioOnly } = usePersisted.getState();
    const source = { hls: media.hls, audio: media.audio };
    const engine = createEngine(source, { position, shouldPlay, isAudioOnly: audioOnly, volume, isMuted, rate });
    return { engine, resumedAt: asked === null ? position : 0 };
  });
  useEffect(() => {
    const now = begin();
    // oxlint-disable-next-line react/set-state-in-effect -- it owns elements and a connection: made and ended with the page
    setMade(now);
    return () => {
      setMade(undefined);
      now.engine.destroy();
    };
  }, []);
  const { hls, audio } = media;
  useEffect(() => made?.engine.learn({ hls, audio }), [made, hls, audio]);
  useRefusals(made?.engine, judge, setVerdict);
  // the place is kept while the engine is made, so that nothing jumps
  if (!made) return <div className={css.stage} data-look="video" />;
  return <Stage {...made} {...ways} video={video} media={media} verdict={verdict} />;
}

/** Where to go on; whoever had as good as finished begins anew. */
function findResume({ id, duration }: Pick<Video, "id" | "duration">): number {
  const position = readPosition(id);
  const end = duration ?? Number.POSITIVE_INFINITY;
  return position < end - Math.min(5, end * 0.05) ? position : 0;
}

const renewals = 2;

/** Files may have been replaced by better ones: then it goes on with those. Otherwise the verdict stands. */
function useRefusals(engine: Engine | undefined, judge: PlayerProps["judge"], setVerdict: (verdict: Verdict) => void) {
  const left = useRef(renewals);
  const onRefused = useEffectEvent(async (refused: Engine) => {
    setVerdict("asking");
    const { verdict, media } = await judge();
    if (verdict === null && media?.hls && left.current > 0) {
      left.current -= 1;
      setVerdict(null);
      refused.retry({ hls: media.hls, audio: media.audio });
    } else setVerdict(verdict ?? "missing");
  });
  useEffect(
    () =>
      engine?.store.subscribe((now, before) => {
        const isNew = now.trouble !== before.trouble;
        if (isNew && (now.trouble === "refused" || now.trouble === "signed-out")) void onRefused(engine);
      }),
    [engine],
  );
}
