// Says which level includes the recording, in place of the player, where this member's level does not.
import type { Locked } from "#contract/levels/levels.ts";
import type { Video } from "#contract/video.ts";
import { formatDate } from "#contract/dates/dates.ts";
import { formatLength } from "#web/duration.ts";
import { useUser } from "#web/session.ts";
import css from "./locked.module.css";
import { words } from "./locked-words.ts";

export function LockedRecording({ video, locked }: { video: Video; locked: Locked }) {
  const { user } = useUser();
  const { level, why = [] } = user ?? {};
  return (
    <section className={css.locked} aria-label={words.title(locked.name)}>
      <div className={css.picture} style={video.dominant_color ? { backgroundColor: video.dominant_color } : {}}>
        {video.thumbnail_url && <img src={video.thumbnail_url} alt="" draggable={false} />}
        <svg viewBox="0 0 48 48" aria-hidden="true">
          <path d="M15 22v-6a9 9 0 0 1 18 0v6M11 22h26v18H11z" />
        </svg>
      </div>
      <h1 className={css.title}>
        <bdi>{video.title}</bdi>
      </h1>
      <p className={css.date}>
        {formatDate(video)} · {formatLength(video.duration)}
      </p>
      <output className={css.why}>
        <span>
          <strong>{words.title(locked.name)}</strong> {level && words.own(level.name)}
        </span>
        {why.map(({ sentence }) => (
          <span key={sentence}>{sentence}</span>
        ))}
      </output>
      {level?.upgrade_link && (
        <a className={css.upgrade} href={level.upgrade_link} rel="noreferrer">
          {words.upgrade(locked.name)}
        </a>
      )}
    </section>
  );
}
