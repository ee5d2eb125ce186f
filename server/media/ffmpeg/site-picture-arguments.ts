// Argument lists for the owner's logo and the picture of the front page. One picture in, every size that is served out;
// nothing of the uploaded file is copied, so its hidden data (place, camera) is gone.
import type { PictureSize } from "#server/media/facts/picture-size.ts";
import { begin, input, type Program } from "./arguments.ts";

const sampleSide = 32;
/** Behind a logo where it may not be transparent: the dark page, and white. */
const plates = { dark: "0x17151a", light: "0xffffff" } as const;

type Format = PictureSize["format"];

const decoders = { jpeg: "mjpeg", png: "png", webp: "webp" } as const satisfies Record<Format, string>;
const read = (format: Format) => input("/in/0", `${format}_pipe`, decoders[format]);
/** Never larger than it is. */
const within = (width: number, height: number) =>
  `scale=min(${width}\\,iw):min(${height}\\,ih):force_original_aspect_ratio=decrease:flags=lanczos`;
const fill = (side: number) => `scale=${side}:${side}:force_original_aspect_ratio=decrease:flags=lanczos`;
const file = (label: string, name: string, ...codec: string[]) => [
  ...["-map", `[${label}]`, "-frames:v", "1", "-map_metadata", "-1", ...codec, "-f", "image2", "-update", "1", name],
];

/** In the header, as an icon with its own transparency, and on plates for places that show no transparency. */
export function logoArguments(format: Format): Program {
  const pad = (side: number) => `pad=${side}:${side}:(ow-iw)/2:(oh-ih)/2:color=black@0`;
  const plate = (color: string, label: string, name: string) =>
    `color=c=${color}:s=512x512:d=1:r=1,format=rgb24[${label}ground];[${label}ground][${label}]overlay=(W-w)/2:(H-h)/2,format=rgb24[${name}]`;
  const graph = [
    `[0:v]format=rgba,split=5[a][b][c][d][e]`,
    `[a]${within(640, 160)}[logo]`,
    `[b]${fill(512)},${pad(512)},format=rgba[icon]`,
    // a maskable icon shows only its middle for sure
    `[c]${fill(340)}[ondark];[d]${fill(340)}[onlight]`,
    plate(plates.dark, "ondark", "dark"),
    plate(plates.light, "onlight", "light"),
    `[e]scale=${sampleSide}:${sampleSide}:flags=area,format=rgba[tiny]`,
  ].join(";");
  return [
    ...begin(),
    ...[...read(format), "-filter_complex", graph],
    ...file("logo", "logo.png"),
    ...file("icon", "icon.png"),
    ...file("dark", "dark.png"),
    ...file("light", "light.png"),
    ...["-map", "[tiny]", "-frames:v", "1", "-f", "rawvideo", "pipe:1"],
  ];
}

/** Large and small for the front page, and cut for previews of links, whose readers do not all know WebP. */
export function welcomeArguments(format: Format): Program {
  const graph = [
    `[0:v]split=3[a][b][c]`,
    `[a]${within(1600, 1600)}[wide]`,
    `[b]${within(800, 800)}[small]`,
    `[c]crop=min(iw\\,ih*1200/630):min(ih\\,iw*630/1200),scale=1200:630:flags=lanczos,setsar=1,format=yuvj420p[share]`,
  ].join(";");
  const webp = ["-c:v", "libwebp", "-quality", "82"];
  return [
    ...begin(),
    ...[...read(format), "-filter_complex", graph],
    ...file("wide", "wide.webp", ...webp),
    ...file("small", "small.webp", ...webp),
    ...file("share", "share.jpg", "-q:v", "3"),
  ];
}
