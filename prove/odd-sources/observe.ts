// Fetches and decodes everything a member is served of a recording. Does not judge it.
import { decode, exactTimes, hearSound, seePictures, type SeenPicture, type SeenSound } from "./decode.ts";
import { findPlaylist, readServed, writeCookies, type Member, type Playlist } from "./served.ts";

export interface Observed {
  durationSeconds: number;
  videos: { playlist: Playlist; pictures: SeenPicture[]; complaints: string }[];
  sounds: { playlist: Playlist; sound: SeenSound; complaints: string }[];
  /** Warnings and errors of ffmpeg about the whole stream. */
  complaints: string;
}

interface Published {
  id: string;
  durationSeconds: number;
}

export async function observe(member: Member, { id, durationSeconds }: Published): Promise<Observed> {
  const playlists = await readServed(member, id);
  // the copied audio: served until the audio at the common loudness is ready, and kept
  const copied = await findPlaylist(member, id, "copied-audio.m3u8");
  const observed: Observed = { durationSeconds, videos: [], sounds: [], complaints: await readStream(member, id) };
  for (const playlist of playlists.filter(({ name }) => name.startsWith("video-")))
    observed.videos.push({ playlist, ...(await seePictures(playlist)) });
  const names = new Set<string>();
  for (const playlist of [...playlists.filter(({ name }) => name.includes("audio")), ...(copied ? [copied] : [])]) {
    if (names.has(playlist.name)) continue;
    names.add(playlist.name);
    observed.sounds.push({ playlist, ...(await hearSound(playlist)) });
  }
  return observed;
}

async function readStream({ url, browser }: Member, id: string): Promise<string> {
  const input = ["-headers", `Cookie: ${writeCookies(browser)}\r\n`, "-i", `${url}/api/media/${id}/master.m3u8`];
  for (let tries = 1; ; tries += 1) {
    const { complaints } = await decode([...input, "-map", "0", ...exactTimes, "-f", "null", "-"]);
    // a busy server answers 503, and ffmpeg does not try again by itself
    if (tries === 20 || !complaints.includes("Server returned 5XX")) return complaints;
  }
}
