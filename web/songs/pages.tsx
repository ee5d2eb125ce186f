// The pages of songs, as one piece of code that is loaded on demand.
import { useParams } from "react-router";
import { SongPage } from "./song-page.tsx";
import { SongsPage } from "./songs-page.tsx";

export function SongPages() {
  const { id } = useParams();
  return id === undefined ? <SongsPage /> : <SongPage key={id} id={id} />;
}
