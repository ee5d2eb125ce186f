// What the player says over the picture: what it waits for, what went wrong, and the way on.
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { Button } from "#web/ui/button.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import type { Engine } from "./engine/engine.ts";
import css from "./messages.module.css";
import type { Trouble } from "./playback.ts";
import { formatClock } from "./time.ts";
import { usePlayback } from "./use-playback.ts";

/** What became of it, once the server was asked. */
export type Verdict = "asking" | "gone" | "missing" | null;

export function Messages({ engine, verdict }: { engine: Engine; verdict: Verdict }) {
  const trouble = usePlayback(engine, (playback) => playback.trouble);
  if (trouble === null || trouble === "offline") return <Waiting engine={engine} isOffline={trouble === "offline"} />;
  if (trouble === "signed-out" || verdict === "asking") return null;
  const { title, text, canRetry } = wordsFor(trouble, verdict);
  return (
    <div className={css.trouble} role="alert">
      <strong className={css.title}>{title}</strong>
      <p>{text}</p>
      <div className={css.ways}>
        {canRetry && (
          <Button look="lamp" onClick={() => engine.retry()}>
            Try again
          </Button>
        )}
        <Link className={css.back} to="/">
          Back to the archive
        </Link>
      </div>
    </div>
  );
}

function wordsFor(trouble: Exclude<Trouble, "offline" | "signed-out">, verdict: Verdict) {
  if (trouble === "unsupported") {
    return {
      title: "This browser cannot play the recording",
      text: "It knows neither of the two ways we have. A current Chrome, Edge, Firefox or Safari can.",
      canRetry: false,
    };
  }
  if (verdict === "gone") {
    return {
      title: "This recording can no longer be watched",
      text: "It was hidden or taken out of the archive while it was playing.",
      canRetry: false,
    };
  }
  if (trouble === "broken") {
    return {
      title: "Something in this recording could not be played",
      text: "Trying again often helps, also in another quality. If it stops at the same place, please tell an editor.",
      canRetry: true,
    };
  }
  return {
    title: "A part of this recording is missing",
    text: "The archive knows the recording, but not all of its files are there. Please tell an editor.",
    canRetry: true,
  };
}

const patienceMs = 10_000;

/** A sign at once, words when it takes long: never a silent stall. */
function Waiting({ engine, isOffline }: { engine: Engine; isOffline: boolean }) {
  const isWaiting = usePlayback(engine, (playback) => playback.isWaiting || (!playback.isPaused && playback.isSeeking));
  const time = usePlayback(engine, (playback) => Math.floor(playback.time));
  const [isLong, setLong] = useState(false);
  if (!isWaiting && isLong) setLong(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setLong(true), patienceMs);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  return (
    <>
      {isWaiting && (
        <div className={css.spinner}>
          <Spinner />
        </div>
      )}
      <output className={css.note} data-shown={isOffline || isLong}>
        {isOffline && "The connection is lost. It goes on by itself as soon as the archive can be reached again."}
        {!isOffline &&
          isLong &&
          `Still loading what comes at ${formatClock(time)}. The connection seems slow; a lower quality or Audio Only needs less.`}
      </output>
    </>
  );
}
