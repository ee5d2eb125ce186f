// Playlists (RFC 8216) of our own: one file per rendition, segments as byte ranges, relative addresses only.
import type { Packaged, Segment } from "./cmaf.ts";

export interface Rendition {
  codec: string;
  width: number;
  height: number;
  channels: number;
  framesPerSecond: number;
  /** Of its heaviest segment, and of all of it. */
  peakBits: number;
  averageBits: number;
  durationSeconds: number;
}

export function describeRendition({ track, segments, durationSeconds }: Packaged, framesPerSecond: number): Rendition {
  const bits = ({ bytes, durationSeconds: seconds }: Pick<Segment, "bytes" | "durationSeconds">) =>
    seconds > 0 ? Math.ceil((bytes * 8) / seconds) : 0;
  const whole = { bytes: segments.reduce((sum, { bytes }) => sum + bytes, 0), durationSeconds };
  // a last segment of a few frames says nothing about the rate
  const full = segments.filter(({ durationSeconds: seconds }) => seconds >= 1);
  return {
    codec: track.codec,
    width: track.width,
    height: track.height,
    channels: track.channels,
    framesPerSecond,
    peakBits: Math.max(bits(whole), ...full.map(bits)),
    averageBits: bits(whole),
    durationSeconds,
  };
}

export function writeMediaPlaylist({ headBytes, segments }: Packaged, address: string): string {
  const longest = Math.max(1, ...segments.map(({ durationSeconds }) => Math.round(durationSeconds)));
  return `${[
    "#EXTM3U",
    "#EXT-X-VERSION:7",
    `#EXT-X-TARGETDURATION:${longest}`,
    "#EXT-X-PLAYLIST-TYPE:VOD",
    "#EXT-X-INDEPENDENT-SEGMENTS",
    `#EXT-X-MAP:URI="${address}",BYTERANGE="${headBytes}@0"`,
    ...segments.flatMap(({ offset, bytes, durationSeconds }) => [
      `#EXTINF:${durationSeconds.toFixed(6)},`,
      `#EXT-X-BYTERANGE:${bytes}@${offset}`,
      address,
    ]),
    "#EXT-X-ENDLIST",
  ].join("\n")}\n`;
}

export interface Listed {
  address: string;
  rendition: Rendition;
}

/**
 * The largest first. A larger size may need fewer bits than a smaller one; players would take the smaller one for better.
 * The rates are upper bounds, so those of the larger one are raised.
 */
function sortBySize(pictures: readonly Listed[]): Listed[] {
  const area = ({ rendition: { width, height } }: Listed) => width * height;
  const upwards = pictures.toSorted((a, b) => area(a) - area(b) || a.rendition.averageBits - b.rendition.averageBits);
  let [peakBits, averageBits] = [0, 0];
  const raised = upwards.map(({ address, rendition }) => {
    peakBits = Math.max(peakBits, rendition.peakBits);
    averageBits = Math.max(averageBits, rendition.averageBits);
    return { address, rendition: { ...rendition, peakBits, averageBits } };
  });
  return raised.toReversed();
}

/** The best pictures first, the sound beside them. VLC plays sound that is also a variant of its own for one segment only. */
export function writeMasterPlaylist(pictures: readonly Listed[], sound: Listed | null): string {
  const sorted = sortBySize(pictures);
  const group = sound && pictures.length > 0 ? 'AUDIO="sound"' : null;
  const media = `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="Sound",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="${sound?.rendition.channels}",URI="${sound?.address}"`;
  const variant = ({ address, rendition }: Listed, others: Listed | null) => {
    const rates = [rendition, ...(others ? [others.rendition] : [])];
    const attributes = [
      `BANDWIDTH=${rates.reduce((sum, { peakBits }) => sum + peakBits, 0)}`,
      `AVERAGE-BANDWIDTH=${rates.reduce((sum, { averageBits }) => sum + averageBits, 0)}`,
      `CODECS="${rates.map(({ codec }) => codec).join(",")}"`,
      ...(rendition.width > 0 ? [`RESOLUTION=${rendition.width}x${rendition.height}`] : []),
      ...(rendition.framesPerSecond > 0 ? [`FRAME-RATE=${rendition.framesPerSecond.toFixed(3)}`] : []),
      ...(group ? [group] : []),
    ];
    return [`#EXT-X-STREAM-INF:${attributes.join(",")}`, address];
  };
  return `${[
    "#EXTM3U",
    "#EXT-X-VERSION:7",
    "#EXT-X-INDEPENDENT-SEGMENTS",
    ...(group ? [media] : []),
    ...sorted.flatMap((listed) => variant(listed, sound)),
    ...(sound && !group ? variant(sound, null) : []),
  ].join("\n")}\n`;
}
