// How much later than the audio ffmpeg shows our video: it moves a whole track by the largest negative composition offset
// of its B-frames, where other players take the offsets as they are (docs/decisions/016).
import { readInit, readMoof } from "#server/media/fragments/judge-boxes.ts";
import { readHead } from "#server/media/fragments/boxes.ts";
import type { Playlist } from "../odd-sources/served.ts";

/** In seconds, over all sizes of a recording; zero without B-frames. */
export function findVideoLag(playlists: readonly Playlist[]): number {
  return Math.max(0, ...playlists.map(({ file }) => readLag(file)));
}

function readLag(file: Buffer): number {
  const init = readInit(file);
  if (init.kind === "audio") return 0;
  let lag = 0;
  for (let at = 0; at < file.length;) {
    const head = readHead(file.subarray(at, at + 16));
    if (!head) break;
    const shifts =
      head.type === "moof" ? readMoof(file.subarray(at, at + head.size), init).samples.map(({ shift }) => -shift) : [];
    lag = Math.max(lag, ...shifts);
    at += head.size;
  }
  return lag / init.unitsPerSecond;
}
