// Finds out what a recording is, with ffprobe in its sandbox; unusable files are refused with the reason.
import { tidyName } from "#contract/text/plain-text.ts";
import { Refusal } from "#server/refusal.ts";
import { longestSeconds, probeArguments } from "./arguments.ts";
import { chooseStream } from "./choose-stream.ts";
import { describeForeign, findForeign } from "./codecs.ts";
import type {
  AudioFacts,
  CaptionFacts,
  ChapterFacts,
  ColorFacts,
  Facts,
  VideoFacts,
} from "#server/media/facts/facts.ts";
import { findChainSeconds } from "#server/media/fragments/chained-ogg.ts";
import { findJoinedSeconds } from "#server/media/facts/joined-flac.ts";
import { readEditLists, type EditLists } from "#server/media/fragments/edit-list.ts";
import { saysDiskFailed } from "#server/media/store/disk-full.ts";
import { captionKinds } from "#server/media/store/kinds.ts";
import { readEnd } from "#server/media/facts/file-end.ts";
import { requireRecording, type Container } from "#server/media/facts/magic.ts";
import { planTimeline } from "#server/media/facts/timeline.ts";
import { surveyPackets } from "./survey.ts";
import type { Work } from "./work.ts";
import { canRead, ProgramFailed, run, type Ended, type Task, type Tools } from "./run.ts";
import { words } from "#server/media/words.ts";

const chains: { [container in Container]?: (file: string) => Promise<number | undefined> } = {
  ogg: findChainSeconds,
  flac: findJoinedSeconds,
};

export async function probe(tools: Tools, file: string, signal?: AbortSignal): Promise<Facts> {
  const container = await requireRecording(file);
  const edits = container === "mp4" ? await readEditLists(file) : undefined;
  if (edits?.isForeign) throw refuse(words.editList);
  const chainSeconds = await chains[container]?.(file);
  const { isCutOff, isUnderstated } = await readEnd(file, container);
  const end = { ...(isCutOff && { isCutOff }), ...(isUnderstated && { isUnderstated }) };
  const task = {
    program: probeArguments(end),
    paths: { reads: [file] },
    weight: "light" as const,
    limitSeconds: 60,
    signal,
  };
  try {
    const { output } = await look(tools, task, file);
    return await requireLength(
      { tools, source: file, signal, limitSeconds: 600 },
      {
        ...addEdits(describe(JSON.parse(output.toString("utf8")) as Probed), edits),
        ...end,
        ...(chainSeconds !== undefined && { isChained: true, durationSeconds: chainSeconds }),
      },
    );
  } catch (error) {
    if (!(error instanceof ProgramFailed)) throw error;
    if (error.wasEnded)
      throw new Refusal("busy", words.triedAgain, {
        cause: error,
      });
    const foreign = findForeign(error.log);
    const sentence = foreign
      ? describeForeign(foreign, soundContainers.includes(container) ? "audio" : "track")
      : /whitelist/i.test(error.log)
        ? words.kindNotRead
        : words.damaged;
    throw new Refusal("bad-input", sentence, { cause: error });
  }
}

/** Less than this is not seen. */
const leastDelaySeconds = 0.005;

function addEdits(facts: Facts, edits: EditLists | undefined): Facts {
  const { video } = facts;
  const delaySeconds = edits?.delaysSeconds[video?.index ?? -1] ?? 0;
  const cuts = edits?.cuts[video?.index ?? -1];
  const known = {
    ...(delaySeconds > leastDelaySeconds && { delaySeconds }),
    ...(cuts && { cutSeconds: cuts.seconds, cutParts: cuts.parts }),
  };
  return { ...facts, video: video && { ...video, ...known } };
}

const soundContainers: readonly Container[] = ["wav", "mp3", "flac", "aac"];

/** ffprobe reports a cut-off file as a disk error, every time. A real disk error happens once, or to us as well. */
async function look(tools: Tools, task: Task, file: string): Promise<Ended> {
  const failsByDisk = (error: unknown) => error instanceof ProgramFailed && saysDiskFailed(error.log);
  try {
    return await run(tools, task);
  } catch (error) {
    if (!failsByDisk(error) || !(await canRead(file, task.signal))) throw error;
  }
  try {
    return await run(tools, task);
  } catch (error) {
    if (!failsByDisk(error)) throw error;
    throw new ProgramFailed("ffprobe could not read it, though it is all there", (error as ProgramFailed).log);
  }
}

interface Probed {
  format?: ProbedFormat;
  streams?: ProbedStream[];
  chapters?: { start_time?: string; tags?: Record<string, string> }[];
}

interface ProbedFormat {
  format_name?: string;
  start_time?: string;
  duration?: string;
  bit_rate?: string;
  tags?: Record<string, string>;
}

interface ProbedStream {
  index?: number;
  codec_type?: string;
  codec_name?: string;
  profile?: string;
  pix_fmt?: string;
  width?: number;
  height?: number;
  sample_aspect_ratio?: string;
  field_order?: string;
  avg_frame_rate?: string;
  r_frame_rate?: string;
  channels?: number;
  sample_rate?: string;
  duration?: string;
  disposition?: { attached_pic?: number; default?: number };
  color_transfer?: string;
  color_primaries?: string;
  color_space?: string;
  color_range?: string;
  side_data_list?: { rotation?: number; dv_profile?: number }[];
  tags?: Record<string, string>;
}

/** Allowed as a cover, but not as video. */
const stillCodecs = ["png", "gif", "bmp", "webp", "tiff"];
const mostPixels = 40_000_000;
const mostStreams = 32;

/** ffprobe's answer as facts, or why it cannot be kept. */
export function describe({ format = {}, streams = [], chapters = [] }: Probed): Facts {
  if (streams.length > mostStreams) throw refuse(words.tooManyTracks(streams.length, mostStreams));
  const moving = streams.filter((stream) => stream.codec_type === "video" && !stream.disposition?.attached_pic);
  const sounds = streams.filter((stream) => stream.codec_type === "audio" && (stream.channels ?? 0) > 0);
  const picture = chooseStream(moving);
  const sound = chooseStream(sounds);
  const video = picture ? describeVideo(picture) : null;
  const audio = sound ? describeAudio(sound) : null;
  if (!video && !audio) throw refuse(words.nothingReadable);
  const durationSeconds = findLength(format, streams);
  const tags = lowerCase({ ...streams[0]?.tags, ...format.tags });
  return {
    format: format.format_name ?? "unknown",
    durationSeconds,
    startSeconds: Number(format.start_time) || 0,
    bitsPerSecond: Number(format.bit_rate) || 0,
    video,
    audio,
    audioTracks: sounds.length,
    captions: video ? describeCaptions(streams) : [],
    cover: streams.find(({ disposition }) => disposition?.attached_pic)?.index ?? null,
    title: tags.title?.trim() || null,
    recordedAt: tags.creation_time ?? tags.date ?? null,
    ...describeTags(format, streams),
    ...describeChapters(chapters),
  };
}

const tagNames = new Set(
  "title artist album_artist author album track date date_recorded originaldate year creation_time com.apple.quicktime.creationdate comment comments description synopsis ldes purl url".split(
    " ",
  ),
);
const mostInTag = 10_000;

/** Of the whole file. In Ogg the sound has the tags; when a track was made is known of some files only by the track. */
function describeTags({ format_name: name = "", tags }: ProbedFormat, streams: readonly ProbedStream[]) {
  const own = streams.find(({ tags: of }) => of !== undefined)?.tags ?? {};
  const { creation_time: madeAt } = lowerCase(own);
  const all = lowerCase({ ...(name.includes("ogg") && own), ...(madeAt && { creation_time: madeAt }), ...tags });
  const kept = Object.entries(all).filter(([tag]) => tagNames.has(tag));
  return kept.length === 0
    ? {}
    : { tags: Object.fromEntries(kept.map(([tag, text]) => [tag, text.slice(0, mostInTag)])) };
}

const mostChapters = 500;

function describeChapters(chapters: NonNullable<Probed["chapters"]>): { chapters?: ChapterFacts[] } {
  const found = chapters.slice(0, mostChapters).map(({ start_time: start, tags = {} }) => ({
    startSeconds: Number(start) || 0,
    title: (lowerCase(tags)["title"] ?? "").slice(0, 500),
  }));
  return found.length === 0 ? {} : { chapters: found };
}

/** A clock that was reset makes a file look longer than a day: then its packets are read. */
async function requireLength(work: Work, facts: Facts): Promise<Facts> {
  if (facts.durationSeconds <= longestSeconds) return facts;
  const survey = await surveyPackets(work, facts);
  const { lengthSeconds } = planTimeline(survey, facts.format);
  if (lengthSeconds <= longestSeconds) return { ...facts, durationSeconds: lengthSeconds };
  const isFilled = [survey.video, survey.audio].some((packets) => sumSteps(packets?.pts ?? []) > longestSeconds);
  throw refuse(isFilled ? words.tooLong(longestSeconds / 3600) : words.damaged);
}

/** How long it goes on without a jump: times that are damaged may lie days apart. */
function sumSteps(times: readonly number[]): number {
  return times.reduce(
    (sum, at, n) => sum + Math.min(longestStepSeconds, Math.max(0, at - (times[n - 1] ?? at) || 0)),
    0,
  );
}
const longestStepSeconds = 10;

/** Captions may last longer than video and audio: then the length of the whole file is too long. */
function findLength({ format_name: name = "", ...format }: ProbedFormat, streams: readonly ProbedStream[]): number {
  // Matroska says when it ends, wherever its clock begins
  const start = name.includes("matroska") ? Math.max(0, Number(format.start_time) || 0) : 0;
  const hasWords = streams.some((stream) => stream.codec_type === "subtitle");
  const played = streams.filter((stream) => !hasWords || ["video", "audio"].includes(stream.codec_type ?? ""));
  const lengths = played.map(
    (stream) => Number(stream.duration) || readClock(lowerCase(stream.tags ?? {})["duration"]) - start,
  );
  const longest = Math.max(0, ...lengths);
  return hasWords && longest > 0 ? longest : Math.max(longest, Number(format.duration) - start || 0);
}

/** As Matroska says it: 00:03:59.040000000. */
function readClock(text = ""): number {
  const [hours = 0, minutes = 0, seconds = 0] = text.split(":").map(Number);
  return hours * 3600 + minutes * 60 + seconds || 0;
}

function describeVideo(stream: ProbedStream): VideoFacts {
  const { width = 0, height = 0, codec_name: codec } = stream;
  if (!codec) throw refuse(describeForeign(undefined, "video"));
  if (stillCodecs.includes(codec)) throw refuse(describeForeign(codec));
  if (width * height > mostPixels) throw refuse(words.tooLarge(width, height));
  // its size was never found: none of its pictures can be read
  if (width === 0 || height === 0) throw refuse(words.damaged);
  if (width < 16 || height < 16) throw refuse(words.tooSmall(width, height));
  const turned =
    stream.side_data_list?.find((data) => data.rotation !== undefined)?.rotation ?? Number(stream.tags?.rotate ?? 0);
  const rotation = (((Math.round(-turned / 90) * 90) % 360) + 360) % 360;
  const [across = 1, down = 1] = (stream.sample_aspect_ratio ?? "1:1").split(":").map((part) => Number(part) || 1);
  const shown = [Math.round((width * across) / down), height] as const;
  const [shownWidth, shownHeight] = rotation % 180 === 0 ? shown : [shown[1], shown[0]];
  return {
    ...indexOf(stream),
    codec,
    pixelFormat: stream.pix_fmt ?? "unknown",
    width: shownWidth,
    height: shownHeight,
    rotation,
    framesPerSecond: readRate(stream.avg_frame_rate) || readRate(stream.r_frame_rate) || 25,
    isInterlaced: !["progressive", "unknown", undefined].includes(stream.field_order),
    colors: describeColors(stream),
  };
}

function describeColors(stream: ProbedStream): ColorFacts {
  const isDolbyOnly = stream.side_data_list?.some((data) => data.dv_profile === 5);
  return {
    transfer: stream.color_transfer ?? null,
    primaries: stream.color_primaries ?? null,
    matrix: stream.color_space ?? null,
    range: stream.color_range ?? null,
    ...(isDolbyOnly && { isDolbyOnly }),
  };
}

function describeAudio(stream: ProbedStream): AudioFacts {
  const { codec_name: codec, profile, channels = 0, sample_rate } = stream;
  if (!codec) throw refuse(describeForeign(undefined, "audio"));
  return { ...indexOf(stream), codec, profile: profile ?? null, channels, sampleRate: Number(sample_rate) || 0 };
}

function indexOf({ index }: ProbedStream): { index?: number } {
  return index === undefined ? {} : { index };
}

/** By the names of their kinds; some of ffmpeg's decoders (arguments.ts) have other names. */
const captionCodecs = ["mov_text", "subrip", "ass", "ssa", "webvtt", "text"];

/** Only what is text: pictures of words cannot be read along. */
function describeCaptions(streams: readonly ProbedStream[]): CaptionFacts[] {
  return streams
    .filter(({ codec_type: type, codec_name: codec = "" }) => type === "subtitle" && captionCodecs.includes(codec))
    .slice(0, captionKinds.length)
    .map(({ index = 0, tags = {} }) => {
      const { language, title } = lowerCase(tags);
      return { index, language: readLanguage(language), title: readTitle(title) };
    });
}

/** Containers say `eng` where a browser says `en`. */
function readLanguage(text = "und"): string | null {
  try {
    const { baseName } = new Intl.Locale(text.trim());
    return baseName === "und" || baseName.length > 35 ? null : baseName;
  } catch {
    return null;
  }
}

function readTitle(text = ""): string | null {
  return Array.from(tidyName(text)).slice(0, 60).join("") || null;
}

function readRate(text = "0/1"): number {
  const [over = 0, under = 1] = text.split("/").map(Number);
  return under > 0 && over > 0 ? Math.round((over / under) * 1000) / 1000 : 0;
}

function lowerCase(tags: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(tags).map(([name, value]) => [name.toLowerCase(), value]));
}

function refuse(sentence: string): Refusal {
  return new Refusal("bad-input", sentence);
}
