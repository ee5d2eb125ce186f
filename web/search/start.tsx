// Before anything is typed: what was searched for lately, and songs that are often played.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { Blank } from "#web/ui/blank.tsx";
import { Button } from "#web/ui/button.tsx";
import { ListIcon } from "#web/lists/icon.tsx";
import css from "./page.module.css";
import { oftenPlayedQuery } from "./queries.ts";
import { keepRecent, readRecent } from "./recent.ts";
import { words } from "./words.ts";

export function StartPage() {
  const [recent, setRecent] = useState(readRecent);
  const { data: often = [] } = useQuery(oftenPlayedQuery);
  const keep = (searches: string[]) => {
    keepRecent(searches);
    setRecent(searches);
  };
  return (
    <>
      {recent.length > 0 && (
        <section className={css.section} aria-labelledby="recent-searches">
          <div className={css.head}>
            <h2 id="recent-searches">{words.recent}</h2>
            <Button look="quiet" onClick={() => keep([])}>
              {words.forgetAll}
            </Button>
          </div>
          <ul className={css.rows}>
            {recent.map((q) => (
              <li key={q} className={css.recent}>
                <Link to={`/search?${new URLSearchParams({ q })}`} className={css.again}>
                  <ListIcon name="later" />
                  <bdi>{q}</bdi>
                </Link>
                <button
                  type="button"
                  className={css.play}
                  aria-label={words.forget(q)}
                  title={words.forget(q)}
                  onClick={() => keep(recent.filter((one) => one !== q))}
                >
                  <ListIcon name="remove" />
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {often.length > 0 && (
        <section className={css.section} aria-labelledby="often-played">
          <h2 id="often-played">{words.often}</h2>
          <ul className={css.chips}>
            {often.map(({ id, title, times }) => (
              <li key={id}>
                <Link to={`/song/${id}`} className={css.chip}>
                  <bdi>{title}</bdi> <small>{times}</small>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {recent.length === 0 && <Blank title={words.start}>{words.startText}</Blank>}
    </>
  );
}
