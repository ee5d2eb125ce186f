// A part of the settings, with an address of its own; and the links to all parts, since the page is long.
import type { ReactNode } from "react";
import rows from "#web/studio/rows.module.css";
import css from "./part.module.css";
import { words as backups } from "./backups/words.ts";
import { words as look } from "./look/words.ts";
import { words } from "./words.ts";

const titles = [
  words.archive.title,
  words.newRecordings.title,
  words.levels.title,
  words.signIn.title,
  words.downloads.title,
  words.moments,
  words.patreon.title,
  words.twitch.title,
  backups.title,
  look.title,
  look.textsTitle,
] as const;

const idOf = (title: string) => title.toLowerCase().replaceAll(/\W+/g, "-");

export function Part({ title, children }: { title: (typeof titles)[number]; children: ReactNode }) {
  return (
    <section id={idOf(title)} className={rows.part} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

export function PartLinks() {
  return (
    <nav aria-label={words.parts}>
      <ul className={css.links}>
        {titles.map((title) => (
          <li key={title}>
            <a href={`#${idOf(title)}`}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
