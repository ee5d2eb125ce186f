// "Save for offline", for one recording or for all of a list; then it says how far that is, and leads to the saved ones.
import { useState } from "react";
import { Link } from "react-router";
import { useSite } from "#web/session.ts";
import { Button } from "#web/ui/button.tsx";
import { showToast } from "#web/ui/toast.tsx";
import css from "./saved.module.css";
import { itemsOf, type Kept, useSaved } from "./kept.ts";
import { useProgress } from "./progress.ts";
import { save, type Wanted } from "./saver.ts";
import { words } from "./words.ts";

/** `prepare` makes sure that the page itself can be opened without a connection. */
export function SaveButton({ wanted, prepare }: { wanted: readonly Wanted[]; prepare: () => void }) {
  const { site } = useSite();
  const items = useSaved((saved) => itemsOf(saved));
  const [isBusy, setBusy] = useState(false);
  const days = site?.offline_days;
  if (days === undefined || wanted.length === 0) return null;
  const kept = wanted.flatMap(({ id }) => items[id] ?? []);
  const isAsked = kept.length === wanted.length;
  const start = async () => {
    setBusy(true);
    prepare();
    if (!(await save(wanted, days))) showToast({ kind: "error", message: words.unsupported });
    setBusy(false);
  };
  if (isAsked && kept.every(({ state }) => state !== "gone" && state !== "expired"))
    return (
      <Link className={css.link} to="/saved">
        <Told wanted={wanted} kept={kept} />
      </Link>
    );
  return (
    <Button size="small" busy={isBusy} onClick={() => void start()}>
      {words.button.save}
    </Button>
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
