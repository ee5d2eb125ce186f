// A media playlist as a player reads it (RFC 8216): where the head of the file is, and which bytes last how long.

export interface PlaylistSegment {
  offset: number;
  bytes: number;
  seconds: number;
}

interface Playlist {
  map: { offset: number; bytes: number };
  segments: PlaylistSegment[];
  faults: string[];
}

export function readPlaylist(text: string): Playlist {
  const faults: string[] = [];
  const lines = text.split("\n");
  const find = (tag: string) => lines.find((line) => line.startsWith(`${tag}:`))?.slice(tag.length + 1);
  const range = /BYTERANGE="(\d+)@(\d+)"/.exec(find("#EXT-X-MAP") ?? "");
  const map = { bytes: Number(range?.[1]), offset: Number(range?.[2]) };
  if (!range) faults.push("the playlist names no head");
  const segments: PlaylistSegment[] = [];
  let seconds: number | undefined;
  let place: { offset: number; bytes: number } | undefined;
  for (const line of lines) {
    const bytes = /^#EXT-X-BYTERANGE:(\d+)@(\d+)$/.exec(line);
    const lasts = /^#EXTINF:(-?[\d.]+),/.exec(line);
    if (lasts) seconds = Number(lasts[1]);
    if (bytes) place = { bytes: Number(bytes[1]), offset: Number(bytes[2]) };
    if (line === "" || line.startsWith("#")) continue;
    if (seconds === undefined || !place) faults.push("a segment without a length or a place");
    else segments.push({ ...place, seconds });
    [seconds, place] = [undefined, undefined];
  }
  const target = Number(find("#EXT-X-TARGETDURATION"));
  if (segments.length === 0) faults.push("the playlist lists nothing");
  if (segments.some((one) => !(one.seconds > 0))) faults.push("a segment that lasts no time");
  if (segments.some((one) => Math.round(one.seconds) > target)) faults.push("a segment longer than the playlist says");
  if (!lines.includes("#EXT-X-ENDLIST")) faults.push("the playlist does not end");
  return { map: range ? map : { offset: 0, bytes: 0 }, segments, faults };
}
