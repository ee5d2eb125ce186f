// Says what a gesture does: how far it skips, or that it plays at double speed.
import { Icon } from "#web/player/controls/icon.tsx";
import css from "./feedback.module.css";
import type { Skipped } from "./use-touch.ts";
import { words } from "./words.ts";

export function Feedback({ skipped, isHurrying }: { skipped: Skipped | null; isHurrying: boolean }) {
  return (
    <>
      {skipped && (
        <p className={css.skip} data-side={skipped.isForward ? "right" : "left"} aria-hidden="true">
          <Icon name={skipped.isForward ? "forward" : "back"} />
          {words.skipped(skipped.total)}
        </p>
      )}
      {isHurrying && (
        <p className={css.hurry} aria-hidden="true">
          {words.hurrying}
        </p>
      )}
    </>
  );
}
