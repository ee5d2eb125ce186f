// The thin line at the top while a page's code is loading; it fills up when that is done.
import { useEffect, useState } from "react";
import css from "./loading-bar.module.css";
import { words } from "./words.ts";

export function LoadingBar({ isLoading }: { isLoading: boolean }) {
  const [phase, setPhase] = useState<"idle" | "loading" | "done">("idle");
  if (isLoading && phase !== "loading") setPhase("loading");
  if (!isLoading && phase === "loading") setPhase("done");
  useEffect(() => {
    if (phase !== "done") return;
    const timer = setTimeout(() => setPhase("idle"), 400);
    return () => clearTimeout(timer);
  }, [phase]);
  if (phase === "idle") return null;
  return <progress className={css.bar} aria-label={words.loadingPage} data-phase={phase} />;
}
