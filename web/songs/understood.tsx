// What was understood of a set list: its entries, lines to look at, and songs that may be the same.
import type { SetListEntry, SetListReading } from "#contract/songs.ts";
import { Button } from "#web/ui/button.tsx";
import css from "./understood.module.css";
import { words } from "./words.ts";

interface Props {
  reading: SetListReading;
  chosen: ReadonlyMap<string, string>;
  choose: (title: string, songId: string | null) => void;
}

export function Understood({ reading: { entries, doubts, similar }, chosen, choose }: Props) {
  const untimed = entries.filter(({ start }) => start === null).length;
  return (
    <div className={css.understood}>
      <output>{entries.length === 0 ? words.paste.nothing : words.paste.understood(entries.length, untimed)}</output>
      {doubts.length > 0 && (
        <div className={css.doubts}>
          <strong>{words.paste.doubts}</strong>
          <ul>
            {doubts.map(({ line, text, sentence, kind }) => (
              <li key={`${line} ${kind}`}>
                <bdi>{words.paste.line(line, text)}</bdi>
                <br />
                {sentence}
              </li>
            ))}
          </ul>
        </div>
      )}
      {similar.map(({ title, songs }) => (
        <fieldset key={title} className={css.similar}>
          <legend>{words.paste.same(title)}</legend>
          {songs.map((song) => (
            <Button
              key={song.id}
              size="small"
              aria-pressed={chosen.get(title) === song.id}
              onClick={() => choose(title, song.id)}
            >
              {song.artist === null ? song.title : `${song.title} (${words.song.coverOf(song.artist)})`}
            </Button>
          ))}
          <Button size="small" aria-pressed={!chosen.has(title)} onClick={() => choose(title, null)}>
            {words.paste.no}
          </Button>
        </fieldset>
      ))}
      <Entries entries={entries} />
    </div>
  );
}

export function Entries({ entries }: { entries: readonly SetListEntry[] }) {
  return (
    <ol className={css.entries}>
      {entries.map((entry, index) => (
        <li key={index}>
          {entry.part !== null && entry.part !== entries[index - 1]?.part && <strong dir="auto">{entry.part}</strong>}
          <span className={css.entry}>
            <span className={css.time}>{entry.start === null ? words.paste.noTime : formatTime(entry.start)}</span>
            <span>
              <bdi>{entry.talk ?? entry.songs.map(({ title }) => title).join(" / ")}</bdi>
              <small className={css.details}>
                <bdi>{describe(entry).join(" · ")}</bdi>
              </small>
            </span>
          </span>
        </li>
      ))}
    </ol>
  );
}

function describe({ songs, talk, guest, note, debut, segue }: SetListEntry): string[] {
  return [
    ...(talk === null ? [] : [words.paste.talk]),
    ...songs.map(({ id }) => (id === null ? words.paste.isNew : words.paste.known)),
    ...songs.flatMap(({ is_cover, artist }) => {
      if (!is_cover) return [];
      return artist === null ? [words.song.cover] : [words.song.coverOf(artist)];
    }),
    ...(guest === null ? [] : [words.song.guest(guest)]),
    ...(debut ? [words.song.debut] : []),
    ...(note === null ? [] : [note]),
    ...(segue ? [words.paste.segue] : []),
  ];
}

export function formatTime(seconds: number): string {
  const whole = Math.floor(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const rest = `${String(whole % 60).padStart(2, "0")}${seconds === whole ? "" : `.${Math.round((seconds - whole) * 10)}`}`;
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}
