// Argument lists for still pictures.
import { begin, coverCodecs, input, type Program } from "./arguments.ts";

export interface Tiles {
  columns: number;
  rows: number;
  width: number;
  height: number;
  rotation: number;
}

export const sampleSize = { width: 32, height: 18 };

/**
 * From a row of key frames: one sheet of small pictures, each of them tiny as plain colours, to judge by, and the one
 * that is probably the best as the thumbnail.
 */
export function storyboardArguments(tiles: Tiles, likely: { index: number; width: number; height: number }): Program {
  const { columns, rows, width, height, rotation } = tiles;
  const { width: tinyWidth, height: tinyHeight } = sampleSize;
  // each step of making smaller averages what the one before it left: a large picture is read once
  const graph =
    `[0:v]split=2[a][c];[a]${turn(rotation)}scale=${width}:${height}:flags=area,setsar=1,split=2[s][b];` +
    `[s]tile=${columns}x${rows}[sheet];[b]scale=${tinyWidth}:${tinyHeight}:flags=area,format=rgb24[tiny];` +
    `[c]select=eq(n\\,${likely.index}),${turn(rotation)}scale=${likely.width}:${likely.height},setsar=1[thumbnail]`;
  return [
    ...begin(),
    ...["-framerate", "1", ...input("/in/0", "h264"), "-filter_complex", graph],
    ...["-map", "[sheet]", "-frames:v", "1", "-q:v", "5", "-f", "image2", "-update", "1", "storyboard.jpg"],
    ...["-map", "[tiny]", "-f", "rawvideo", "pipe:1"],
    ...["-map", "[thumbnail]", ...oneJpeg],
  ];
}

export function thumbnailArguments(size: { width: number; height: number; rotation: number }): Program {
  const look = `${turn(size.rotation)}scale=${size.width}:${size.height},setsar=1`;
  return [...begin(), "-framerate", "1", ...input("/in/0", "h264"), "-vf", look, ...oneJpeg];
}

/** How ffmpeg calls pictures that are files of their own. */
export type PictureFormat = "jpeg_pipe" | "png_pipe" | "webp_pipe";

interface Still {
  track: number;
  format?: PictureFormat;
}

/** The cover in the middle of itself, large and blurred: a card is wide, and a cover is not. And tiny, for its colour. */
export function coverArguments(
  { track, format }: Still,
  { width, height }: { width: number; height: number },
): Program {
  // cut first: what is long and thin would become huge
  const fill = `crop=min(iw\\,ih*${width}/${height}):min(ih\\,iw*${height}/${width}),scale=${width}:${height}`;
  const graph =
    `[0:${track}]split=3[a][b][c];[a]${fill},gblur=sigma=36[back];` +
    `[b]scale=${width}:${height}:force_original_aspect_ratio=decrease[front];[back][front]overlay=(W-w)/2:(H-h)/2,setsar=1[thumbnail];` +
    `[c]scale=${sampleSize.width}:${sampleSize.height}:flags=area,format=rgb24[tiny]`;
  return [
    ...begin(),
    ...[...input("/in/0", format, coverCodecs), "-filter_complex", graph],
    ...["-map", "[thumbnail]", ...oneJpeg],
    ...["-map", "[tiny]", "-frames:v", "1", "-f", "rawvideo", "pipe:1"],
  ];
}

/** A picture that we drew ourselves, as plain colours. */
export function drawnArguments({ width, height }: { width: number; height: number }): Program {
  const raw = ["-f", "rawvideo", "-pixel_format", "rgb24", "-video_size", `${width}x${height}`, "-i", "/in/0"];
  return [...begin(), "-protocol_whitelist", "file", ...raw, ...oneJpeg];
}

const oneJpeg = ["-frames:v", "1", "-q:v", "3", "-f", "image2", "-update", "1", "thumbnail.jpg"];

function turn(rotation: number): string {
  return { 90: "transpose=clock,", 180: "hflip,vflip,", 270: "transpose=cclock," }[rotation] ?? "";
}
