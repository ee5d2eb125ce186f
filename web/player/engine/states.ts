// The states of an engine, and what leads from one to the next. Pure.
import type { Trouble } from "#web/player/playback.ts";
import type { Stream } from "./stream/stream.ts";

/** An element, and what it plays. */
export type Loaded = {
  element: HTMLMediaElement;
  /** Seconds by which the element's clock is ahead of the recording's. */
  offset: number;
} & (
  | { by: "stream"; stream: Stream }
  /** The browser loads it by itself. */
  | { by: "file" }
  /** An address that a screen can fetch. */
  | { by: "lent" }
);

export type State =
  | { name: "idle"; loaded: null }
  /** Somebody points at the recording: its first seconds are loaded, and wait. */
  | { name: "ahead"; loaded: Loaded }
  | { name: Loaded["by"]; loaded: Loaded }
  /** It has stopped, or will when what is loaded has been played. */
  | { name: "trouble"; loaded: Loaded | null; trouble: Trouble };

export type Happening =
  | { event: "points" | "opens"; loaded: Loaded | null }
  | { event: "begins" | "arrives" | "closes" }
  | { event: "fails"; trouble: Trouble };

type Given = { loaded: Loaded | null; trouble: Trouble };

const play = ({ loaded }: Given): State => (loaded ? { name: loaded.by, loaded } : unsupported);
const wait = ({ loaded }: Given): State => (loaded ? { name: "ahead", loaded } : unsupported);
/** A session that has ended does not begin again with what was still on its way. */
const resume = (given: Given): State => (given.trouble === "offline" ? play(given) : stop(given));
const stop = ({ loaded, trouble }: Given): State => ({ name: "trouble", loaded, trouble });
const end = (): State => ({ name: "idle", loaded: null });
const unsupported: State = { name: "trouble", loaded: null, trouble: "unsupported" };

type Row = Partial<Record<Happening["event"], (given: Given) => State>>;

/** What is not in a row changes nothing: it came too late. */
// prettier-ignore
const table: Record<State["name"], Row> = {
  idle:    { points: wait, opens: play },
  ahead:   { opens: wait, begins: play, fails: stop, closes: end },
  stream:  { opens: play,               fails: stop, closes: end },
  file:    { opens: play,               fails: stop, closes: end },
  lent:    { opens: play,               fails: stop, closes: end },
  trouble: { opens: play, arrives: resume, fails: stop, closes: end },
};

export function follow(state: State, happening: Happening): State {
  return table[state.name][happening.event]?.({ trouble: "broken", ...state, ...happening }) ?? state;
}
