// "Saved": what this browser has for listening without a connection, how far saving is, and how much room there is.
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { useSite } from "#web/session.ts";
import { usePageTitle } from "#web/title.ts";
import { Blank } from "#web/ui/blank.tsx";
import { Button } from "#web/ui/button.tsx";
import { itemsOf, useSaved } from "./kept.ts";
import { SavedRow } from "./saved-row.tsx";
import css from "./saved.module.css";
import { continueSaving, remove } from "./saver.ts";
import { compareFiles } from "./settle.ts";
import { words } from "./words.ts";
import { formatBytes } from "#web/bytes.ts";

export function SavedPage() {
  usePageTitle(words.page.title);
  const items = useSaved((saved) => itemsOf(saved));
  const { site } = useSite();
  useEffect(() => {
    void compareFiles().then(continueSaving, () => undefined);
  }, []);
  const ids = Object.keys(items);
  const days = site?.offline_days;
  return (
    <div className={css.page}>
      <h1>{words.page.heading}</h1>
      {days !== undefined && ids.length > 0 && <p className={css.dim}>{words.page.lead(days)}</p>}
      {ids.length === 0 ? (
        <Blank title={words.page.empty} action={<Link to="/">{words.page.toArchive}</Link>}>
          {words.page.emptyText}
        </Blank>
      ) : (
        <>
          <Room key={Object.values(items).filter(({ state }) => state === "ready").length} />
          <ul className={css.rows}>
            {Object.entries(items).map(([id, kept]) => (
              <SavedRow key={id} id={id} kept={kept} />
            ))}
          </ul>
          <DeleteAll ids={ids} />
        </>
      )}
    </div>
  );
}

function DeleteAll({ ids }: { ids: readonly string[] }) {
  const [isBusy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    await remove(ids).finally(() => setBusy(false));
  };
  return (
    <div>
      <Button look="quiet" busy={isBusy} onClick={() => void start()}>
        {words.page.deleteAll(ids.length)}
      </Button>
    </div>
  );
}

// How much this browser has stored for the archive, and how much more it allows.

interface Facts {
  used: number;
  left: number;
  isKept: boolean;
}

/** Give it another key to measure again. */
function Room() {
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
