// Colours that all browsers show correctly: BT.709, limited range, 8 bits, marked as such in the file. HDR is tone mapped.
import type { ColorFacts, VideoFacts } from "#server/media/facts/facts.ts";

/** PQ (HDR10) and HLG. Without tone mapping they look grey and washed out. */
export function isHdr({ colors }: Pick<VideoFacts, "colors">): boolean {
  return hdrTransfers.includes(colors?.transfer ?? "");
}

const hdrTransfers = ["smpte2084", "arib-std-b67"];
/** BT.2020 and the two of P3: colours that BT.709 does not have. */
const widePrimaries = ["bt2020", "smpte431", "smpte432"];

/** By ffprobe's names; those of the scale filter are fewer. Whatever is not here is guessed. */
const matrices: Record<string, string> = {
  bt709: "bt709",
  fcc: "fcc",
  bt470bg: "bt470",
  smpte170m: "smpte170m",
  smpte240m: "smpte240m",
  bt2020nc: "bt2020",
  bt2020c: "bt2020",
};

const told = "setparams=color_primaries=bt709:color_trc=bt709:colorspace=bt709:range=tv";

/** A part of a filter graph: to this size, in these colours. Recordings taken in before colours were read stay as they are. */
export function scaleAndConvert(
  video: Pick<VideoFacts, "colors" | "width" | "height" | "pixelFormat">,
  { width, height }: { width: number; height: number },
): string {
  const { colors } = video;
  const size = `scale=${width}:${height}`;
  if (!colors) return `${size},setsar=1,format=yuv420p`;
  const isWide = widePrimaries.includes(colors.primaries ?? "");
  const from = `in_color_matrix=${findMatrix(colors, video)}:in_range=${isFull(colors, video.pixelFormat) ? "pc" : "tv"}`;
  if (!isHdr(video) && !isWide)
    return `${size}:${from}:out_color_matrix=bt709:out_range=tv,setsar=1,format=yuv420p,${told}`;
  // made small first: what follows computes in floating point
  const small = `${size}:${from}:out_color_matrix=bt2020:out_range=tv,setsar=1,format=yuv420p10le`;
  return `${small},${isHdr(video) ? mapTones(colors) : narrow(colors)},format=yuv420p,${told}`;
}

/** Untagged pictures are read as players do it: small ones by BT.601, others by BT.709. */
function findMatrix({ matrix, transfer }: ColorFacts, { width, height }: { width: number; height: number }): string {
  const known = matrices[matrix ?? ""];
  if (known) return known;
  if (hdrTransfers.includes(transfer ?? "")) return "bt2020";
  return Math.min(width, height) < 720 ? "smpte170m" : "bt709";
}

/** What is red, green and blue has no matrix, and all of its range is used. */
function isFull({ range, matrix }: ColorFacts, pixelFormat: string): boolean {
  return (
    range === "pc" || pixelFormat.startsWith("yuvj") || matrix === "gbr" || /^(gb|rgb|bgr|argb|0rgb)/.test(pixelFormat)
  );
}

/** A white wall: BT.2408 puts it at 203 nits, many programs at 100. In between, both look right. */
const whiteNits = 150;
const peakNits = 1000;

function mapTones({ transfer, primaries }: ColorFacts): string {
  const from = `pin=${primariesOf(primaries, "bt2020")}:tin=${transfer === "smpte2084" ? "smpte2084" : "arib-std-b67"}`;
  const light = `zscale=${from}:min=bt2020nc:rin=limited:t=linear:npl=${whiteNits},format=gbrpf32le`;
  // mobius leaves dark and middle tones as they are, and bends only what is too bright
  const bend = `zscale=p=bt709,tonemap=mobius:desat=0:peak=${(peakNits / whiteNits).toFixed(2)}`;
  return `${light},${bend},zscale=t=bt709:m=bt709:r=limited:d=ordered`;
}

function narrow({ primaries }: ColorFacts): string {
  const from = `pin=${primariesOf(primaries, "bt2020")}:tin=bt709:min=bt2020nc:rin=limited`;
  return `zscale=${from}:p=bt709:t=bt709:m=bt709:r=limited:d=ordered`;
}

/** Nothing a file says goes into a graph as it is. */
function primariesOf(primaries: string | null, guess: string): string {
  return [...widePrimaries, "bt709"].find((known) => known === primaries) ?? guess;
}
