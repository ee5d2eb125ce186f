// Borders that were found in the audio, each to be heard and then accepted or dropped; nothing is taken by itself.
import { formatTenths } from "#web/player/time.ts";
import { Button } from "#web/ui/button.tsx";
import css from "./found-borders.module.css";
import type { Gap } from "#web/player/borders/model/found.ts";
import { words } from "./words.ts";

interface Props {
  found: readonly Gap[];
  duration: number;
  hear: (seconds: number) => void;
  take: (gaps: readonly Gap[]) => void;
  drop: (gaps: readonly Gap[]) => void;
}

export function FoundBorders({ found, duration, hear, take, drop }: Props) {
  if (found.length === 0) return <p className={css.text}>{words.found.none}</p>;
  return (
    <div className={css.found}>
      <h3 className={css.heading}>{words.found.heading(found.length)}</h3>
      <p className={css.text}>{words.found.text}</p>
      <div className={css.tools}>
        <Button onClick={() => take(found)}>{words.found.takeAll}</Button>
        <Button look="quiet" onClick={() => drop(found)}>
          {words.found.dropAll}
        </Button>
      </div>
      <ul className={css.list}>
        {found.map((gap) => {
          const time = formatTenths(gap.to, duration);
          return (
            <li key={gap.to} className={css.tools}>
              <span className={css.time}>{words.found.at(time)}</span>
              <Button aria-label={words.found.hearAt(time)} onClick={() => hear(gap.to)}>
                {words.found.hear}
              </Button>
              <Button aria-label={words.found.takeAt(time)} onClick={() => take([gap])}>
                {words.found.take}
              </Button>
              <Button look="quiet" aria-label={words.found.dropAt(time)} onClick={() => drop([gap])}>
                {words.found.drop}
              </Button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
