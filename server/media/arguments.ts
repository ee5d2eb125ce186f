// Argument lists for ffmpeg and ffprobe, as pure functions. Inputs are /in/0, /in/1; outputs are names in the working
// directory. Nothing a person wrote is ever in them.
import { audioMap, videoMap } from "./choose-stream.ts";
import { codecs } from "./codecs.ts";
import { scaleAndConvert } from "./colors.ts";
import type { AudioFacts, Facts, Shift, Timeline, VideoFacts } from "./facts.ts";
import type { Rung } from "./kinds.ts";

type Program = ["ffmpeg" | "ffprobe", ...string[]];

/** Names of demuxers, exactly: whatever else a file claims to be is refused. */
const formats = "mov,matroska,avi,mpegts,flac,wav,mp3,ogg,aac,flv";
export const longestSeconds = 24 * 3600;
const pixels = 40_000_000;

/** By the names of their decoders. */
const captionCodecs = "mov_text,subrip,srt,ass,ssa,webvtt,text";
const coverCodecs = "mjpeg,png,gif,bmp,webp,tiff";
/** What may lie beside pictures and sound. ffprobe opens every track, and gives up at the first that it may not open. */
const besides = `${captionCodecs},libzvbi_teletextdec,dvdsub,pgssub,dvbsub,cc_dec,${coverCodecs}`;

const input = (place: string, format?: string, decoders = codecs) => [
  ...["-protocol_whitelist", place === "pipe:0" ? "pipe" : "file"],
  ...["-format_whitelist", format ?? formats, "-codec_whitelist", decoders],
  ...["-max_pixels", String(pixels), "-max_streams", "32", "-probesize", "50M", "-analyzeduration", "10M"],
  ...(format === undefined ? [] : ["-f", format]),
  ...["-i", place],
];
const begin = (level = "error"): Program => ["ffmpeg", "-y", "-nostdin", "-hide_banner", "-v", level, "-nostats"];
const progress = ["-progress", "pipe:3", "-stats_period", "0.5"];
const onlyTracks = ["-sn", "-dn", "-map_metadata", "-1", "-map_chapters", "-1"];
const bare = [...onlyTracks, "-t", String(longestSeconds)];

/**
 * Times as the file has them. Otherwise ffmpeg mends jumps by itself, in one track at a time, and counts from the first
 * track that is read, not from the first there is: sound and pictures would drift apart.
 */
const clock = (origin: number | undefined) => (origin === undefined ? ["-copyts", "-start_at_zero"] : ["-copyts"]);
/** A filter before all others: what follows counts from where the recording begins. */
const fromOrigin = (filter: "setpts" | "asetpts", origin = 0) => (origin === 0 ? "" : `${filter}=PTS-(${origin})/TB,`);

// A positive offset and frag_discont put the true start of each track into its fragments: browsers ignore edit lists.
const times = (from = 0) => ["-avoid_negative_ts", "disabled", "-output_ts_offset", (1 - from).toFixed(6)];
const cmaf = "+cmaf+empty_moov+default_base_moof+delay_moov+frag_discont+skip_trailer+skip_sidx";
/** `from` is the time that becomes the beginning of the file; filters have set it to zero already. */
const videoFile = (name: string, from = 0) => [
  ...onlyTracks,
  ...["-t", String(longestSeconds + Math.max(0, from))],
  ...times(from),
  ...["-video_track_timescale", "90000", "-movflags", `+frag_keyframe${cmaf}`, "-f", "mp4", name],
];
const audioFile = (name: string, from = 0) => [
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

export function probeArguments(): Program {
  const limits = input("/in/0", undefined, `${codecs},${besides}`);
  return [
    "ffprobe",
    "-hide_banner",
    "-v",
    "error",
    ...limits,
    "-show_format",
    "-show_streams",
    "-print_format",
    "json",
  ];
}

/** Every packet's times, then the tracks, then the whole, a line each. */
export function surveyArguments(): Program {
  const entries =
    "packet=stream_index,pts_time,dts_time,duration_time,flags:stream=index,codec_type:stream_disposition=attached_pic:format=start_time";
  const limits = input("/in/0", undefined, `${codecs},${besides}`);
  return ["ffprobe", "-hide_banner", "-v", "error", ...limits, "-show_entries", entries, "-of", "compact=nk=1"];
}

/** Where the recording begins in a straightened file: its format has no times before zero. */
export const straightOrigin = 10;

/** The same packets with their times moved: Matroska, because it counts in milliseconds whatever is in it. */
export function straightenArguments(
  facts: Pick<Facts, "video" | "audio">,
  { shifts, originSeconds }: Timeline,
): Program {
  const move = (list: readonly Shift[]) => {
    const ms = (seconds: number) => Math.round(seconds * 1000);
    const by = [
      ms(straightOrigin - originSeconds),
      ...list.map((one) => `gte(N\\,${one.fromPacket})*${ms(one.seconds)}`),
    ];
    return `setts=pts=PTS+${by.join("+")}:dts=DTS+${by.join("+")}`;
  };
  return [
    ...begin(),
    ...progress,
    ...["-copyts", ...input("/in/0")],
    // packets are counted, so that none may be left out
    ...(facts.video ? ["-map", videoMap(facts.video), "-c:v", "copy", "-copyinkf", "-bsf:v", move(shifts.video)] : []),
    ...(facts.audio ? ["-map", audioMap(facts.audio), "-c:a", "copy", "-copyinkf", "-bsf:a", move(shifts.audio)] : []),
    ...["-sn", "-dn", "-map_metadata", "-1", "-map_chapters", "-1", "-avoid_negative_ts", "disabled"],
    ...["-f", "matroska", straightFile],
  ];
}

export const straightFile = "straight.mkv";

export interface CopyPlan {
  video: boolean;
  /** As in VideoFacts. */
  videoIndex?: number | undefined;
  audio: { how: "copy" | "encode"; facts: AudioFacts } | null;
}

/** Where the recording begins, by its own clock; undefined: where ffmpeg says it does. */
interface Origin {
  originSeconds?: number | undefined;
}

/**
 * The first picture is shown from the beginning, where the sound begins up to a second before it; each picture until the
 * next one, which ffmpeg forgets at the end of a fragment; and the last one until the sound ends. In units of 1/90000 s.
 */
function evenPictures({ originSeconds = 0, lengthSeconds = 0 }: CopySource): string {
  const [begin, end] = [originSeconds, originSeconds + lengthSeconds].map((seconds) => Math.round(seconds * 90_000));
  const isLate = `eq(N\\,0)*gt(PTS\\,${begin})*lt(PTS\\,${begin}+90000)`;
  const last = `if(lt(${end}-PTS\\,90000+DURATION)\\,max(DURATION\\,${end}-PTS)\\,DURATION)`;
  return (
    `setts=pts=if(${isLate}\\,${begin}\\,PTS):dts=if(${isLate}\\,DTS-PTS+(${begin})\\,DTS)` +
    `:duration=if(gt(NEXT_DTS\\,DTS)\\,NEXT_DTS-DTS\\,${last})`
  );
}

interface CopySource extends Origin {
  from?: "/in/0" | "pipe:0";
  /** How long it is known to be; zero: it is not known yet. */
  lengthSeconds?: number | undefined;
}

/** Both tracks into fragments, without decoding the pictures. */
export function copyArguments({ video, videoIndex: index, audio }: CopyPlan, source: CopySource = {}): Program {
  const { from = "/in/0", originSeconds, lengthSeconds = 0 } = source;
  const pictures = () => [
    ...["-map", videoMap({ index }), "-c:v", "copy", "-bsf:v", evenPictures(source)],
    ...videoFile("video.mp4", originSeconds),
  ];
  const sound = ({ how, facts }: NonNullable<CopyPlan["audio"]>) => [
    ...["-map", audioMap(facts)],
    ...(how === "copy"
      ? [...copySound, ...audioFile("audio.mp4", originSeconds)]
      : [...encodeSound(facts, { gainDb: 0, lengthSeconds, originSeconds }), ...audioFile("audio.mp4")]),
  ];
  return [
    ...begin("warning"),
    ...[...progress, ...clock(originSeconds), ...input(from)],
    ...(video ? pictures() : []),
    ...(audio ? sound(audio) : []),
  ];
}

const copySound = ["-c:a", "copy", "-bsf:a", "aac_adtstoasc"];

// Silence where the sound begins late or has a gap, so that it stays beside the picture; at most two channels. A gap under
// 18 ms is left alone: containers round times to the millisecond, and what was lost is at least one packet of 21 ms.
// Always in floating point: whole numbers are mixed down to two channels at another level.
const evenSound = ({ channels }: Pick<AudioFacts, "channels">, { originSeconds }: Origin) =>
  fromOrigin("asetpts", originSeconds) +
  `aresample=async=1:min_hard_comp=0.018:first_pts=0,` +
  `aformat=sample_fmts=fltp:sample_rates=48000:channel_layouts=${channels === 1 ? "mono" : "stereo"}`;
function encodeSound(audio: AudioFacts, { gainDb, lengthSeconds = 0, ...origin }: SoundPlan): string[] {
  const gain = gainDb === 0 ? "" : `,volume=${gainDb.toFixed(2)}dB`;
  // silence to the end of the pictures: a player that finds no sound may wait for it
  const silence = lengthSeconds > 0 ? `,apad=whole_dur=${lengthSeconds.toFixed(3)}` : "";
  return [
    "-af",
    `${evenSound(audio, origin)}${gain}${silence}`,
    "-c:a",
    "aac",
    "-b:a",
    audio.channels === 1 ? "112k" : "192k",
  ];
}

interface SoundPlan extends Origin {
  gainDb: number;
  /** Of the pictures; zero without any. */
  lengthSeconds?: number;
}

/** One loudness for all recordings: a plain gain, the dynamics untouched. */
export function soundArguments(audio: AudioFacts, plan: SoundPlan): Program {
  return [
    ...begin(),
    ...progress,
    ...clock(plan.originSeconds),
    ...input("/in/0"),
    "-map",
    audioMap(audio),
    ...encodeSound(audio, plan),
    ...audioFile("audio.mp4"),
  ];
}

/** The same packets once more as one plain file, its index first; the encoder's lead-in lies before its zero. */
export function plainSoundArguments(): Program {
  const back = ["-avoid_negative_ts", "disabled", "-output_ts_offset", "-1"];
  const file = ["-movflags", "+faststart", "-f", "ipod", "audio.m4a"];
  return [...begin(), "-copyts", ...input("/in/0"), "-map", "0:a:0", "-c:a", "copy", ...bare, ...back, ...file];
}

/** Loudness and sample peak in the log, and the samples themselves, mono, on the output: one pass for all. */
export function measureArguments(audio: AudioFacts, origin: Origin = {}): Program {
  const graph = `[${audioMap(audio)}]${evenSound(audio, origin)},asplit=2[l][n];[l]ebur128=framelog=verbose:peak=sample[lo]`;
  return [
    ...begin("info"),
    ...progress,
    ...["-vn", ...clock(origin.originSeconds), ...input("/in/0"), "-filter_complex", graph],
    ...["-map", "[lo]", "-t", String(longestSeconds), "-f", "null", "-"],
    ...["-map", "[n]", "-t", String(longestSeconds), "-ac", "1", "-ar", "48000", "-f", "s16le", "pipe:1"],
  ];
}

export const peakSampleRate = 48_000;

/** The peak of what we encoded, in the log. The true one is that between samples, too; it costs five times as much. */
export function peakArguments(which: "sample" | "true"): Program {
  const look = ["-map", "0:a:0", "-af", `ebur128=framelog=verbose:peak=${which}`, "-f", "null", "-"];
  return [...begin("info"), ...input("/in/0"), ...look];
}

export interface Encoding {
  rung: Rung;
  width: number;
  height: number;
}

const quality: Record<Exclude<Rung, "source">, { rate: number; preset: string }> = {
  "1080": { rate: 6000, preset: "veryfast" },
  "720": { rate: 3000, preset: "veryfast" },
  "480": { rate: 1200, preset: "superfast" },
};

export interface EncodePlan {
  encodings: readonly Encoding[];
  /** For pictures with holes: the last one stands in each, and at the end. Undefined: each at its own time. */
  fill?: { framesPerSecond: number; lengthSeconds: number } | undefined;
}

/** A recording's own size may be any: its limit is in proportion to that of 720. */
function qualityOf({ rung, width, height }: Encoding): { rate: number; preset: string } {
  if (rung !== "source") return quality[rung];
  return { rate: Math.max(400, Math.round((quality["720"].rate * width * height) / (1280 * 720))), preset: "veryfast" };
}

/** One decoding for all of them; key frames every two seconds, whatever the frame rate does. */
export function encodeArguments(
  video: VideoFacts,
  { encodings, fill }: EncodePlan,
  { originSeconds }: Origin = {},
): Program {
  const steady = video.isInterlaced ? "yadif," : "";
  const timed = fill
    ? `,fps=fps=${fill.framesPerSecond}:start_time=0:round=near,tpad=stop=-1:stop_mode=clone,trim=end=${fill.lengthSeconds.toFixed(3)}`
    : ",setpts='if(eq(N\\,0)*gt(PTS\\,0)*lt(T\\,1)\\,0\\,PTS)'";
  // from size to size, the largest first: less to read than the recording itself each time
  const graph = encodings
    .map(({ width, height }, index) => {
      const from =
        index === 0
          ? `[${videoMap(video)}]${fromOrigin("setpts", originSeconds)}${steady}${scaleAndConvert(video, { width, height })}`
          : `[r${index}]scale=${width}:${height},setsar=1,format=yuv420p`;
      const next = index + 1 < encodings.length ? `,split=2[o${index}][r${index + 1}]` : `[o${index}]`;
      return `${from}${index === 0 ? timed : ""}${next}`;
    })
    .join(";");
  return [
    ...begin(),
    ...progress,
    // a recording whose pictures change their size goes on in the same graph
    ...["-reinit_filter", "0", ...clock(originSeconds), ...input("/in/0")],
    ...["-filter_complex", graph],
    ...encodings.flatMap(encodeOne),
  ];
}

function encodeOne(encoding: Encoding, index: number): string[] {
  const { rate, preset } = qualityOf(encoding);
  return [
    ...["-map", `[o${index}]`, "-c:v", "libx264", "-profile:v", "high", "-preset", preset, "-crf", "23"],
    ...["-maxrate", `${rate}k`, "-bufsize", `${rate * 2}k`],
    ...["-force_key_frames", "expr:gte(t,n_forced*2)", "-sc_threshold", "0", "-fps_mode", "vfr"],
    // by default times are rounded to the frame rate, which moves pictures against the sound
    ...["-enc_time_base", "1:90000"],
    ...videoFile(`video-${encoding.rung}.mp4`),
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

/** Decodes everything, keeps nothing: what is wrong is on the error channel. */
export function decodeArguments(): Program {
  // in fine steps: rounded to the frame rate, two pictures could fall on one time, and that is no fault of theirs
  const steps = ["-fps_mode", "vfr", "-enc_time_base:v", "1:90000"];
  const nothing = ["-t", String(longestSeconds + 1), "-f", "null", "-"];
  return [...begin("warning"), ...progress, ...input("/in/0"), "-map", "0", ...steps, ...nothing];
}

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

/** The cover in the middle of itself, large and blurred: a card is wide, and a cover is not. And tiny, for its colour. */
export function coverArguments(track: number, { width, height }: { width: number; height: number }): Program {
  // cut first: what is long and thin would become huge
  const fill = `crop=min(iw\\,ih*${width}/${height}):min(ih\\,iw*${height}/${width}),scale=${width}:${height}`;
  const graph =
    `[0:${track}]split=3[a][b][c];[a]${fill},gblur=sigma=36[back];` +
    `[b]scale=${width}:${height}:force_original_aspect_ratio=decrease[front];[back][front]overlay=(W-w)/2:(H-h)/2,setsar=1[thumbnail];` +
    `[c]scale=${sampleSize.width}:${sampleSize.height}:flags=area,format=rgb24[tiny]`;
  return [
    ...begin(),
    ...[...input("/in/0", undefined, coverCodecs), "-filter_complex", graph],
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

/** A piece of the demo: our own sound, and pictures computed by a graph of ours that ends in [v]. */
export function composeArguments({
  seconds,
  look,
  isLooped,
}: {
  seconds: number;
  look: string | null;
  isLooped: boolean;
}): Program {
  const sound = [
    "-protocol_whitelist",
    "file",
    ...(isLooped ? ["-stream_loop", "-1"] : []),
    "-f",
    "wav",
    "-i",
    "/in/0",
  ];
  const size = isLooped ? ["-ac", "1", "-b:a", "80k"] : ["-b:a", "160k"];
  const end = ["-t", String(seconds), "-c:a", "aac", "-aac_coder", "fast", ...size, "-movflags", "+faststart"];
  if (look === null) return [...begin(), ...sound, "-map", "0:a", ...end, "-f", "ipod", "piece.m4a"];
  const picture = [
    "-c:v",
    "libx264",
    "-preset",
    "superfast",
    "-crf",
    isLooped ? "32" : "25",
    "-force_key_frames",
    "expr:gte(t,n_forced*2)",
    "-sc_threshold",
    "0",
  ];
  return [
    ...begin(),
    ...sound,
    "-filter_complex",
    look,
    "-map",
    "[v]",
    "-map",
    "0:a",
    ...picture,
    ...end,
    "-f",
    "mp4",
    "piece.mp4",
  ];
}

function turn(rotation: number): string {
  return { 90: "transpose=clock,", 180: "hflip,vflip,", 270: "transpose=cclock," }[rotation] ?? "";
}
