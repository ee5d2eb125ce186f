// Writes the packets of one connection behind what is kept already, in fragments of at most a second, each safe on the disk before
// it is told. What is in memory is lost when the process is killed: at most a second, and what the disk takes for one fragment.
import { constants } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import {
  audioTrack,
  lengthBytes,
  listParameterSets,
  readKept,
  videoTrack,
  videoUnits,
  writeAudioEntry,
  writeFragment,
  writeHead,
  type AudioFormat,
  type Kept,
  type Sample,
  type VideoFormat,
} from "./fragments.ts";
import { countOpusSamples, readAacConfig, type Packet } from "./rtmp/packets.ts";

type Track = "video" | "audio";

export interface Arriving {
  /** Of the whole recording, as far as it is safe. */
  seconds: number;
  bytes: number;
  width: number;
  height: number;
  video: string | null;
  audio: string | null;
  /** Between the last two key frames; null: there was only one. */
  keyFrameSeconds: number | null;
}

export interface Recorder {
  setSize(size: { width: number; height: number }): void;
  /** Throws when it does not fit to what is kept: it is then the beginning of another recording. */
  add(track: Track, time: number, packet: Packet): void;
  /** Bytes that are not written yet. */
  readonly waiting: number;
  /** Writes what it has. */
  close(): Promise<void>;
}

interface RecorderOptions {
  onKept: (arriving: Arriving) => void;
  onError: (error: unknown) => void;
}

interface Pending extends Omit<Sample, "duration"> {
  start: number;
  /** Of a sound packet; a picture lasts until the next. */
  duration?: number;
}

interface Line {
  pending: Pending[];
  /** When the last one that was written ends. */
  end: number;
  /** When the oldest that waits came, by the clock. */
  since: number;
  units: number;
}

const longestMs = 900;
/** How long a stream without pictures waits for them. */
const patienceMs = 2000;
/** The sender's clock has been set, or is another one. */
const jumpMs = 10_000;
/** Sound is placed by its number of samples, unless it is further than this from the sender's clock. */
const driftMs = 40;
const mostMs = 86_400_000 * 7;

/** Thrown by `add`: the encoder has changed to something that can't be in the same file. */
export class AnotherFormat extends Error {}

export async function openRecorder(path: string, { onKept, onError }: RecorderOptions): Promise<Recorder> {
  // each write is safe on the disk when it returns; fdatasync is refused to a process with limited permissions
  const file = await open(path, constants.O_RDWR | constants.O_CREAT | constants.O_DSYNC, 0o640);
  const kept = await readKept(file);
  const videoOf = {
    format: null as VideoFormat | null,
    sets: Buffer.alloc(0) as Buffer,
    keyFrameSeconds: null as number | null,
  };
  let audioFormat: (AudioFormat & { packetSamples: number }) | null = null;
  let size = { width: 0, height: 0 };
  const lines: Record<Track, Line> = {
    video: { pending: [], end: kept.ends[videoTrack]?.decoded ?? 0, since: 0, units: videoUnits },
    audio: { pending: [], end: kept.ends[audioTrack]?.decoded ?? 0, since: 0, units: 0 },
  };
  /** What the sender's clock said when it began, and where in the recording that is. */
  let zero: number | null = null;
  let baseMs = 0;
  /** Sound that came before it is known whether pictures come. */
  const early: (Packet & { kind: "sample"; time: number })[] = [];
  let lastTime = 0;
  let lastKeyMs: number | null = null;
  let hasSound = false;
  const writer = openWriter(file, kept);
  writer.onError = onError;
  const timer = setInterval(cutOld, 250);

  return {
    setSize({ width, height }) {
      size = { width, height };
      if (videoOf.format && kept.head.length === 0) Object.assign(videoOf.format, size);
    },
    add(track, time, packet) {
      if (packet.kind === "nothing") return;
      if (packet.kind === "config") return track === "video" ? setVideo(packet) : setAudio(packet);
      if (!(track === "video" ? videoOf.format : audioFormat)) return;
      if (zero === null && !begin(track, time, packet)) return;
      addSample(track, time, packet);
    },
    get waiting() {
      return (
        writer.waiting +
        [lines.video.pending, lines.audio.pending, early].reduce((sum, list) => sum + sumBytes(list), 0)
      );
    },
    async close() {
      clearInterval(timer);
      cut("video");
      cut("audio");
      await writer.close();
    },
  };

  function setVideo({ codec, config }: Packet & { kind: "config" }): void {
    const next: VideoFormat = { codec, config, ...size };
    const { format } = videoOf;
    if (format?.config.equals(config) && format.codec === codec) return;
    cut("video");
    if (kept.head.length > 0) {
      const before = format ?? readVideoFormat(kept.head, next);
      if (before?.codec !== codec || lengthBytes(before) !== lengthBytes(next)) throw new AnotherFormat();
      // another size or profile than in the head is said in front of each key frame
      videoOf.sets = listParameterSets(next);
    }
    videoOf.format = next;
  }

  function setAudio({ codec, config }: Packet & { kind: "config" }): void {
    if (codec === "Opus" && (config.length < 19 || config.toString("latin1", 0, 8) !== "OpusHead"))
      throw new Error("The audio's description is not one of Opus.");
    const facts = codec === "Opus" ? { rate: 48_000, channels: config[9]!, packetSamples: 0 } : readAacConfig(config);
    const next = { codec, config, ...facts };
    if (kept.head.length > 0 && !kept.head.includes(writeAudioEntry(next))) throw new AnotherFormat();
    audioFormat = next;
    lines.audio.units = facts.rate;
  }

  /** It begins with a key frame; where no pictures come, with the sound that has come until then. */
  function begin(track: Track, time: number, packet: Packet & { kind: "sample" }): boolean {
    if (track === "audio" && !videoOf.format) early.push({ ...packet, time });
    const first = early[0]?.time ?? time;
    const isAlone = early.length > 0 && !videoOf.format && time - first >= patienceMs;
    if (!isAlone && !(track === "video" && packet.isKey)) return false;
    // behind all that was to be shown, so that nothing is at the same time
    const sound = lines.audio.units ? msOf(lines.audio.end, lines.audio.units) : 0;
    baseMs = Math.max(msOf(Math.max(kept.ends[videoTrack]?.shown ?? 0, lines.video.end), videoUnits), sound);
    zero = isAlone ? first : time;
    lastTime = zero;
    for (const one of early.splice(0)) addSample("audio", one.time, one);
    return !isAlone;
  }

  function addSample(track: Track, time: number, packet: Packet & { kind: "sample" }): void {
    zero ??= time;
    // the counter has begun again, or the clock was set: it goes on where it was
    if (Math.abs(time - lastTime) > jumpMs) zero += time - lastTime;
    lastTime = time;
    const place = baseMs + time - zero;
    if (place < baseMs || place > mostMs) return;
    if (track === "video") addPicture(packet, place);
    else addSound(packet, place);
  }

  function addPicture({ data, isKey, delayMs }: Packet & { kind: "sample" }, placeMs: number): void {
    const line = lines.video;
    const last = line.pending.at(-1);
    if (isKey && line.pending.length > 0) cut("video", placeMs);
    if (isKey) {
      if (lastKeyMs !== null) videoOf.keyFrameSeconds = (placeMs - lastKeyMs) / 1000;
      lastKeyMs = placeMs;
    } else if (lastKeyMs === null) return;
    const start = Math.max(placeMs, line.end, last ? last.start + 1 : 0);
    const whole = isKey && videoOf.sets.length > 0 ? Buffer.concat([videoOf.sets, data]) : data;
    wait("video", { data: whole, start, delay: delayMs, isKey });
  }

  function addSound({ data }: Packet & { kind: "sample" }, placeMs: number): void {
    if (!audioFormat) return;
    const line = lines.audio;
    const duration = audioFormat.packetSamples || countOpusSamples(data);
    const last = line.pending.at(-1);
    const expected = last ? last.start + (last.duration ?? 0) : line.end;
    const said = Math.round((placeMs * line.units) / 1000);
    const drift = (driftMs * line.units) / 1000;
    if (said < expected - drift) return;
    const start = said > expected + drift || !hasSound ? Math.max(said, expected) : expected;
    hasSound = true;
    wait("audio", { data, start, delay: 0, isKey: true, duration });
  }

  function wait(track: Track, sample: Pending): void {
    const line = lines[track];
    const first = line.pending[0];
    if (first && sample.start - first.start >= (longestMs * line.units) / 1000) cut(track, sample.start);
    if (line.pending.length === 0) line.since = Date.now();
    line.pending.push(sample);
  }

  function cutOld(): void {
    for (const track of ["video", "audio"] as const) {
      const { pending, since } = lines[track];
      if (pending.length > 0 && Date.now() - since >= longestMs) cut(track);
    }
  }

  /** `next`: when the sample after them begins, if it is known. */
  function cut(track: Track, next?: number): void {
    const line = lines[track];
    const { pending } = line;
    if (pending.length === 0) return;
    line.pending = [];
    const usual = pending.length > 1 ? (pending.at(-1)!.start - pending[0]!.start) / (pending.length - 1) : 40;
    const samples = pending.map(({ start, duration, ...sample }, n): Sample => {
      const until = pending[n + 1]?.start ?? (duration === undefined ? next : undefined) ?? start + (duration ?? usual);
      // a hole in the sound is one between fragments or packets: both begin where they say
      return { ...sample, duration: Math.max(1, Math.round(until - start)) };
    });
    if (kept.head.length === 0) {
      kept.head = writeHead({ video: videoOf.format, audio: audioFormat });
      writer.write(kept.head, () => undefined);
    }
    const id = track === "video" ? videoTrack : audioTrack;
    kept.fragments += 1;
    const { start } = pending[0]!;
    const fragment = writeFragment({ sequence: kept.fragments, track: id, start }, samples);
    line.end = start + samples.reduce((sum, { duration }) => sum + duration, 0);
    const seconds = Math.max(lines.video.end / videoUnits, line.units ? lines.audio.end / (lines.audio.units || 1) : 0);
    writer.write(fragment, (bytes) => onKept({ ...describe(), seconds, bytes }));
  }

  function describe(): Omit<Arriving, "seconds" | "bytes"> {
    const { format, keyFrameSeconds } = videoOf;
    return { ...size, video: format?.codec ?? null, audio: audioFormat?.codec ?? null, keyFrameSeconds };
  }
}

/** What the head of a file says, as far as it must stay the same. */
function readVideoFormat(head: Buffer, next: VideoFormat): VideoFormat | null {
  const name = { avc1: "avcC", hvc1: "hvcC", av01: "av1C" }[next.codec as "avc1"];
  const at = head.indexOf(name);
  if (at < 4) return null;
  return { ...next, config: head.subarray(at + 4, at - 4 + head.readUInt32BE(at - 4)) };
}

function msOf(units: number, perSecond: number): number {
  return Math.ceil((units * 1000) / perSecond);
}

function sumBytes(samples: readonly Pick<Sample, "data">[]): number {
  return samples.reduce((sum, { data }) => sum + data.length, 0);
}

interface Writer {
  waiting: number;
  onError: (error: unknown) => void;
  /** Calls back once it is safe, with the size of the file. */
  write(piece: Buffer, then: (bytes: number) => void): void;
  close(): Promise<void>;
}

/** One piece after the other; after an error nothing more, because a hole in the file would end it there. */
function openWriter(file: FileHandle, { bytes }: Kept): Writer {
  let at = bytes;
  let hasFailed = false;
  let queue: Promise<unknown> = file.truncate(bytes);
  const writeWhole = async (piece: Buffer): Promise<void> => {
    for (let done = 0; done < piece.length;)
      done += (await file.write(piece, done, piece.length - done, at + done)).bytesWritten;
    at += piece.length;
  };
  const writer: Writer = {
    waiting: 0,
    onError: () => undefined,
    write(piece, then) {
      writer.waiting += piece.length;
      queue = queue
        .then(async () => {
          if (hasFailed) return;
          await writeWhole(piece);
          writer.waiting -= piece.length;
          then(at);
        })
        .catch((error: unknown) => {
          hasFailed = true;
          writer.onError(error);
        });
    },
    async close() {
      await queue;
      await file.close();
    },
  };
  return writer;
}
