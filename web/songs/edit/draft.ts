// A song as it is typed. Pure.
import type { EditedSong, Song } from "#contract/songs.ts";

export interface Draft {
  title: string;
  /** One per line. */
  names: string;
  isCover: boolean;
  artist: string;
  notes: string;
  lyrics: string;
}

export function toDraft({ title, other_names, is_cover, artist, notes, lyrics_url }: Song): Draft {
  return {
    title,
    names: other_names.join("\n"),
    isCover: is_cover,
    artist: artist ?? "",
    notes,
    lyrics: lyrics_url ?? "",
  };
}

export function toEdited({ title, names, isCover, artist, notes, lyrics }: Draft): Omit<EditedSong, "revision"> {
  const other = names.split("\n").map((name) => name.trim());
  return {
    ...{ title, is_cover: isCover, notes },
    artist: isCover && artist.trim() !== "" ? artist : null,
    other_names: other.filter((name) => name !== ""),
    lyrics_url: lyrics.trim() || null,
  };
}
