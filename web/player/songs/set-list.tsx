// The set list beside the player: each song starts at its moment, and the one that plays is marked.
import { useLocation } from "react-router";
import type { SetListEntry } from "#contract/songs.ts";
import { addressOf } from "#web/api.ts";
import rows from "#web/lists/rows/row.module.css";
import { Row } from "#web/lists/rows/row.tsx";
import { ListTools } from "#web/lists/tools.tsx";
import { useSounds } from "#web/lists/rows/sounds.ts";
import { writeMoment } from "#web/player/page/moment.ts";
import { Menu } from "#web/ui/menu/menu.tsx";
import { More } from "#web/ui/menu/more.tsx";
import css from "./set-list.module.css";
import { nameEntry, timeSongs } from "./songs.ts";
import { setListWords as words } from "#web/player/page/words.ts";

interface Props {
  id: string;
  entries: readonly SetListEntry[];
  duration: number;
}

export function SetList({ id, entries, duration }: Props) {
  if (entries.length === 0) return null;
  const ends = new Map(timeSongs(entries, "", duration).map((song) => [song.id, song.to ?? duration]));
  const songs = entries.filter(({ talk }) => talk === null);
  return (
    <section className={css.songs} aria-labelledby="set-list">
      <div className={css.head}>
        <h2 id="set-list" className={css.heading}>
          {words.heading}
        </h2>
        <More name={words.more}>
          {(open) => (
            <Menu
              name={words.more}
              items={(["text", "cue", "webvtt", "chapters"] as const).map((format) => ({
                label: words.download(words.formats[format]),
                download: addressOf("exportSetList", { params: { id, format } }),
              }))}
              {...open}
            />
          )}
        </More>
      </div>
      <ol className={rows.rows}>
        {entries.map((entry, index) => (
          <li key={entry.id}>
            {entry.part !== null && entry.part !== entries[index - 1]?.part && (
              <h3 className={css.part}>
                <bdi>{entry.part}</bdi>
              </h3>
            )}
            <Entry
              videoId={id}
              entry={entry}
              number={entry.talk === null ? songs.indexOf(entry) + 1 : null}
              end={ends.get(entry.id) ?? duration}
            />
          </li>
        ))}
      </ol>
    </section>
  );
}

interface EntryProps {
  videoId: string;
  entry: SetListEntry;
  /** Null for talk. */
  number: number | null;
  end: number;
}

function Entry({ videoId, entry, number, end }: EntryProps) {
  const { search, state } = useLocation();
  const { start, talk, songs } = entry;
  const key = { video_id: videoId, performance_id: entry.id };
  const plays = useSounds(key);
  const title = nameEntry(entry);
  const to = (loop: { from: number; to: number } | null) => ({
    to: `?${writeMoment(new URLSearchParams(search), { at: start, loop })}`,
    ...{ replace: true, state },
  });
  const details = sayDetails(entry);
  return (
    <Row
      number={number}
      title={title}
      {...(details !== "" && { second: <bdi>{details}</bdi> })}
      length={start === null ? null : end - start}
      sounds={entry.id === null ? null : plays}
      isQuiet={talk !== null}
      main={start === null ? { why: null } : to(null)}
      named={entry.id === null ? undefined : { entry: key, title }}
      tools={
        entry.id !== null && (
          <ListTools
            entry={key}
            title={title}
            more={[
              ...(start !== null && end > start ? [{ label: words.loop(title), ...to({ from: start, to: end }) }] : []),
              ...songs.flatMap((song) =>
                song.id === null ? [] : [{ label: words.page(song.title), to: `/song/${song.id}` }],
              ),
            ]}
          />
        )
      }
    />
  );
}

function sayDetails({ songs, guest, note, debut, segue }: SetListEntry): string {
  const covers = songs.filter(({ is_cover }) => is_cover);
  return [
    ...(songs.length > 1 ? [words.medley] : []),
    ...covers.map(({ artist }) => (artist === null ? words.cover : words.coverOf(artist))),
    ...(guest === null ? [] : [words.guest(guest)]),
    ...(debut ? [words.debut] : []),
    ...(segue ? [words.segue] : []),
    ...(note === null ? [] : [note]),
  ].join(" · ");
}
