// Common parts of the argument lists for ffmpeg and ffprobe, and the lists that only read. All are pure functions: inputs are
// /in/0, outputs are names in the working directory, and they never contain text that a person has typed.
import { availableParallelism } from "node:os";
import { codecs } from "./codecs.ts";

export type Program = ["ffmpeg" | "ffprobe", ...string[]];

/** Names of demuxers, exactly: whatever else a file claims to be is refused. */
export const formats = "mov,matroska,avi,mpegts,flac,wav,mp3,ogg,aac,flv";
export const longestSeconds = 24 * 3600;
export const pixels = 40_000_000;

/** By the names of their decoders. */
export const captionCodecs = "mov_text,subrip,srt,ass,ssa,webvtt,text";
export const coverCodecs = "mjpeg,png,gif,bmp,webp,tiff";
/** What may lie beside pictures and sound. ffprobe opens every track, and gives up at the first that it may not open. */
export const besides = `${captionCodecs},libzvbi_teletextdec,dvdsub,pgssub,dvbsub,cc_dec,${coverCodecs}`;

/** Each holds pictures of its own: with one for each of 16 cores, a 4K recording would need 2.7 GB. */
export const fewThreads = ["-threads", String(Math.min(4, availableParallelism()))];

/** A part of a file, in bytes. */
export const partOf = (place: string, { from, to }: { from: number; to: number }) =>
  `subfile,,start,${from},end,${to},,:${place}`;
const protocolsOf = (place: string) =>
  place === "pipe:0" ? "pipe" : place.startsWith("subfile,") ? "file,subfile" : "file";

export const input = (place: string, format?: string, decoders = codecs) => [
  ...["-protocol_whitelist", protocolsOf(place)],
  ...["-format_whitelist", format ?? formats, "-codec_whitelist", decoders],
  ...["-max_pixels", String(pixels), "-max_streams", "32", "-probesize", "50M", "-analyzeduration", "10M"],
  ...(format === undefined ? [] : ["-f", format]),
  ...[...fewThreads, "-i", place],
];
/** Before the input: its sound is read to the end of the file, whatever size is written before it. Only WAV knows this. */
export const toEnd = ({ isUnderstated = false }: { isUnderstated?: boolean }) =>
  isUnderstated ? ["-ignore_length", "1"] : [];
export const begin = (level = "error"): Program => [
  "ffmpeg",
  "-y",
  "-nostdin",
  "-hide_banner",
  "-v",
  level,
  "-nostats",
];
export const progress = ["-progress", "pipe:3", "-stats_period", "0.5"];
export const onlyTracks = ["-sn", "-dn", "-map_metadata", "-1", "-map_chapters", "-1"];
export const bare = [...onlyTracks, "-t", String(longestSeconds)];

/**
 * Times as the file has them. Otherwise ffmpeg mends jumps by itself, in one track at a time, and counts from the first
 * track that is read, not from the first there is: sound and pictures would drift apart.
 */
export const clock = (origin: number | undefined) =>
  origin === undefined ? ["-copyts", "-start_at_zero"] : ["-copyts"];
/** A filter before all others: what follows counts from where the recording begins. */
export const fromOrigin = (filter: "setpts" | "asetpts", origin = 0) =>
  origin === 0 ? "" : `${filter}=PTS-(${origin})/TB,`;

// A positive offset and frag_discont put the true start of each track into its fragments: browsers ignore edit lists.
export const times = (from = 0) => ["-avoid_negative_ts", "disabled", "-output_ts_offset", (1 - from).toFixed(6)];
export const cmaf = "+cmaf+empty_moov+default_base_moof+delay_moov+frag_discont+skip_trailer+skip_sidx";
/** `from` is the time that becomes the beginning of the file; filters have set it to zero already. */
export const videoFile = (name: string, from = 0) => [
  ...onlyTracks,
  ...["-t", String(longestSeconds + Math.max(0, from))],
  ...times(from),
  ...["-video_track_timescale", "90000", "-movflags", `+frag_keyframe${cmaf}`, "-f", "mp4", name],
];
export const audioFile = (name: string, from = 0) => [
  ...onlyTracks,
  ...["-t", String(longestSeconds + Math.max(0, from))],
  ...times(from),
  "-movflags",
  cmaf,
  "-frag_duration",
  "4000000",
  "-f",
  "mp4",
  name,
];

export interface Origin {
  /** Where the recording begins, by its own clock; undefined: where ffmpeg says it does. */
  originSeconds?: number | undefined;
  /** Its sound is cut in the middle, which ffmpeg does by whole packets only. */
  hasCuts?: boolean | undefined;
}
export function probeArguments(end: { isUnderstated?: boolean } = {}): Program {
  const limits = input("/in/0", undefined, `${codecs},${besides}`);
  return [
    "ffprobe",
    "-hide_banner",
    "-v",
    "error",
    ...toEnd(end),
    ...limits,
    "-show_format",
    "-show_streams",
    "-show_chapters",
    "-print_format",
    "json",
  ];
}

/** Every packet's times, then the tracks, then the whole, a line each. With `only`, of one kind of track alone. */
export function surveyArguments(end: { isUnderstated?: boolean } = {}, only?: "v" | "a"): Program {
  const entries =
    "packet=stream_index,pts_time,dts_time,duration_time,flags:stream=index,codec_type:stream_disposition=attached_pic:format=start_time";
  const limits = input("/in/0", undefined, `${codecs},${besides}`);
  const select = only ? ["-select_streams", only] : [];
  return [
    "ffprobe",
    ...["-hide_banner", "-v", "error", ...toEnd(end), ...limits, ...select],
    ...["-show_entries", entries, "-of", "compact=nk=1"],
  ];
}

export const captionFile = "captions.vtt";

/** A text track as a file of words; `offset` is when the first picture is shown, which is where a player begins. */
export function captionArguments(track: number, offset: number): Program {
  return [
    ...begin(),
    ...progress,
    ...input("/in/0", undefined, captionCodecs),
    ...["-map", `0:${track}`, "-c:s", "webvtt", "-map_metadata", "-1", "-map_chapters", "-1"],
    ...["-t", String(longestSeconds), "-avoid_negative_ts", "disabled", "-output_ts_offset", String(-offset)],
    // a whole evening of words is a tenth of this
    ...["-fs", "1M", "-f", "webvtt", captionFile],
  ];
}

/** Decodes key frames and sound of several files at once; writes a line for each that was decoded, with the file's number. */
export function sampleArguments(kinds: readonly ("video" | "audio")[]): Program {
  const inputs = kinds.flatMap((kind, place) => [
    ...(kind === "video" ? ["-skip_frame", "nokey"] : []),
    ...input(`/in/${place}`),
  ]);
  const maps = kinds.flatMap((_, place) => ["-map", `${place}:0`]);
  return [...begin("warning"), ...inputs, ...maps, "-fps_mode", "passthrough", "-f", "framecrc", "-"];
}

/** Decodes everything, keeps nothing: what is wrong is on the error channel. */
export function decodeArguments(): Program {
  // in fine steps: rounded to the frame rate, two pictures could fall on one time, and that is no fault of theirs
  const steps = ["-fps_mode", "vfr", "-enc_time_base:v", "1:90000"];
  const nothing = ["-t", String(longestSeconds + 1), "-f", "null", "-"];
  return [...begin("warning"), ...progress, ...input("/in/0"), "-map", "0", ...steps, ...nothing];
}
