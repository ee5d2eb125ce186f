// Above every part of the studio, for the owner: what the last check-up found wrong. One fault with its sentence, several by name.
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { Notice } from "#web/ui/notice.tsx";
import css from "./check-up.module.css";
import { checkUpQuery, listBad } from "./queries.ts";
import { words } from "./words.ts";

const mostShown = 5;

export function CheckUpBanner() {
  const { data } = useQuery(checkUpQuery);
  const wrong = data ? listBad(data) : [];
  if (wrong.length === 0) return null;
  return (
    <Notice kind="error" title={words.banner.title(wrong.length)}>
      <ul className={css.wrong}>
        {wrong.slice(0, mostShown).map(({ name, title, sentence }) => (
          <li key={name}>{wrong.length === 1 ? `${title}: ${sentence}` : title}</li>
        ))}
        {wrong.length > mostShown && <li>{words.banner.more(wrong.length - mostShown)}</li>}
      </ul>
      <Link to="/studio/check-up">{words.banner.open}</Link>
    </Notice>
  );
}
