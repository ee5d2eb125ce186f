// What an audio or video message carries, in the old form (H.264 and AAC) and in Enhanced RTMP (also HEVC, AV1 and Opus).
// Pure; throws with a sentence that the sender may read.

export type Codec = "avc1" | "hvc1" | "av01" | "mp4a" | "Opus";

export type Packet =
  | { kind: "config"; codec: Codec; config: Buffer }
  | { kind: "sample"; codec: Codec; data: Buffer; isKey: boolean; delayMs: number }
  /** Nothing to keep: the end of a sequence, an empty packet. */
  | { kind: "nothing" };

const nothing: Packet = { kind: "nothing" };

export function readVideo(body: Buffer): Packet {
  const first = body[0];
  if (first === undefined) return nothing;
  const frame = (first >> 4) & 7;
  if (frame === frameTypes.command) return nothing;
  if (first & 0x80) {
    const packet = first & 0xf;
    const codec = findCodec(
      body.toString("latin1", 1, 5),
      ["avc1", "hvc1", "av01"],
      "The video must be H.264, HEVC or AV1.",
    );
    if (packet === enhanced.start) return { kind: "config", codec, config: Buffer.from(body.subarray(5)) };
    // HEVC and H.264 say how much later than decoded a picture is shown, unless it is at once
    const isDelayed = packet === enhanced.frames && codec !== "av01";
    const from = isDelayed ? 8 : 5;
    if ((packet !== enhanced.frames && packet !== enhanced.framesAtOnce) || body.length <= from) return nothing;
    const delayMs = isDelayed ? body.readIntBE(5, 3) : 0;
    return { kind: "sample", codec, data: body.subarray(from), isKey: frame === frameTypes.key, delayMs };
  }
  if ((first & 0xf) !== avc) throw new Error("The video must be H.264, HEVC or AV1.");
  if (body.length <= 5) return nothing;
  const rest = body.subarray(5);
  if (body[1] === 0) return { kind: "config", codec: "avc1", config: Buffer.from(rest) };
  if (body[1] !== 1) return nothing;
  return { kind: "sample", codec: "avc1", data: rest, isKey: frame === frameTypes.key, delayMs: body.readIntBE(2, 3) };
}

export function readAudio(body: Buffer): Packet {
  const first = body[0];
  if (first === undefined) return nothing;
  const sentence = "The audio must be AAC or Opus.";
  if (first >> 4 === enhancedAudio) {
    const packet = first & 0xf;
    const codec = findCodec(body.toString("latin1", 1, 5), ["mp4a", "Opus"], sentence);
    const rest = body.subarray(5);
    if (packet === enhanced.start) return { kind: "config", codec, config: Buffer.from(rest) };
    if (packet !== enhanced.frames || rest.length === 0) return nothing;
    return { kind: "sample", codec, data: rest, isKey: true, delayMs: 0 };
  }
  if (first >> 4 !== aac) throw new Error(sentence);
  if (body.length <= 2) return nothing;
  const rest = body.subarray(2);
  if (body[1] === 0) return { kind: "config", codec: "mp4a", config: Buffer.from(rest) };
  return { kind: "sample", codec: "mp4a", data: rest, isKey: true, delayMs: 0 };
}

const avc = 7;
const aac = 10;
const enhancedAudio = 9;
const frameTypes = { key: 1, command: 5 };
const enhanced = { start: 0, frames: 1, framesAtOnce: 3 };

function findCodec(name: string, allowed: readonly Codec[], sentence: string): Codec {
  const codec = allowed.find((one) => one === name);
  if (!codec) throw new Error(sentence);
  return codec;
}

/** Of AAC: how many samples a second, how many channels, and how many samples a packet has. Throws on what is not one. */
export function readAacConfig(config: Buffer): { rate: number; channels: number; packetSamples: number } {
  if (config.length < 2) throw new Error("The audio's description is too short.");
  let at = 0;
  const take = (bits: number): number => {
    let value = 0;
    for (let n = 0; n < bits; n += 1, at += 1) value = value * 2 + (((config[at >> 3] ?? 0) >> (7 - (at & 7))) & 1);
    return value;
  };
  const type = take(5);
  if (type === 31) take(6);
  const index = take(4);
  const rate = index === 15 ? take(24) : aacRates[index];
  const channels = take(4);
  if (!rate || rate < 7350 || rate > 96_000) throw new Error("The audio's description names no known rate.");
  // 960 instead of 1024, where the encoder says so
  const isShort = type === 2 && take(1) === 1;
  return { rate, channels, packetSamples: isShort ? 960 : 1024 };
}

const aacRates = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350];

/** Samples of a packet of Opus, of which there are always 48,000 a second (RFC 6716, 3.1). */
export function countOpusSamples(data: Buffer): number {
  const head = data[0] ?? 0;
  const config = head >> 3;
  const size =
    config < 12 ? silk[config & 3]! : config < 16 ? [480, 960][config & 1]! : [120, 240, 480, 960][config & 3]!;
  const frames = [1, 2, 2, (data[1] ?? 1) & 0x3f][head & 3]!;
  return Math.min(5760, size * Math.max(1, frames));
}

const silk = [480, 960, 1920, 2880];
