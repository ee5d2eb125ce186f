// "Save on this device", for one recording or for all of a list, with video where the owner allows it; then it says how far that is,
// and leads to the saved ones.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { formatBytes } from "#web/bytes.ts";
import { useSite } from "#web/session.ts";
import { Button } from "#web/ui/button.tsx";
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
  const [busy, setBusy] = useState<"audio" | "video">();
  const days = site?.offline_days;
  if (days === undefined || wanted.length === 0) return null;
  const kept = wanted.flatMap(({ id }) => items[id] ?? []);
  const isAsked = kept.length === wanted.length;
  const start = async (what: "audio" | "video") => {
    setBusy(what);
    prepare();
    followLibrary(queries);
    const isSaving = await save(wanted, { days, withVideo: what === "video" });
    if (!isSaving) showToast({ kind: "error", message: words.unsupported });
    setBusy(undefined);
  };
  if (isAsked && kept.every(({ state }) => state !== "gone" && state !== "expired"))
    return (
      <Link className={css.link} to="/saved">
        <Told wanted={wanted} kept={kept} />
      </Link>
    );
  return (
    <>
      <Button size="small" busy={busy === "audio"} onClick={() => void start("audio")}>
        {words.button.save}
      </Button>
      {site?.offline_video && videoBytes !== null && (
        <Button size="small" busy={busy === "video"} onClick={() => void start("video")}>
          {videoBytes === undefined ? words.button.withVideos : words.button.withVideo(formatBytes(videoBytes))}
        </Button>
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
