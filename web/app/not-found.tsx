// The page at /404, with a flat waveform as its image; for members with what else there is.
import { lazy, Suspense } from "react";
import { Link } from "react-router";
import { useUser } from "#web/session.ts";
import { usePageTitle } from "#web/title.ts";
import { Waveform } from "#web/ui/waveform/waveform.tsx";
import css from "./message-page.module.css";
import { words } from "./words.ts";

const silence = Array.from({ length: 64 }, () => 0);

const Newest = lazy(async () => ({ default: (await import("#web/library/suggestions/suggestions.tsx")).Newest }));

export function NotFoundPage() {
  const { user } = useUser();
  usePageTitle(words.titles.notFound);
  return (
    <div className={css.page}>
      <div className={css.picture}>
        <Waveform peaks={silence} label={words.notFound.picture} />
      </div>
      <h1 className={css.text}>{words.notFound.text}</h1>
      <Link to="/">{words.notFound.back}</Link>
      {user?.can_view && (
        <Suspense>
          <Newest />
        </Suspense>
      )}
    </div>
  );
}
