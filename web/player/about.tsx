// What stands below the player: title, date, what editors can do, description.
import type { ReactNode } from "react";
import type { Video } from "#contract/video.ts";
import { formatDate } from "#web/dates.ts";
import css from "./about.module.css";

interface Props {
  video: Video;
  /** The player shows it already, for the eye. */
  isTitleShown: boolean;
  tools: ReactNode;
}

export function About({ video, isTitleShown, tools }: Props) {
  const loudness = video.media?.loudness;
  const problem = video.media?.preparation.problem;
  return (
    <>
      <div className={css.head}>
        <div className={isTitleShown ? css.words : "visually-hidden"}>
          <h1 className={css.title}>
            {video.hidden && "[HIDDEN] "}
            <bdi>{video.title}</bdi>
          </h1>
          <p className={css.date}>
            <time dateTime={video.add_date}>{formatDate(video)}</time>
          </p>
        </div>
        {tools && <div className={css.tools}>{tools}</div>}
      </div>
      {video.description !== "" && (
        <p className={css.description} dir="auto">
          {video.description}
        </p>
      )}
      {problem && <p className={css.fact}>{problem}</p>}
      {loudness && (
        <p className={css.fact}>
          Recorded at {loudness.integrated_lufs.toFixed(1)} LUFS, peak {loudness.peak_db.toFixed(1)} dB; played with{" "}
          {loudness.gain_db > 0 ? "+" : ""}
          {loudness.gain_db.toFixed(1)} dB.
        </p>
      )}
    </>
  );
}
