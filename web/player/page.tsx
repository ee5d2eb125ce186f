// The video page; its code is loaded on demand. The player moves in here.
import { Link, useParams } from "react-router";
import { usePageTitle } from "#web/title.ts";
import css from "./page.module.css";

export function VideoPage() {
  const { id } = useParams();
  usePageTitle("Video");
  return (
    <div className={css.page}>
      <h1>This recording is not here yet</h1>
      <p>
        The archive has no player for “{id}” at the moment. <Link to="/">Back to the archive</Link>
      </p>
    </div>
  );
}
