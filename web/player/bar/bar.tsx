// The player as a bar below every page but its own: the song, playing, the waveform, and the way back to its page.
import { useRef } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import type { Video } from "#contract/video.ts";
import type { Named } from "#web/lists/favourites.ts";
import { ListTools } from "#web/lists/tools.tsx";
import { useTimes } from "#web/player/controls/controls.tsx";
import { Control } from "#web/player/controls/control.tsx";
import type { Engine } from "#web/player/engine/engine.ts";
import { Volume } from "#web/player/controls/volume.tsx";
import { words as controlWords } from "#web/player/controls/words.ts";
import { formatClock } from "#web/duration.ts";
import { usePlace } from "#web/place.ts";
import { useSwipe } from "#web/ui/use-swipe.ts";
import { usePlayback } from "#web/player/use-playback.ts";
import type { Part, Song } from "#web/player/songs/songs.ts";
import css from "./bar.module.css";
import { useHabits } from "#web/player/habits.ts";
import { words as queueWords } from "#web/player/queue/words.ts";
import { words } from "./words.ts";

interface Props {
  engine: Engine;
  video: Video;
  song: Song | null;
  /** What the waveform shows; null: all. */
  part: Part | null;
  /** Of the recording; null when its video is seen in the bar. */
  picture: { thumbnail: string | null; colour: string | null } | null;
  favourite: Named;
  steps: Record<"previous" | "next", (() => void) | null>;
  /** For a press that lasts: from recording to recording, where the others go from song to song. */
  skips: Partial<Record<"previous" | "next", (() => void) | undefined>>;
  /** What went wrong, or why nothing is heard. */
  message: string | null;
  queue: { isOpen: boolean; setOpen: (isOpen: boolean) => void };
  children: React.ReactNode;
}

export function Bar({ engine, video, song, part, picture, favourite, steps, skips, message, queue, children }: Props) {
  const { close } = usePlace();
  const bar = useRef<HTMLDivElement>(null);
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  useSwipe(bar, {
    up: () => void navigate({ pathname, search }),
    left: steps.next,
    right: steps.previous,
  });
  return (
    <div className={css.bar} ref={bar}>
      <PageLink name={song?.title ?? video.title}>
        <span className={css.picture} style={picture?.colour ? { backgroundColor: picture.colour } : {}}>
          {picture?.thumbnail && <img src={picture.thumbnail} alt="" draggable={false} />}
        </span>
      </PageLink>
      <p className={css.words}>
        <PageLink>
          <bdi className={css.title}>{song?.title ?? video.title}</bdi>
        </PageLink>
        <span className={css.second} role={message === null ? undefined : "status"}>
          {message ?? (song && <bdi>{video.title}</bdi>)}
        </span>
      </p>
      <div className={css.tools}>
        <ListTools {...favourite} />
      </div>
      <Transport {...{ engine, steps, skips }} />
      <Line {...{ engine, part }}>{children}</Line>
      <div className={css.volume}>
        <Volume engine={engine} />
      </div>
      <Repeat />
      <Control
        name={queueWords.panel.open}
        sign="queue"
        aria-expanded={queue.isOpen}
        onClick={() => queue.setOpen(!queue.isOpen)}
      />
      <Control className={css.close} name={words.close} sign="close" onClick={close} />
    </div>
  );
}

/** Its page, with the player in it, large. */
function PageLink({ name, children }: { name?: string; children: React.ReactNode }) {
  const { pathname, search } = useLocation();
  return (
    <Link
      className={css.link}
      to={{ pathname, search }}
      // to React Router it looks like the page that is open already
      replace={false}
      {...(name !== undefined && { tabIndex: -1, "aria-hidden": true })}
    >
      {children}
    </Link>
  );
}

const nextRepeat = { off: "all", all: "one", one: "off" } as const;

function Repeat() {
  const repeat = useHabits((habits) => habits.repeat);
  return (
    <Control
      className={css.repeat}
      name={words.repeat[repeat]}
      sign="loop"
      {...(repeat === "one" && { mark: "1" })}
      aria-pressed={repeat !== "off"}
      onClick={() => useHabits.setState({ repeat: nextRepeat[repeat] })}
    />
  );
}

function Transport({ engine, steps, skips }: Pick<Props, "engine" | "steps" | "skips">) {
  const isPaused = usePlayback(engine, (playback) => playback.isPaused);
  const isEnded = usePlayback(engine, (playback) => playback.isEnded);
  const { buttons } = controlWords;
  return (
    <div className={css.transport}>
      <Control
        className={css.previous}
        name={words.previous}
        sign="previous"
        disabled={!steps.previous}
        onHold={skips.previous}
        {...(skips.previous && { title: buttons.holdPrevious(words.previous) })}
        onClick={() => steps.previous?.()}
      />
      <Control
        className={css.play}
        name={isEnded ? buttons.playAgain : isPaused ? buttons.play : buttons.pause}
        sign={isEnded ? "replay" : isPaused ? "play" : "pause"}
        shortcut="K"
        onClick={() => (isPaused ? engine.play() : engine.pause())}
      />
      <Control
        name={words.next}
        sign="next"
        disabled={!steps.next}
        onHold={skips.next}
        {...(skips.next && { title: buttons.holdNext(words.next) })}
        onClick={() => steps.next?.()}
      />
    </div>
  );
}

/** On a phone only how much has been played. */
function Line({ engine, part, children }: Pick<Props, "engine" | "part" | "children">) {
  const { time, length } = useTimes({ engine, part });
  return (
    <div
      className={css.line}
      style={{ "--share": `${length > 0 ? (time / length) * 100 : 0}%` } as React.CSSProperties}
    >
      <span className={css.time}>{formatClock(time, length)}</span>
      <div>{children}</div>
      <span className={css.time}>{formatClock(length)}</span>
    </div>
  );
}
