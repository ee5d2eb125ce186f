// "Save on this device", for one recording or for all of a list; where the owner allows it, asks whether with video. Then it says how
// far that is, and leads to the saved ones.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { formatBytes } from "#web/bytes.ts";
import { useSite } from "#web/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Menu } from "#web/ui/menu/menu.tsx";
import { useMenu } from "#web/ui/menu/more.tsx";
import { showToast } from "#web/ui/toast.tsx";
import css from "./saved.module.css";
import { itemsOf, type Kept, useSaved } from "./kept.ts";
import { followLibrary } from "./last-seen.ts";
import { useProgress } from "./progress.ts";
import { save, type Wanted } from "./saver.ts";
import { words } from "./words.ts";

interface Props {
  wanted: readonly Wanted[];
  /** Of the small video of a single recording; null when it has none. Undefined: not known, as for a list. */
  videoBytes?: number | null;
  /** Makes sure that the page itself can be opened without a connection. */
  prepare: () => void;
}

export function SaveButton({ wanted, videoBytes, prepare }: Props) {
  const { site } = useSite();
  const queries = useQueryClient();
  const items = useSaved((saved) => itemsOf(saved));
  const [isBusy, setBusy] = useState(false);
  const { button, open } = useMenu();
  const days = site?.offline_days;
  if (days === undefined || wanted.length === 0) return null;
  const kept = wanted.flatMap(({ id }) => items[id] ?? []);
  const isAsked = kept.length === wanted.length;
  const start = async (withVideo: boolean) => {
    setBusy(true);
    prepare();
    followLibrary(queries);
    const isSaving = await save(wanted, { days, withVideo });
    if (!isSaving) showToast({ kind: "error", message: words.unsupported });
    setBusy(false);
  };
  if (isAsked && kept.every(({ state }) => state !== "gone" && state !== "expired"))
    return (
      <Link className={css.link} to="/saved">
        <Told wanted={wanted} kept={kept} />
      </Link>
    );
  const hasChoice = site?.offline_video === true && videoBytes !== null;
  const size = typeof videoBytes === "number" ? formatBytes(videoBytes) : undefined;
  return (
    <>
      <Button size="small" busy={isBusy} {...(hasChoice ? button : { onClick: () => void start(false) })}>
        {words.button.save}
      </Button>
      {open && (
        <Menu
          name={words.button.save}
          heading={words.button.save}
          items={[
            { label: words.button.audio, act: () => void start(false) },
            { label: words.button.withVideo(size), act: () => void start(true) },
          ]}
          {...open}
        />
      )}
    </>
  );
}

function Told({ wanted, kept }: { wanted: readonly Wanted[]; kept: readonly Kept[] }) {
  const { id, received } = useProgress();
  const done = kept.filter(({ state }) => state === "ready").length;
  if (done === kept.length) return words.button.saved;
  if (kept.some(({ state }) => !["ready", "waiting", "paused"].includes(state))) return words.button.stopped;
  if (kept.some(({ state }) => state === "paused")) return words.button.paused;
  const place = wanted.findIndex((one) => one.id === id);
  const [current] = kept.slice(place, place + 1);
  if (place === -1 || !current) return words.button.waiting;
  if (kept.length > 1) return words.button.savingMany(done, kept.length);
  return words.button.saving(current.bytes > 0 ? Math.floor((received / current.bytes) * 100) : 0);
}
