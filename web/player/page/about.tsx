// Below the player: title, date, what editors can do, description. Times in the description are links to that moment.
import { Fragment, type ReactNode } from "react";
import { Link, useLocation } from "react-router";
import type { SetListEntry } from "#contract/songs.ts";
import type { Video } from "#contract/video.ts";
import { formatDate, machineDate } from "#contract/dates/dates.ts";
import css from "./about.module.css";
import { leaveOutSongs, splitMoments, writeMoment } from "./moment.ts";
import { sayTime } from "#web/player/time.ts";
import { words } from "./words.ts";

interface Props {
  video: Video;
  songs: readonly SetListEntry[];
  /** False when the player shows it: then it is here for screen readers only. */
  isTitleShown: boolean;
  tools: ReactNode;
}

export function About({ video, songs, isTitleShown, tools }: Props) {
  const description = leaveOutSongs(video.description, songs, video.duration ?? 0);
  const loudness = video.media?.loudness;
  const problem = video.media?.preparation.problem;
  return (
    <>
      <div className={css.head}>
        <div className={isTitleShown ? css.words : "visually-hidden"}>
          <h1 className={css.title}>
            {video.hidden && words.page.hiddenPrefix}
            <bdi>{video.title}</bdi>
          </h1>
          <p className={css.date}>
            <time dateTime={machineDate(video)}>{formatDate(video)}</time>
          </p>
        </div>
        {tools && <div className={`tools ${css.tools}`}>{tools}</div>}
      </div>
      {description !== "" && <Description text={description} duration={video.duration ?? 0} />}
      {video.media?.downloads && (
        <p className={css.fact}>
          {video.media.downloads.map(({ what, url }) => (
            <Fragment key={what}>
              <a href={url} download>
                {words.about.download[what]}
              </a>{" "}
            </Fragment>
          ))}
        </p>
      )}
      {problem && <p className={css.fact}>{problem}</p>}
      {loudness && (
        <p className={css.fact}>
          {words.about.loudness(
            loudness.integrated_lufs.toFixed(1),
            loudness.peak_db.toFixed(1),
            Math.abs(loudness.gain_db).toFixed(1),
            loudness.gain_db > 0,
          )}
        </p>
      )}
    </>
  );
}

function Description({ text, duration }: { text: string; duration: number }) {
  const { search, state } = useLocation();
  const addressOf = (at: number) => `?${writeMoment(new URLSearchParams(search), { at, loop: null })}`;
  return (
    <p className={css.description} dir="auto">
      {splitMoments(text, duration).map(({ text: part, at }, index) =>
        at === null ? (
          <Fragment key={index}>{part}</Fragment>
        ) : (
          <Link
            key={index}
            to={addressOf(at)}
            aria-label={words.about.playFrom(part, sayTime(at))}
            replace
            {...{ state }}
          >
            {part}
          </Link>
        ),
      )}
    </p>
  );
}
