// The sleep timer in the player's menu.
import { Choice } from "#web/player/controls/choice.tsx";
import { useNowPlaying } from "#web/player/songs/now-playing.ts";
import { words } from "./words.ts";
import { create } from "zustand";
import { useCurrentEngine } from "#web/player/current-engine.ts";
import type { Engine } from "#web/player/engine/engine.ts";
import type { Song } from "#web/player/songs/songs.ts";

export function SleepMenu() {
  const { choice, endsAt } = useSleep();
  const hasSong = useNowPlaying(({ song }) => song !== null);
  const time = endsAt && new Date(endsAt).toLocaleTimeString(undefined, { hour: "2-digit", minute: "2-digit" });
  return (
    <Choice
      label={time ? words.stopsAt(time) : words.label}
      options={[
        { value: null, label: words.off },
        ...minutes.map((value) => ({ value, label: words.minutes(value) })),
        ...(hasSong || choice === "song" ? [{ value: "song" as const, label: words.song }] : []),
        { value: "end" as const, label: words.end },
      ]}
      value={choice}
      choose={chooseSleep}
    />
  );
}

/**
 * The sleep timer: pauses after some minutes, after the song that plays, or at the end of the recording. It stays when
 * the queue goes on to another recording, and is over when the page is closed.
 */
const minutes = [15, 30, 45, 60] as const;
type SleepChoice = (typeof minutes)[number] | "song" | "end";

interface Sleep {
  choice: SleepChoice | null;
  /** When minutes end, as Date.now() counts. */
  endsAt: number | null;
}

const off: Sleep = { choice: null, endsAt: null };
export const useSleep = create<Sleep>(() => off);

/** The store is updated four times a second: a pause comes this much too early rather than too late. */
const earlySeconds = 0.3;
/** Further past the end of a song somebody has sought on purpose. */
const missedSeconds = 3;

let stop: (() => void) | undefined;

/** Null switches it off. */
export function chooseSleep(choice: SleepChoice | null): void {
  stop?.();
  stop = undefined;
  if (choice === null) return useSleep.setState(off);
  const endsAt = typeof choice === "number" ? Date.now() + choice * 60_000 : null;
  useSleep.setState({ choice, endsAt });
  stop = watch(judge(choice, endsAt), endsAt);
}

type IsOver = (engine: Engine) => boolean;

function judge(choice: SleepChoice, endsAt: number | null): IsOver {
  if (endsAt !== null) return () => Date.now() >= endsAt;
  return choice === "end" ? isAtEnd : afterSong(useNowPlaying.getState().song);
}

function isAtEnd({ store, readTime }: Engine): boolean {
  const { duration, rate, isEnded } = store.getState();
  return isEnded || (duration > 0 && readTime() >= duration - earlySeconds * rate);
}

/** The end of the song that plays. Whoever seeks into another one means that one. */
function afterSong(begun: Song | null): IsOver {
  let song = begun;
  return (engine) => {
    const time = engine.readTime();
    const { rate } = engine.store.getState();
    if (song === null || song.to === null) {
      if (isAtEnd(engine)) return true;
      song = useNowPlaying.getState().song;
      return false;
    }
    if (time >= song.to - earlySeconds * rate && time < song.to + missedSeconds) return true;
    if (time < song.at || time >= song.to) song = useNowPlaying.getState().song;
    return false;
  };
}

/** Follows the player from one recording to the next. */
function watch(isOver: IsOver, endsAt: number | null): () => void {
  let leave = () => {};
  const look = () => {
    const { engine } = useCurrentEngine.getState();
    if (!engine || !isOver(engine)) return;
    chooseSleep(null);
    engine.pause();
  };
  const follow = ({ engine }: { engine: Engine | null }) => {
    leave();
    leave = engine?.store.subscribe(look) ?? (() => {});
  };
  follow(useCurrentEngine.getState());
  const unfollow = useCurrentEngine.subscribe(follow);
  // also while nothing plays
  const timer = endsAt === null ? undefined : setTimeout(look, Math.max(0, endsAt - Date.now()));
  return () => {
    leave();
    unfollow();
    clearTimeout(timer);
  };
}
