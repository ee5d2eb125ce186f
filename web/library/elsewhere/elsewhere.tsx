// "Continue on this device": shown while another device of this member plays a recording, as the positions say that are
// asked for anyway. Loaded after the list.
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { VideoInList } from "#contract/video.ts";
import { formatLength } from "#web/duration.ts";
import { positionsQuery } from "#web/memory/positions.ts";
import css from "./elsewhere.module.css";
import { words } from "./words.ts";

export function Elsewhere({ videos }: { videos: readonly VideoInList[] }) {
  // the home page asks for them
  const { data = [] } = useQuery({ ...positionsQuery, enabled: false });
  const playing = data.find(({ elsewhere }) => elsewhere);
  const video = videos.find(({ id }) => id === playing?.id);
  if (!playing || !video) return null;
  return (
    <output className={css.elsewhere}>
      <span className={css.text}>
        {words.playing} <bdi>{video.title}</bdi>
      </span>
      <Link className={css.link} to={`/video/${video.id}`} state={{ depth: 1 }}>
        {words.goOn(formatLength(playing.seconds))}
      </Link>
    </output>
  );
}
