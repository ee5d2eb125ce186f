// Says where playing continues, and offers to start over.
import { useEffect, useState } from "react";
import type { Engine } from "./engine/engine.ts";
import css from "./resumed.module.css";
import { formatClock } from "#web/duration.ts";
import { words } from "./words.ts";

const shownMs = 10_000;

export function Resumed({ engine, at }: { engine: Engine; at: number }) {
  const [isShown, setShown] = useState(at > 0);
  useEffect(() => {
    const timer = setTimeout(() => setShown(false), shownMs);
    return () => clearTimeout(timer);
  }, []);
  if (!isShown) return null;
  return (
    <div className={css.resumed}>
      <span>{words.resumed.continuesAt(formatClock(at))}</span>
      <button
        type="button"
        className={css.over}
        onClick={() => {
          engine.seek(0);
          engine.play();
          setShown(false);
        }}
      >
        {words.resumed.startOver}
      </button>
    </div>
  );
}
