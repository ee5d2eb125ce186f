// How much this browser has stored for the archive, and how much more it allows.
import { useEffect, useState } from "react";
import { formatBytes } from "#web/bytes.ts";
import css from "./saved.module.css";
import { words } from "./words.ts";

interface Facts {
  used: number;
  left: number;
  isKept: boolean;
}

/** Give it another key to measure again. */
export function Room() {
  const [facts, setFacts] = useState<Facts>();
  useEffect(() => {
    // Safari before 17 does not say
    readRoom().then(setFacts, () => undefined);
  }, []);
  if (!facts) return null;
  return (
    <p className={css.dim}>
      {words.room.used(formatBytes(facts.used))} · {words.room.left(formatBytes(facts.left))}
      {!facts.isKept && (
        <>
          <br />
          {words.room.mayGo}
        </>
      )}
    </p>
  );
}

async function readRoom(): Promise<Facts> {
  const { usage = 0, quota = 0 } = await navigator.storage.estimate();
  return { used: usage, left: Math.max(0, quota - usage), isKept: await navigator.storage.persisted() };
}
