// Messages over the video: that it is loading, or what went wrong and what to do.
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { Button } from "#web/ui/button.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
import type { Engine } from "./engine/engine.ts";
import css from "./messages.module.css";
import type { Trouble } from "./playback.ts";
import { formatClock } from "#web/duration.ts";
import { usePlayback } from "./use-playback.ts";
import { words } from "./words.ts";

/** What the server says about a recording that stopped. */
export type Verdict = "asking" | "gone" | "missing" | null;

export function Messages({ engine, verdict }: { engine: Engine; verdict: Verdict }) {
  const trouble = usePlayback(engine, (playback) => playback.trouble);
  if (trouble === null || trouble === "offline") return <Waiting engine={engine} isOffline={trouble === "offline"} />;
  if (trouble === "signed-out" || verdict === "asking") return null;
  const { title, text, canRetry } = explain(trouble, verdict);
  return (
    <div className={css.trouble} role="alert">
      <strong className={css.title}>{title}</strong>
      <p>{text}</p>
      <div className={css.ways}>
        {canRetry && (
          <Button look="lamp" onClick={() => engine.retry()}>
            {words.trouble.tryAgain}
          </Button>
        )}
        <Link className={css.back} to="/">
          {words.trouble.back}
        </Link>
      </div>
    </div>
  );
}

/** One sentence for the bar; null while nothing is wrong. */
export function useTrouble(engine: Engine, verdict: Verdict): string | null {
  const trouble = usePlayback(engine, (playback) => playback.trouble);
  if (trouble === "offline") return words.waiting.offline;
  if (trouble === null || trouble === "signed-out" || verdict === "asking") return null;
  return explain(trouble, verdict).title;
}

function explain(trouble: Exclude<Trouble, "offline" | "signed-out">, verdict: Verdict) {
  if (trouble === "unsupported") return { ...words.trouble.unsupported, canRetry: false };
  if (verdict === "gone") return { ...words.trouble.gone, canRetry: false };
  return { ...(trouble === "broken" ? words.trouble.broken : words.trouble.missing), canRetry: true };
}

const patienceMs = 10_000;

/** A spinner at once, and a sentence when it takes long. */
function Waiting({ engine, isOffline }: { engine: Engine; isOffline: boolean }) {
  const isWaiting = usePlayback(engine, (playback) => playback.isWaiting || (!playback.isPaused && playback.isSeeking));
  const time = usePlayback(engine, (playback) => Math.floor(playback.time));
  const isStuck = usePlayback(engine, (playback) => playback.reopenings > 0);
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
        {isOffline && words.waiting.offline}
        {!isOffline && isLong && (isStuck ? words.waiting.stuck : words.waiting.slow)(formatClock(time))}
      </output>
    </>
  );
}
