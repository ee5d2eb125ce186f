// The player: creates an engine for one recording and shows it, as a video with controls or like a music app.
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import type { Media } from "#contract/media.ts";
import type { Video } from "#contract/video.ts";
import { call } from "#web/api.ts";
import type { Way } from "#web/player/controls/controls.tsx";
import { announce } from "./current-engine.ts";
import { takeEngine, type Engine } from "#web/player/engine/engine.ts";
import type { Verdict } from "./messages.tsx";
import { readMoment } from "#web/player/page/moment.ts";
import css from "./stage.module.css";
import type { Following } from "#web/player/queue/following.ts";
import { usePlace } from "#web/place.ts";
import { whenReady } from "./when-ready.ts";
import { Stage } from "./stage.tsx";
import { chooseStart } from "#web/player/page/start.ts";

interface PlayerProps {
  video: Video;
  media: Media & { hls: string };
  previous: Way | null;
  next: Way | null;
  shouldPlay: boolean;
  following: Following | null;
  /** Asks the server why a recording was refused while it was playing. */
  judge: () => Promise<{ verdict: Verdict; media?: Media }>;
}

/** Give it the video's id as its key: another recording is another engine. */
export function Player({ video, media, shouldPlay, judge, ...ways }: PlayerProps) {
  const [query] = useSearchParams();
  const [made, setMade] = useState<{ engine: Engine; resumedAt: number }>();
  const [verdict, setVerdict] = useState<Verdict>(null);
  const { show } = usePlace();
  const begin = useEffectEvent(() => {
    const { at, loop } = readMoment(query);
    const asked = at ?? loop?.from ?? ways.following?.start ?? null;
    const start = chooseStart(video, media, { asked, shouldPlay });
    const engine = takeEngine(media, start);
    // what begins in the bar has been started: on its own page, or before the page was loaded again
    const forget = announce(engine, { id: video.id, hasPlayed: show === "bar" });
    return { engine, resumedAt: asked === null ? start.position : 0, forget };
  });
  const offerScreen = useEffectEvent((engine: Engine) =>
    engine.offerScreen({
      make: () => call("makeScreen", { params: { id: video.id } }),
      end: (token) => call("endScreen", { params: { token } }),
    }),
  );
  // before anything is painted, so that an engine created in advance shows its picture at once
  useLayoutEffect(() => {
    const { forget, ...now } = begin();
    // oxlint-disable-next-line react/set-state-in-effect -- it owns elements and a connection: created and destroyed with the page
    setMade(now);
    const stopOffering = whenReady(now.engine, () => offerScreen(now.engine));
    return () => {
      stopOffering();
      setMade(undefined);
      forget();
      now.engine.destroy();
    };
  }, []);
  const { hls, audio, captions } = media;
  useEffect(() => made?.engine.learn({ hls, audio, captions }), [made, hls, audio, captions]);
  useRefusals(made?.engine, judge, setVerdict);
  useSlowLine(made?.engine, video.id, { canAsk: media.can_ask_for_sizes });
  // keeps the space while the engine is created, so that nothing jumps
  if (!made) return <div className={css.stage} data-look="video" data-show={show} />;
  return <Stage {...made} {...ways} video={video} media={media} verdict={verdict} />;
}

const renewals = 2;

/** Files may have been replaced by better ones: then playing continues with those. Otherwise the verdict is shown. */
function useRefusals(engine: Engine | undefined, judge: PlayerProps["judge"], setVerdict: (verdict: Verdict) => void) {
  const left = useRef(renewals);
  const onRefused = useEffectEvent(async (refused: Engine) => {
    setVerdict("asking");
    const { verdict, media } = await judge();
    if (verdict === null && media?.hls && left.current > 0) {
      left.current -= 1;
      setVerdict(null);
      refused.retry({ ...media, hls: media.hls });
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

/**
 * Tells the server when this member's line is too slow for the smallest size, if that makes it prepare smaller ones.
 */
export function useSlowLine(engine: Engine | undefined, id: string, { canAsk }: { canAsk: boolean }): void {
  useEffect(() => {
    if (!engine || !canAsk) return undefined;
    // nothing depends on the answer: if it fails, the next member asks
    const ask = () => void call("askForSizes", { params: { id } }).catch(() => undefined);
    if (engine.store.getState().isLineTooSlow) ask();
    return engine.store.subscribe((now, before) => {
      if (now.isLineTooSlow && !before.isLineTooSlow) ask();
    });
  }, [engine, id, canAsk]);
}
