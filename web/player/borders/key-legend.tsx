// What the keys mean while song borders are edited: some mean something else in the player.
import css from "./desk.module.css";
import { keyLegend } from "./keys.ts";
import { words } from "./words.ts";

export function KeyLegend() {
  return (
    <details className={css.legend}>
      <summary>{words.keys.heading}</summary>
      <dl>
        {keyLegend.map(({ keys, meaning }) => (
          <div key={meaning}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
