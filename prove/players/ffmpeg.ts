// ffmpeg decodes the video and audio of a recording, and says when each begins and ends.
import { decode, exactTimes } from "../odd-sources/decode.ts";
import { checkEnd, checkLastPicture } from "./ends.ts";
import { lagTolerance } from "./heard.ts";
import type { Player } from "./player.ts";

/** The encoder's lead-in: it is decoded with the rest, but is before the beginning. */
const leadInSeconds = 0.03;

export const playWithFfmpeg: Player = async ({ openAddress, truth, videoLag }) => {
  const both = ["-i", openAddress, "-map", "0:v:0", "-map", "0:a:0"];
  const { output, complaints } = await decode([...both, ...exactTimes, "-f", "framecrc", "-"]);
  const [pictures, sound] = readTimes(output.toString());
  const apart = pictures.first - sound.first;
  return [
    ...(complaints === "" ? [] : [`it complains: ${complaints.slice(0, 200)}`]),
    ...(apart >= -lagTolerance && apart <= videoLag + lagTolerance + leadInSeconds
      ? []
      : [`the first picture comes ${apart.toFixed(2)} s after the sound`]),
    ...checkLastPicture(pictures.last, truth),
    ...checkEnd("the sound", sound.ends, truth),
  ];
};

interface Times {
  first: number;
  last: number;
  ends: number;
}

/** Start and end of video and audio, from lines such as "#tb 0: 1/90000" and "0, 3600, 3600, 3600, 115200, 0x1e0a6a3f". */
function readTimes(text: string): [Times, Times] {
  const scales = [...text.matchAll(/^#tb \d: (\d+)\/(\d+)$/gm)].map(([, one, of]) => Number(one) / Number(of));
  const lines = [...text.matchAll(/^([01]), *-?\d+, *(-?\d+), *(\d+),/gm)].map(([, ...fields]) => fields.map(Number));
  const read = (stream: 0 | 1): Times => {
    const scale = scales[stream] ?? Number.NaN;
    const times = lines.flatMap(([of, at = 0, lasts = 0]) =>
      of === stream ? [{ at: at * scale, until: (at + lasts) * scale }] : [],
    );
    const [at, until] = [times.map((one) => one.at), times.map((one) => one.until)];
    return { first: Math.min(...at), last: Math.max(...at), ends: Math.max(...until) };
  };
  return [read(0), read(1)];
}
