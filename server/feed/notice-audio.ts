// The sound of the notice episode: silence. A file, so that no program has to run for it; ffmpeg made it once:
// ffmpeg -f lavfi -i anullsrc=r=48000:cl=mono -t 5 -c:a aac -b:a 32k -movflags +faststart -map_metadata -1 -f ipod notice.m4a
import { readFileSync } from "node:fs";

export const noticeSeconds = 5;

export function readNoticeAudio(): Buffer {
  return readFileSync(new URL("./notice.m4a", import.meta.url));
}
