// The songs of a recording by their times: which one plays now, and where the others start. Pure.
import type { SetListEntry } from "#contract/songs.ts";
import { listSongs } from "#web/player/page/moment.ts";

export interface Song {
  at: number;
  /** Where it ends or the next one starts; null: at the end of the recording. */
  to: number | null;
  title: string;
  /** The id of the entry in the set list; null when it comes from the description. */
  id: string | null;
  /** The ids of its songs: several for a medley. */
  songs: string[];
  /** False for talk. */
  isSong: boolean;
}

/** Songs come from the set list, or from times in the description where there is none. */
export function timeSongs(entries: readonly SetListEntry[], text: string, duration: number): Song[] {
  const timed = entries.flatMap((entry) =>
    entry.start === null
      ? []
      : [
          {
            ...{ at: entry.start, end: entry.end, title: nameEntry(entry), id: entry.id },
            ...{ songs: entry.songs.flatMap(({ id }) => id ?? []), isSong: entry.talk === null },
          },
        ],
  );
  if (timed.length > 0)
    return timed.map(({ end, ...song }, index) => ({ ...song, to: end ?? timed[index + 1]?.at ?? null }));
  const described = entries.length > 0 ? [] : listSongs(text, duration);
  return described.map(({ at, title }, index) => {
    return { at, to: described[index + 1]?.at ?? null, title, id: null, songs: [], isSong: true };
  });
}

export function nameEntry({ songs, talk }: SetListEntry): string {
  return talk ?? songs.map(({ title }) => title).join(" / ");
}

/** Browsers begin with a whole piece of sound: a seek to the start of a song may end a little before it. */
const slackSeconds = 0.05;

/** Nothing plays between the end of one and the start of the next. */
export function findPlaying(songs: readonly Song[], seconds: number): Song | null {
  const now = seconds + slackSeconds;
  const song = songs[findBegun(songs, seconds)];
  return song && (song.to === null || now < song.to) ? song : null;
}

/** Which song has begun last, also while something between two of them plays; -1 before the first. */
export function findBegun(songs: readonly Song[], seconds: number): number {
  return songs.findLastIndex(({ at }) => at <= seconds + slackSeconds);
}

/** What a waveform shows: a song, or what is between two of them. */
export interface Part {
  from: number;
  to: number;
  song: Song | null;
}

export function findPart(songs: readonly Song[], seconds: number, duration: number): Part {
  const begun = findBegun(songs, seconds);
  const song = findPlaying(songs, seconds);
  const to = Math.min(song?.to ?? songs[begun + 1]?.at ?? duration, duration);
  return { from: song?.at ?? songs[begun]?.to ?? 0, to, song };
}

/** A song that has just begun counts as played: a second press goes to the one before. */
const justBegunSeconds = 3;

export function findStep(songs: readonly Song[], seconds: number, step: -1 | 1): Song | undefined {
  const now = seconds + slackSeconds;
  if (step === 1) return songs.find(({ at }) => at > now);
  const current = findBegun(songs, seconds);
  const song = songs[current];
  return song && seconds - song.at < justBegunSeconds ? (songs[current - 1] ?? song) : song;
}
