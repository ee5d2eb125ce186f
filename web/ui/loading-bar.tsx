// The thin line along the top while a page's code is on its way; it runs to the end when that is done.
import { useEffect, useState } from "react";
import css from "./loading-bar.module.css";

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
  return <progress className={css.bar} aria-label="Loading page" data-phase={phase} />;
}
