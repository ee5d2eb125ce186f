// The owner's link to a higher level, on a card that is locked for this member. Loaded only where there is such a card.
import type { Locked } from "#contract/levels/levels.ts";
import { useUser } from "#web/session.ts";
import css from "./locked-note.module.css";
import { words } from "./words.ts";

export function LockedNote({ locked, title }: { locked: Locked; title: string }) {
  const link = useUser().user?.level?.upgrade_link;
  if (!link) return null;
  return (
    <a className={css.upgrade} href={link} rel="noreferrer" aria-label={words.upgradeFor(locked.name, title)}>
      {words.upgrade(locked.name)}
    </a>
  );
}
