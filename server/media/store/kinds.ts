// Every kind of file that is kept, and its type: the whole list. A request names a kind that is served; nothing else
// reaches a disk.

const rungs = ["source", "1080", "720", "480"] as const;
export type Rung = (typeof rungs)[number];

const jpeg = "image/jpeg";
const mp4 = "video/mp4";
const mp4Sound = "audio/mp4";
const playlist = "application/vnd.apple.mpegurl";
const json = "application/json; charset=utf-8";
const words = "text/vtt; charset=utf-8";

const types = {
  thumbnail: jpeg,
  storyboard: jpeg,
  waveform: json,
  /** Ten peaks for each second, and where songs may begin, for editing set lists. */
  "waveform-detail": json,
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

/** What was beside a recording when it was taken in. It is kept, and other files are made of it; it is never served. */
const broughtTypes = {
  "brought-captions-1.vtt": words,
  "brought-captions-2.vtt": words,
  "brought-captions-3.vtt": words,
  "brought-captions-4.vtt": words,
  "brought-picture": "application/octet-stream",
  "brought-chat": "application/octet-stream",
} as const;

/** Made of a recording for the server itself, and never served: its harmony, by which songs are recognised. */
const ownTypes = { harmony: "application/octet-stream" } as const;

type ServedKind = keyof typeof types;
export type Kind = ServedKind | keyof typeof broughtTypes | keyof typeof ownTypes;
export const servedKinds = Object.keys(types) as ServedKind[];
const allTypes: Readonly<Record<Kind, string>> = { ...types, ...broughtTypes, ...ownTypes };
export const kinds = Object.keys(allTypes) as Kind[];

export const captionKinds = [
  "captions-1.vtt",
  "captions-2.vtt",
  "captions-3.vtt",
  "captions-4.vtt",
] as const satisfies Kind[];

export const broughtCaptionKinds = [
  "brought-captions-1.vtt",
  "brought-captions-2.vtt",
  "brought-captions-3.vtt",
  "brought-captions-4.vtt",
] as const satisfies Kind[];

/** Finds a kind among those that are served. */
export function findKind(text: string): Kind | undefined {
  return servedKinds.find((kind) => kind === text);
}

export function typeOf(kind: Kind): string {
  return allTypes[kind];
}

export function isPlaylist(kind: Kind): boolean {
  return typeOf(kind) === playlist;
}

/** The large ones: pictures and sound. */
export function isStream(kind: Kind): boolean {
  return typeOf(kind) === mp4 || typeOf(kind) === mp4Sound;
}
