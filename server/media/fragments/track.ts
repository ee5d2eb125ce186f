// Reads from the header of a fragmented file what its track is: the unit of time, and the codec as playlists name it.
import { findBox } from "./boxes.ts";

export interface Track {
  kind: "video" | "audio";
  unitsPerSecond: number;
  /** RFC 6381, as in CODECS="…". */
  codec: string;
  /** How long the length before each NAL unit is, and the parameter sets that go before any picture. */
  h264: { lengthSize: number; parameterSets: Buffer[] } | null;
  width: number;
  height: number;
  channels: number;
}

export function readTrack(moov: Buffer): Track {
  const mdhd = findBox(moov, "moov", "trak", "mdia", "mdhd");
  if (!mdhd) throw new Error("a file without a track");
  const unitsPerSecond = moov.readUInt32BE(mdhd.from + (moov[mdhd.from] === 1 ? 20 : 12));
  const entry = (...path: string[]) => findBox(moov, "moov", "trak", "mdia", "minf", "stbl", "stsd", ...path);
  const picture = entry("avc1");
  const description = entry("avc1", "avcC");
  if (picture && description) {
    const config = moov.subarray(description.from, description.to);
    return {
      kind: "video",
      unitsPerSecond,
      codec: `avc1.${config.toString("hex", 1, 4).toUpperCase()}`,
      h264: readH264(config),
      width: moov.readUInt16BE(picture.from + 24),
      height: moov.readUInt16BE(picture.from + 26),
      channels: 0,
    };
  }
  const sound = entry("mp4a");
  const esds = entry("mp4a", "esds");
  if (!sound || !esds) throw new Error("a track in a form that we do not package");
  const { objectType, channels } = readSoundConfig(moov.subarray(esds.from, esds.to));
  return { kind: "audio", unitsPerSecond, codec: `mp4a.40.${objectType}`, h264: null, width: 0, height: 0, channels };
}

function readH264(config: Buffer): NonNullable<Track["h264"]> {
  const parameterSets: Buffer[] = [];
  let at = 5;
  const take = (count: number) => {
    for (let n = 0; n < count; n += 1) {
      const size = config.readUInt16BE(at);
      parameterSets.push(config.subarray(at + 2, at + 2 + size));
      at += 2 + size;
    }
  };
  const sequences = (config[at] ?? 0) & 0x1f;
  at += 1;
  take(sequences);
  const pictures = config[at] ?? 0;
  at += 1;
  take(pictures);
  return { lengthSize: ((config[4] ?? 3) & 3) + 1, parameterSets };
}

/** The AudioSpecificConfig (ISO 14496-3): descriptor 5 inside 4 inside 3. */
function readSoundConfig(esds: Buffer): { objectType: number; channels: number } {
  let at = esds.indexOf(0x05, 4 + 15) + 1;
  while (((esds[at] ?? 0) & 0x80) !== 0) at += 1;
  const config = esds.readUInt16BE(at + 1);
  const type = config >> 11;
  const channels = (config >> 3) & 0xf;
  return { objectType: type === 31 || type === 0 ? 2 : type, channels: channels || 2 };
}
