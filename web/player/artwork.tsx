// Shown while there is no video: the recording's picture, sharp in front and blurred behind, without one its waveform; and what plays.
import { type ReactNode, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { formatDate } from "#contract/dates/dates.ts";
import type { Video } from "#contract/video.ts";
import type { Named } from "#web/lists/favourites.ts";
import { ListTools } from "#web/lists/tools.tsx";
import type { Song } from "#web/player/songs/songs.ts";
import { useSwipe } from "#web/ui/use-swipe.ts";
import { Waveform } from "#web/ui/waveform/waveform.tsx";
import css from "./artwork.module.css";
import { words } from "./words.ts";

interface Props {
  thumbnail: string | null;
  colour: string | null;
  peaks: readonly number[];
}

export function Backdrop({ thumbnail, colour }: Omit<Props, "peaks">) {
  return (
    <div
      className={css.backdrop}
      // without its picture, too, text on it can be read
      style={colour ? { backgroundColor: `color-mix(in srgb, ${colour}, #0e0d10 70%)` } : {}}
    >
      {thumbnail && <img className={css.blurred} src={thumbnail} alt="" draggable={false} />}
    </div>
  );
}

export function Cover({ thumbnail, colour, peaks }: Props) {
  const [isMissing, setMissing] = useState(thumbnail === null);
  return (
    <div className={css.cover} style={colour ? { backgroundColor: colour } : {}}>
      {isMissing || thumbnail === null ? (
        <div className={css.face}>
          <Waveform peaks={peaks.length > 0 ? peaks : silence} />
        </div>
      ) : (
        <img src={thumbnail} alt="" draggable={false} onError={() => setMissing(true)} />
      )}
    </div>
  );
}

const silence = Array.from({ length: 64 }, () => 0);

interface SleeveProps {
  video: Video;
  song: Song | null;
  /** Swipes of a finger; down leads back to where somebody came from. */
  acts: Record<"left" | "right", (() => void) | null>;
  /** The cover. */
  children: ReactNode;
}

/** The cover, and what plays: the song large, the recording small. */
export function Sleeve({ video, song, acts, children }: SleeveProps) {
  const sleeve = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  useSwipe(sleeve, { ...acts, down: () => void navigate(-1) });
  const title = (
    <>
      {video.hidden && words.hiddenPrefix}
      <bdi>{video.title}</bdi>
    </>
  );
  return (
    <div className={css.sleeve} ref={sleeve}>
      {children}
      <div className={css.words}>
        <div aria-hidden="true">
          <p className={css.title}>{song ? <bdi>{song.title}</bdi> : title}</p>
          <p className={css.date}>
            {song && <>{title} · </>}
            {formatDate(video)}
          </p>
        </div>
        {/* those of the recording are below the player */}
        {song?.id != null && <ListTools {...nameFavourite(video, song)} />}
      </div>
    </div>
  );
}

/** The song that plays, or else the recording. */
export function nameFavourite({ id, title }: Video, song: Song | null): Named {
  if (song?.id == null) return { entry: { video_id: id, performance_id: null }, title };
  return { entry: { video_id: id, performance_id: song.id }, title: song.title };
}
