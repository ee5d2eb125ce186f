// Every kind of file that is served, and its type: the whole list. A request names a kind; nothing else reaches a disk.

const rungs = ["source", "1080", "720", "480"] as const;
export type Rung = (typeof rungs)[number];

const jpeg = "image/jpeg";
const mp4 = "video/mp4";
const mp4Sound = "audio/mp4";
const playlist = "application/vnd.apple.mpegurl";
const words = "text/vtt; charset=utf-8";

const types = {
  thumbnail: jpeg,
  storyboard: jpeg,
  waveform: "application/json; charset=utf-8",
  /** Words to read along, one file for each language. */
  "captions-1.vtt": words,
  "captions-2.vtt": words,
  "captions-3.vtt": words,
  "captions-4.vtt": words,
  /** The whole sound in one plain file, for Audio Only. */
  "audio.m4a": mp4Sound,
  /** The same sound, in fragments, beside the pictures. */
  "audio.mp4": mp4Sound,
  "audio.m3u8": playlist,
  /** The recording's own sound: serves until the levelled one is there. */
  "copied-audio.mp4": mp4Sound,
  "copied-audio.m3u8": playlist,
  "video-source.mp4": mp4,
  "video-source.m3u8": playlist,
  "video-1080.mp4": mp4,
  "video-1080.m3u8": playlist,
  "video-720.mp4": mp4,
  "video-720.m3u8": playlist,
  "video-480.mp4": mp4,
  "video-480.m3u8": playlist,
} as const;

export type Kind = keyof typeof types;
export const kinds = Object.keys(types) as Kind[];

export const captionKinds = [
  "captions-1.vtt",
  "captions-2.vtt",
  "captions-3.vtt",
  "captions-4.vtt",
] as const satisfies Kind[];

export function findKind(text: string): Kind | undefined {
  return kinds.find((kind) => kind === text);
}

export function typeOf(kind: Kind): string {
  return types[kind];
}

export function isPlaylist(kind: Kind): boolean {
  return types[kind] === playlist;
}

/** The large ones: pictures and sound. */
export function isStream(kind: Kind): boolean {
  return types[kind] === mp4 || types[kind] === mp4Sound;
}
