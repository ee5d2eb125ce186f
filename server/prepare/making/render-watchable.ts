// The ways to make a recording playable, the cheapest first: copied as it is, copied with corrected times, encoded.
// Each result is judged as a player would see it; if it is not right, the next way is tried.
import { packageFile, type Packaged } from "#server/media/fragments/cmaf.ts";
import { firstEncoding, longestGroupSeconds, needsFilling, planCopy } from "#server/media/facts/decide.ts";
import type { CopyPlan } from "#server/media/ffmpeg/copy-arguments.ts";
import { longestSeconds } from "#server/media/ffmpeg/arguments.ts";
import { words as mediaWords } from "#server/media/words.ts";
import type { Facts, Timeline } from "#server/media/facts/facts.ts";
import { fileOriginSeconds, isOnlyLength, judgeTogether, type Verdict } from "#server/media/fragments/judge.ts";
import { copyTracks, encodePictures } from "#server/media/ffmpeg/render.ts";
import { saysDamaged, saysUnreadable } from "#server/media/ffmpeg/run.ts";
import { isReadApart, surveyPackets } from "#server/media/ffmpeg/survey.ts";
import { findApart, planTimeline } from "#server/media/facts/timeline.ts";
import type { Work } from "#server/media/ffmpeg/work.ts";
import { Refusal } from "#server/refusal.ts";
import { takeEarlyCopy } from "#server/prepare/copy-early.ts";
import { judgeMade, type MadeRendition, type Preparing } from "#server/prepare/preparing.ts";
import { openSource, type Source } from "./source.ts";
import { words } from "#server/prepare/words.ts";

interface Watchable {
  made: MadeRendition[];
  facts: Facts;
  /** What editors should know about it. */
  problem: string | null;
}

export async function renderFirst(given: Preparing, folder: string): Promise<Watchable> {
  // the timeline of an earlier attempt may be wrong, so it is measured again
  const { timeline: _earlier, ...facts } = given.recording.facts;
  const preparing = { ...given, recording: { ...given.recording, facts } };
  const plan = planCopy(facts);
  const copied = await findEarlyCopy(preparing, folder);
  const problem = facts.isCutOff ? words.endsInside : null;
  if (copied) return { made: copied, facts, problem };
  // encoding audio costs more than a survey, and a clock that jumps would fill hours with silence
  if ((plan.video || !facts.video) && plan.audio?.how !== "encode") {
    using original = await openSource(preparing, { folder });
    const problems: string[] = [];
    const made = await copy(preparing, original, { folder, problems });
    const faults = judgeAll(made, facts, facts.durationSeconds);
    const isRight = faults.length === 0 && (!plan.audio || hasRightSound(made));
    if (isRight) return { made, facts, problem: problem ?? problems[0] ?? null };
    preparing.parts.log.info({ video: preparing.recording.videoId, faults }, "a plain copy would not play correctly");
  }
  return renderSurveyed(preparing, folder);
}

/** Knowing when each packet of it is shown. */
async function renderSurveyed(preparing: Preparing, folder: string): Promise<Watchable> {
  const { timeline, apartSeconds } = await survey(preparing, folder);
  const { lostPictures: lost = 0 } = timeline;
  if (timeline.lengthSeconds > longestSeconds)
    throw new Refusal("bad-input", mediaWords.tooLong(longestSeconds / 3600), { cause: timeline });
  if (apartSeconds > mostApartSeconds)
    throw new Refusal("bad-input", words.wrongTimes, {
      cause: [`sound and pictures ${apartSeconds.toFixed(3)} s apart`],
    });
  const facts = { ...preparing.recording.facts, timeline };
  using source = await openSource(preparing, { folder, facts });
  const problems: string[] = [];
  const copied = await copy(preparing, source, { folder, problems });
  const problem = judgeLength(facts) ?? (lost > mostLost ? words.partlyRead : null) ?? problems[0] ?? null;
  const faults = judgeAll(copied, facts, timeline.lengthSeconds);
  if (faults.length === 0) return { made: copied, facts, problem };

  const sound = copied.filter((one) => !isPicture(one));
  if (!facts.video) return finish(sound, { facts, problem });
  for (const isFilled of needsFilling(timeline) ? [true] : [false, true]) {
    const encoded = await encode(source, { folder, isFilled, share: [sound.length > 0 ? 0.1 : 0, 1] });
    const made = [encoded, ...sound];
    const left = judgeAll(made, facts, timeline.lengthSeconds);
    if (left.length === 0) return { made, facts: fillHoles(facts, isFilled), problem };
    preparing.parts.log.warn(
      { video: preparing.recording.videoId, faults: left, isFilled },
      "an encoding would not play correctly",
    );
    if (isFilled) return finish(made, { facts: fillHoles(facts, isFilled), problem });
  }
  throw new Error("the last way always returns");
}

const mostLost = 10;

/** Each track that is corrected alone ends at a whole packet. */
const mostApartSeconds = 0.1;

/** Further sizes have to be made in the same way. */
function fillHoles(facts: Facts & { timeline: Timeline }, isFilled: boolean): Facts {
  return { ...facts, timeline: { ...facts.timeline, hasHoles: isFilled } };
}

/** No other way is left. A result that is only too short counts as damaged, but is published. */
function finish(made: MadeRendition[], { facts, problem }: Omit<Watchable, "made"> & { facts: Facts }): Watchable {
  // it says that it has a length, but nothing of it can be read
  if (made.length === 0) throw new Refusal("bad-input", facts.durationSeconds > 0 ? words.damaged : words.empty);
  const faults = judgeAll(made, facts, facts.timeline?.lengthSeconds ?? facts.durationSeconds);
  if (isOnlyLength(faults)) return { made, facts, problem: problem ?? words.partlyRead };
  const sentence = facts.timeline?.cutPictures ? words.cutByEditList : words.wrongTimes;
  throw new Refusal("bad-input", sentence, { cause: faults });
}

/** ffprobe does not say when the disk failed it: a recording that seems to be cut off is read once more. */
async function survey(preparing: Preparing, folder: string): Promise<Surveyed> {
  const first = await surveyOnce(preparing, folder);
  if (judgeLength({ ...preparing.recording.facts, timeline: first.timeline }) === null) return first;
  const again = await surveyOnce(preparing, folder);
  if (again.timeline.lengthSeconds !== first.timeline.lengthSeconds)
    throw new Error("the recording was not read whole");
  return again;
}

interface Surveyed {
  timeline: Timeline;
  apartSeconds: number;
}

async function surveyOnce(preparing: Preparing, folder: string): Promise<Surveyed> {
  const { facts } = preparing.recording;
  using original = await openSource(preparing, { folder });
  const { format, durationSeconds } = facts;
  const packets = await surveyPackets(original.work([0, 0]), facts);
  const timeline = planTimeline(packets, format, { ...facts.video, durationSeconds });
  return { timeline, apartSeconds: findApart(packets, timeline.shifts) };
}

function judgeAll(made: readonly MadeRendition[], facts: Facts, lengthSeconds: number): string[] {
  const has = (kind: Verdict["kind"]) => made.some(({ verdict }) => verdict.kind === kind);
  return [
    ...judgeCuts(made, facts),
    ...(facts.video && !has("video") ? ["there are no pictures"] : []),
    ...(made.length > 0
      ? judgeTogether(
          made.map(({ verdict }) => verdict),
          lengthSeconds,
        )
      : ["there is nothing"]),
  ];
}

/** ffmpeg takes wrong times for pictures after some cuts, which is seen only by comparing them. */
function judgeCuts(made: readonly MadeRendition[], { timeline, video }: Facts): string[] {
  const pictures = made.find(isPicture)?.verdict;
  if (pictures && video?.cutSeconds !== undefined) {
    const surplus = pictures.shownUntilSeconds - pictures.beginSeconds - video.cutSeconds;
    // the first picture and the last one may be shown in part only
    if (Math.abs(surplus) > 1 / video.framesPerSecond + cutSlackSeconds)
      return [`pictures of ${surplus.toFixed(3)} s more than the edit list shows`];
  }
  const { cutPictures: cut } = timeline ?? {};
  if (!cut || !pictures) return [];
  const away = pictures.meanSeconds - fileOriginSeconds - cut.meanSeconds;
  const isRight = Math.abs(pictures.count - cut.count) <= 1 && Math.abs(away) < cutSlackSeconds;
  return isRight ? [] : [`${pictures.count} of ${cut.count} pictures, ${away.toFixed(3)} s away on average`];
}

const cutSlackSeconds = 0.02;

/** What was prepared during the upload; undefined unless it is complete. */
async function findEarlyCopy({ parts, recording }: Preparing, folder: string): Promise<MadeRendition[] | undefined> {
  const tracks = await takeEarlyCopy(parts.media.store, recording, { plan: planCopy(recording.facts), folder });
  const made = tracks && (await packageTracks(tracks));
  if (!made || judgeAll(made, recording.facts, recording.facts.durationSeconds).length > 0) return undefined;
  parts.log.info({ video: recording.videoId }, "a recording was prepared while it arrived");
  return made;
}

interface CopyOrder {
  folder: string;
  /** What editors should know about it is added. */
  problems: string[];
}

/** Copies what may be copied and corrects the audio; video that does not play as it is gets left out. */
async function copy(preparing: Preparing, source: Source, order: CopyOrder): Promise<MadeRendition[]> {
  const plan = planCopy(source.facts);
  const made: MadeRendition[] = [];
  for (const one of isReadApart(source.facts)
    ? [
        { ...plan, audio: null },
        { ...plan, video: false },
      ]
    : [plan])
    if (one.video || one.audio) made.push(...(await copyPlanned(preparing, source, { ...order, plan: one })));
  return made;
}

async function copyPlanned(
  preparing: Preparing,
  source: Source,
  order: CopyOrder & { plan: CopyPlan },
): Promise<MadeRendition[]> {
  const { plan, folder } = order;
  const { parts, recording } = preparing;
  const work = source.work([0, 0.1]);
  try {
    const lengthSeconds = source.facts.timeline?.lengthSeconds;
    const made = await packageTracks(await copyTracks(work, { plan, folder, lengthSeconds }));
    // what goes back may be a new part, which would be left out: only a survey tells
    return source.facts.timeline && plan.audio?.how === "copy" && !hasRightSound(made)
      ? [...made.filter(isPicture), ...(await soundAlone())]
      : made;
  } catch (error) {
    if (!saysUnreadable(error)) throw error;
    parts.log.warn({ err: error, video: recording.videoId }, "a recording could not be copied as it is");
    // only the sound is decoded here, which was not all that was done
    const pictures = saysDamaged(error) && plan.video ? { ...plan, audio: null } : undefined;
    return [
      ...(pictures ? await copyPlanned(preparing, source, { ...order, plan: pictures }) : []),
      ...(plan.audio ? await soundAlone() : []),
    ];
  }

  /** A video is watched without sound that cannot be decoded. */
  async function soundAlone(): Promise<MadeRendition[]> {
    try {
      return await encodeSound(work, { plan, folder });
    } catch (error) {
      if (!saysDamaged(error) || !source.facts.video) throw error;
      order.problems.push(words.soundNotRead);
      return [];
    }
  }
}

const isPicture = ({ verdict }: MadeRendition) => verdict.kind === "video";

/** Judges the audio alone, whatever its length. Encoded audio has silence in its gaps. */
function hasRightSound(made: readonly MadeRendition[]): boolean {
  const sound = made.filter((one) => !isPicture(one)).map(({ verdict }) => verdict);
  return sound.length > 0 && isOnlyLength(judgeTogether(sound, 0));
}

async function encodeSound(work: Work, { plan, folder }: { plan: CopyPlan; folder: string }): Promise<MadeRendition[]> {
  const audio = plan.audio && { ...plan.audio, how: "encode" as const };
  return packageTracks(await copyTracks(work, { plan: { video: false, audio }, folder }));
}

async function encode(
  source: Source,
  { folder, isFilled, share }: { folder: string; isFilled: boolean; share: readonly [number, number] },
): Promise<MadeRendition> {
  const { video, timeline } = source.facts;
  if (!video || !timeline) throw new Error("only surveyed pictures are encoded");
  const encoding = firstEncoding(video);
  const { lateSeconds: fromSeconds, lostPictures: fromPicture, cutShifts, hasStills } = timeline;
  const plan = {
    encodings: [encoding],
    fill: isFilled ? timeline : undefined,
    fromSeconds,
    fromPicture,
    cutShifts,
    hasStills,
  };
  const work = { ...source.work(share), weight: "urgent" as const };
  const { files } = await encodePictures(work, { video, plan, folder });
  return judgeMade({ kind: `video-${encoding.rung}`, from: files[0] ?? "" });
}

async function packageTracks(files: { video: string | null; audio: string | null }): Promise<MadeRendition[]> {
  const made: MadeRendition[] = [];
  const video = files.video && (await tryPackage(files.video));
  if (video && files.video && video.isClean && video.longestFragmentSeconds <= longestGroupSeconds)
    made.push(await judgeMade({ kind: "video-source", from: files.video, packaged: video, isCopied: true }));
  const audio = files.audio && (await tryPackage(files.audio));
  if (audio && files.audio) made.push(await judgeMade({ kind: "copied-audio", from: files.audio, packaged: audio }));
  return made;
}

/** Null when the track was declared but holds nothing that could be played. */
async function tryPackage(file: string): Promise<Packaged | null> {
  try {
    return await packageFile(file);
  } catch (error) {
    // the disk's fault, not the track's
    if (error instanceof Error && "syscall" in error) throw error;
    return null;
  }
}

/** A recording that was cut off claims to be longer than it is: it is kept, and editors are told. */
function judgeLength({ format, durationSeconds, isCutOff = false, timeline }: Facts & { timeline: Timeline }) {
  const { shifts, originSeconds, lengthSeconds } = timeline;
  const hasJumps = shifts.video.length + shifts.audio.length > 0;
  // some formats count from zero, wherever their clock begins
  const said = Math.min(durationSeconds, Math.abs(durationSeconds - originSeconds));
  // what most formats say is not exact
  const slack = isCutOff || format === "flac" ? 0.2 : said * 0.01 + 1;
  const isShort = !hasJumps && said > 0 && lengthSeconds < said - slack;
  const show = (seconds: number) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
  const times = [show(said), show(lengthSeconds)] as const;
  if (isShort && times[0] !== times[1]) return words.cutOff(...times);
  return isShort || isCutOff ? words.endsInside : null;
}
