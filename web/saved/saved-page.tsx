// "Saved": what this browser has for listening without a connection, how far saving is, and how much room there is.
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { useSite } from "#web/session.ts";
import { usePageTitle } from "#web/title.ts";
import { Blank } from "#web/ui/blank.tsx";
import { Button } from "#web/ui/button.tsx";
import { itemsOf, useSaved, type Kept } from "./kept.ts";
import css from "./saved.module.css";
import { continueSaving, remove, goOn, pause, save } from "./saver.ts";
import { compareFiles } from "./settle.ts";
import { words } from "./words.ts";
import { formatBytes } from "#web/bytes.ts";
import { openPicture } from "./open-saved.ts";
import { useProgress } from "./progress.ts";

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

/** One saved recording: played by a click, deleted, or while it is being saved paused and cancelled. */
function SavedRow({ id, kept }: { id: string; kept: Kept }) {
  const { state, title } = kept;
  const isPlayable = state === "ready";
  const face = (
    <>
      <Picture id={id} isThere={isPlayable} />
      <span className={css.title}>
        <bdi>{title}</bdi>
        <Said id={id} kept={kept} />
      </span>
    </>
  );
  return (
    <li className={css.row}>
      {isPlayable ? (
        <Link className={css.main} to={`/saved/${id}`}>
          {face}
        </Link>
      ) : (
        <span className={css.main}>{face}</span>
      )}
      <span className={css.acts}>
        <Acts id={id} kept={kept} />
      </span>
    </li>
  );
}

function Acts({ id, kept: { state, title, hasVideo } }: { id: string; kept: Kept }) {
  const { site } = useSite();
  const { short, ...names } = words.row;
  const days = site?.offline_days;
  const isDone = state === "ready";
  return (
    <>
      {state === "waiting" && (
        <Button size="small" aria-label={names.pause(title)} onClick={() => pause(id)}>
          {short.pause}
        </Button>
      )}
      {state === "paused" && (
        <Button size="small" aria-label={names.goOn(title)} onClick={() => goOn(id)}>
          {short.goOn}
        </Button>
      )}
      {!isDone && state !== "waiting" && state !== "paused" && days !== undefined && (
        <Button
          size="small"
          aria-label={names.again(title)}
          onClick={() => void save([{ id, title }], { days, withVideo: hasVideo })}
        >
          {short.again}
        </Button>
      )}
      <Button
        size="small"
        look="quiet"
        aria-label={(isDone ? names.delete : names.cancel)(title)}
        onClick={() => void remove([id])}
      >
        {isDone ? short.delete : short.cancel}
      </Button>
    </>
  );
}

function Said({ id, kept: { state, title, bytes, until, hasVideo } }: { id: string; kept: Kept }) {
  const { id: current, received: now, isCut } = useProgress();
  const isCurrent = current === id;
  if (state === "ready")
    return <small className={css.dim}>{words.state.ready(formatBytes(bytes), formatDay(until), hasVideo)}</small>;
  if (state !== "waiting" && state !== "paused") return <small className={css.dim}>{words.state[state]}</small>;
  if (!isCurrent || bytes === 0)
    return (
      <small className={css.dim}>
        {state === "paused" ? words.state.paused : isCut ? words.state.noLine : words.state.waiting}
      </small>
    );
  return (
    <small className={css.dim}>
      {words.state.saving(formatBytes(now), formatBytes(bytes))}
      <progress className={css.progress} aria-label={words.row.progress(title)} value={now} max={bytes} />
    </small>
  );
}

function formatDay(moment: string): string {
  return new Date(moment).toLocaleDateString(undefined, { dateStyle: "long" });
}

function Picture({ id, isThere }: { id: string; isThere: boolean }) {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!isThere) return undefined;
    let opened: string | null = null;
    let isOver = false;
    void openPicture(id).then((found) => {
      opened = found;
      if (isOver && found !== null) URL.revokeObjectURL(found);
      else setAddress(found);
    });
    return () => {
      isOver = true;
      if (opened !== null) URL.revokeObjectURL(opened);
    };
  }, [id, isThere]);
  return <span className={css.picture}>{address !== null && <img src={address} alt="" draggable={false} />}</span>;
}
