// The page at /404, with a flat waveform as its image.
import { Link } from "react-router";
import { usePageTitle } from "#web/title.ts";
import { Waveform } from "#web/ui/waveform/waveform.tsx";
import css from "./message-page.module.css";
import { words } from "./words.ts";

const silence = Array.from({ length: 64 }, () => 0);

export function NotFoundPage() {
  usePageTitle(words.titles.notFound);
  return (
    <div className={css.page}>
      <div className={css.picture}>
        <Waveform peaks={silence} label={words.notFound.picture} />
      </div>
      <h1 className={css.text}>{words.notFound.text}</h1>
      <Link to="/">{words.notFound.back}</Link>
    </div>
  );
}
