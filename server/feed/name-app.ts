// The name of a podcast app by what it sends as its User-Agent. Pure.
import { words } from "./words.ts";

/** The first that fits counts: some apps also name the program that they are built with. */
const known: readonly [RegExp, string][] = [
  [/antennapod/i, "AntennaPod"],
  [/overcast/i, "Overcast"],
  [/pocket ?casts/i, "Pocket Casts"],
  [/castro|tentacles/i, "Castro"],
  [/^podcasts\/|applecoremedia|^itunes/i, "Apple Podcasts"],
  [/podcast ?addict/i, "Podcast Addict"],
  [/gpodder/i, "gPodder"],
  [/castget/i, "castget"],
  [/audiobookshelf/i, "Audiobookshelf"],
  [/^vlc/i, "VLC"],
  [/mozilla/i, "Browser"],
];

export function nameApp(userAgent = ""): string {
  const found = known.find(([pattern]) => pattern.test(userAgent));
  const first = /^[\w .-]{2,40}/.exec(userAgent)?.[0].trim();
  return found?.[1] ?? first ?? words.unknownApp;
}
