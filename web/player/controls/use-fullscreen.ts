// Shows the player in full screen; an iPhone can do that only with the video element alone.
import { type RefObject, useEffect, useState } from "react";
import type { Engine } from "#web/player/engine/engine.ts";

export function useFullscreen(frame: RefObject<HTMLElement | null>, engine: Engine): [boolean, () => void] {
  const [isOn, setOn] = useState(false);
  useEffect(() => {
    const look = () => setOn(document.fullscreenElement !== null);
    document.addEventListener("fullscreenchange", look);
    return () => document.removeEventListener("fullscreenchange", look);
  }, []);
  const toggle = () => {
    if (document.fullscreenElement) void document.exitFullscreen();
    else if (document.fullscreenEnabled) frame.current?.requestFullscreen().catch(() => setOn(false));
    else engine.showPictureAlone();
  };
  return [isOn, toggle];
}
