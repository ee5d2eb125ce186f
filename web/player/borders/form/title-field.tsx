// The title of a row. Once it is typed, known songs of that name are found; nearly the same is offered and never taken
// without a yes.
import { useId } from "react";
import { call } from "#web/api.ts";
import type { KnownSong, NamedSong } from "#contract/songs.ts";
import { Button } from "#web/ui/button.tsx";
import { nameRow, renameRow, type Row } from "#web/player/borders/model/rows.ts";
import css from "./rows.module.css";
import { words } from "#web/player/borders/words.ts";

interface Props {
  id: string;
  row: Row;
  change: (change: (row: Row) => Row) => void;
}

export function TitleField({ id, row, change }: Props) {
  const field = useId();
  const title = nameRow(row);
  const isNew = row.songs.some((song) => song.id === null) && title.trim() !== "";
  const find = async () => {
    if (row.talk !== null || !isNew) return;
    const found = await findSongs(id, row).catch(() => undefined);
    // somebody may have typed on
    if (found) change((now) => (nameRow(now) === title ? { ...now, ...found } : now));
  };
  return (
    <>
      <div className={css.field}>
        <label htmlFor={field}>{words.list.title}</label>
        <input
          id={field}
          dir="auto"
          maxLength={400}
          value={title}
          title={words.list.titleHint}
          onChange={(event) => change((one) => renameRow(one, event.target.value))}
          onBlur={() => void find()}
          onKeyDown={(event) => event.key === "Enter" && void find()}
        />
        {row.talk === null && title.trim() !== "" && <small className={css.dim}>{describe(row.songs)}</small>}
      </div>
      {row.offers.length > 0 && (
        <Offers
          title={title}
          offers={row.offers}
          take={(song) => change((one) => ({ ...one, offers: [], ...(song && { songs: [song] }) }))}
        />
      )}
    </>
  );
}

function describe(songs: readonly NamedSong[]): string {
  return songs
    .map(({ id, artist }) => {
      if (id === null) return words.list.isNew;
      return artist === null ? words.list.known : words.list.knownCover(artist);
    })
    .join(" / ");
}

interface OffersProps {
  title: string;
  offers: readonly KnownSong[];
  /** Null: none of them. */
  take: (song: NamedSong | null) => void;
}

function Offers({ title, offers, take }: OffersProps) {
  return (
    <fieldset className={css.offers}>
      <legend>
        <bdi>{words.list.same(title)}</bdi>
      </legend>
      {offers.map((song) => (
        <Button key={song.id} onClick={() => take({ ...song, is_cover: song.artist !== null })}>
          <bdi>{song.artist === null ? song.title : `${song.title} (${song.artist})`}</bdi>
        </Button>
      ))}
      <Button onClick={() => take(null)}>{words.list.no}</Button>
    </fieldset>
  );
}

/** As the server understands a pasted line: with its artist and guest, and known songs by their id. */
async function findSongs(id: string, row: Row): Promise<Partial<Row> | undefined> {
  const text = row.songs.length > 1 ? `${nameRow(row)} (medley)` : nameRow(row);
  const { entries, similar } = await call("readSetList", { params: { id }, body: { text } });
  const [entry] = entries;
  if (!entry || entries.length > 1 || entry.start !== null || entry.songs.length !== row.songs.length) return undefined;
  return {
    songs: entry.songs.map((song, place) => (row.songs[place]?.id === null ? song : (row.songs[place] ?? song))),
    offers: entry.songs.length === 1 ? (similar[0]?.songs ?? []) : [],
    ...{ guest: row.guest ?? entry.guest, note: row.note ?? entry.note },
    ...{ segue: row.segue || entry.segue, debut: row.debut || entry.debut },
  };
}
