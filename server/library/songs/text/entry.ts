// What the reader of set list texts produces, and how any text of a person is cleaned.
import type { DoubtKind, NamedSong, SetListEntry } from "#contract/songs.ts";

/** A line that was not taken as it is: an editor looks at it before saving. */
export interface Doubt {
  /** Counted from 1. */
  line: number;
  text: string;
  kind: DoubtKind;
}

export interface Reading {
  entries: SetListEntry[];
  doubts: Doubt[];
}

export const blankEntry: SetListEntry = {
  ...{ id: null, part: null, start: null, end: null, songs: [], talk: null, guest: null, note: null },
  ...{ segue: false, debut: false },
};

export function newSong(title: string, cover?: { artist: string | null }): NamedSong {
  return { id: null, title, is_cover: cover !== undefined, artist: cover?.artist ?? null };
}

// Marks of direction, invisible characters, and the noncharacters that the reader uses itself.
// U+200C and U+200D stay: they are letters' forms in Persian, and parts of emoji.
const invisible = /[\u00ad\u200b\u200e\u200f\u061c\u2028-\u202e\u2060-\u2069\ufdd0-\ufdef\ufeff\ufff9-\ufffb]/g;

/** One line of text as it is stored: composed letters, single blanks, nothing invisible. */
export function clean(text: string): string {
  return text
    .toWellFormed()
    .normalize("NFC")
    .replace(invisible, "")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
}

/** Rounded to the tenth of a second. */
export function toTenth(seconds: number): number {
  return Math.round(seconds * 10) / 10;
}
