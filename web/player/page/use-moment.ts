// The practice tools: a loop that is kept in the address, a link to the current moment, and opening such a link.
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { NavigationType, useLocation } from "react-router";
import { showToast } from "#web/ui/toast.tsx";
import { useGo, usePlace } from "#web/place.ts";
import type { Engine } from "#web/player/engine/engine.ts";
import { type Loop, readMoment, shortestLoop, writeMoment } from "./moment.ts";
import { words } from "./words.ts";

export function useMoment(engine: Engine) {
  const { key, search, pathname, state } = useLocation();
  const go = useGo();
  const { navigation } = usePlace();
  const [loop, setLoop] = useState<Loop | null>(() => readMoment(new URLSearchParams(search)).loop);
  const [isTouched, setTouched] = useState(false);
  useLoop(engine, loop);
  const write = useEffectEvent((written: Loop | null) => {
    const query = writeMoment(new URLSearchParams(search), { at: null, loop: written });
    go(query.size > 0 ? `${pathname}?${query}` : pathname, {
      replace: true,
      state,
      preventScrollReset: true,
    });
  });
  useEffect(() => {
    if (!isTouched) return;
    // browsers refuse an address that changes with every pixel of a drag
    const timer = setTimeout(() => write(loop), 300);
    return () => clearTimeout(timer);
  }, [loop, isTouched]);
  useArrival(key, () => {
    const { at, loop: asked } = readMoment(new URLSearchParams(search));
    // back and forward do not move the playing position
    if (at === null || navigation === NavigationType.Pop) return;
    setTouched(false);
    setLoop(asked);
    engine.seek(at);
    engine.play();
  });
  const changeLoop = (next: Loop | null) => {
    setTouched(true);
    setLoop(next);
  };
  return {
    loop,
    changeLoop,
    /** Sets the start, then the end, then ends the loop. */
    stepLoop() {
      const time = engine.readTime();
      if (loop === null) changeLoop({ from: time, to: null });
      else if (loop.to === null && time - loop.from >= shortestLoop) changeLoop({ ...loop, to: time });
      else changeLoop(null);
    },
    copyLink() {
      const query = writeMoment(new URLSearchParams(), { at: engine.readTime(), loop });
      const address = new URL(`${pathname}?${query}`, location.href).href;
      copy(address).then(
        () => showToast({ kind: "done", message: words.messages.linkCopied }),
        () => showToast({ kind: "error", message: words.messages.linkNotCopied(address) }),
      );
    },
  };
}

/** Runs each time an address is opened, except for the first one, with which the player started. */
function useArrival(key: string, arrive: () => void): void {
  const last = useRef(key);
  const onArrival = useEffectEvent(arrive);
  useEffect(() => {
    if (last.current === key) return;
    last.current = key;
    onArrival();
  }, [key]);
}

async function copy(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}

// How long before the end of the recording the loop goes back: an element that has ended stops, which can be heard.

const turnSeconds = 0.1;

function useLoop(engine: Engine, loop: Loop | null): void {
  const [from, to] = [loop?.from ?? null, loop?.to ?? null];
  useEffect(() => {
    if (from === null || to === null) return;
    let frame = 0;
    const watch = (now = engine.store.getState(), before = now) => {
      const time = engine.readTime();
      const { duration } = now;
      const end = duration > 0 ? Math.min(to, duration - turnSeconds) : to;
      // seeking past the end of the loop on purpose does not go back
      if (from < end && time >= end && time < end + 1) {
        engine.seek(from);
        // it reached the end of the recording between two checks, and the element has stopped
        const hasEnded = now.isEnded || (duration > 0 && time >= duration);
        if (hasEnded && !before.isPaused) engine.play();
      }
      cancelAnimationFrame(frame);
      if (!engine.store.getState().isPaused) frame = requestAnimationFrame(() => watch());
    };
    watch();
    // a page in the background draws no frames, but the store still gets the time
    const stop = engine.store.subscribe(watch);
    return () => {
      stop();
      cancelAnimationFrame(frame);
    };
  }, [engine, from, to]);
}
