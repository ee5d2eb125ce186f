// Where a recording is shown. What plays has an address of its own: it stays when another page is opened, and the player is
// large in its own page and a bar below every other.
import { createContext, useContext, useEffect } from "react";
import { createPath, type Location, type NavigateOptions, NavigationType, parsePath, useNavigate } from "react-router";
import { create } from "zustand";

export interface Playing {
  location: Location;
  /** How somebody came to it; inside of the player's routes React Router does not know. */
  navigation: NavigationType;
}

/** What the player tells about itself; nothing plays without it. */
interface Told {
  id: string | null;
  isPaused: boolean;
  /** Somebody has started it: it stays when its page is left. */
  hasPlayed: boolean;
  isInQueue: boolean;
  /** What of it sounds now, where that is known: in its set list, and the songs of that. */
  performance: string | null;
  songs: readonly string[];
}

const nothing: Told = {
  ...{ id: null, isPaused: true, hasPlayed: false, isInQueue: false },
  ...{ performance: null, songs: [] },
};
export const usePlaying = create<Told>(() => nothing);

export function tellPlaying(told: Partial<Told> | null): void {
  usePlaying.setState(told ?? nothing);
}

interface Place {
  /** page: the player and what belongs to it. bar: the player alone. look: all but the player, while something else plays. */
  show: "page" | "bar" | "look";
  navigation: NavigationType;
  /** Plays another address; the page stays. */
  play: (to: string, options?: NavigateOptions) => void;
  close: () => void;
}

export const PlaceContext = createContext<Place | null>(null);

/** Every recording is a page that plays where there is no provider. */
export function usePlace(): Place {
  const navigate = useNavigate();
  const place = useContext(PlaceContext);
  return (
    place ?? {
      show: "page",
      navigation: NavigationType.Push,
      play: (to, options) => void navigate(to, options),
      close: () => {},
    }
  );
}

/** Opens another address in the player: with the page, where the player is in it; else the page stays. */
export function useGo(): (to: string, options?: NavigateOptions) => void {
  const navigate = useNavigate();
  const { show, play } = usePlace();
  return (to, options) => (show === "page" ? void navigate(to, options) : play(to, options));
}

/** Leaves nothing in the bar, when what played can't be played any more. */
export function CloseBar(): null {
  const { close } = usePlace();
  useEffect(() => close());
  return null;
}

/** Only recordings have a player. */
function hasPlayer({ pathname }: Pick<Location, "pathname">): boolean {
  return /^\/(?:video|saved)\/[^/]+$/.test(pathname);
}

/** What an address was opened for is in its state: a link of the player plays, one of the list only shows. */
export const toPlay = { plays: true } as const;
/** A recording waits in the bar until somebody presses Play. */
export const toWait = { waits: true } as const;
/** Leaves a recording that is gone. */
export const toClose = { closes: true } as const;

export function locate(to: string, { state }: NavigateOptions = {}): Location {
  const { pathname = "/", search = "", hash = "" } = parsePath(to);
  return { pathname, search, hash, state: { ...state, ...toPlay }, key: crypto.randomUUID() };
}

const kept = "playing";

/** This tab remembers it: the bar is there again after a reload. */
export function keepPlaying(playing: Playing | null, hasPlayed: boolean): void {
  if (!playing) sessionStorage.removeItem(kept);
  else if (hasPlayed) sessionStorage.setItem(kept, createPath(playing.location));
}

export function restorePlaying(page: Playing): Playing | null {
  const address = sessionStorage.getItem(kept);
  if (hasPlayer(page.location)) return page;
  return address === null ? null : { location: locate(address), navigation: NavigationType.Pop };
}

/** What plays after the page has moved from one address to another. */
export function follow(playing: Playing | null, from: Location, { location, navigation }: Playing): Playing | null {
  const { closes } = (location.state ?? {}) as { closes?: unknown };
  if (!hasPlayer(location)) return playing && usePlaying.getState().hasPlayed && closes !== true ? playing : null;
  if (playing?.location.pathname === location.pathname) {
    // back from another page: the place in the queue stays
    const isBack = from.pathname !== location.pathname && location.search === "";
    return { location: isBack ? { ...location, search: playing.location.search } : location, navigation };
  }
  const isAsked = navigation !== NavigationType.Pop && asksToPlay(location);
  return playing && !usePlaying.getState().isPaused && !isAsked ? playing : { location, navigation };
}

/** A moment, a place in the queue, or a link that was made for playing. */
function asksToPlay({ pathname, search, state }: Location): boolean {
  const query = new URLSearchParams(search);
  const { plays } = (state ?? {}) as { plays?: unknown };
  return plays === true || query.has("t") || query.has("queue") || pathname.startsWith("/saved/");
}
