// Argument lists that copy packets: with their times moved, and into fragments.
import {
  audioFile,
  bare,
  begin,
  clock,
  input,
  partOf,
  progress,
  toEnd,
  videoFile,
  type Origin,
  type Program,
} from "./arguments.ts";
import { audioMap, videoMap } from "./choose-stream.ts";
import type { AudioFacts, Facts, Shift, Timeline } from "#server/media/facts/facts.ts";
import { encodeSound } from "./sound-arguments.ts";

/** Where the recording begins in a straightened file: its format has no times before zero. */
export const straightOrigin = 10;

/** The same packets with their times moved: Matroska, because it counts in milliseconds whatever is in it. */
export function straightenArguments(
  facts: Pick<Facts, "format" | "video" | "audio" | "isUnderstated">,
  { shifts, originSeconds }: Timeline,
): Program {
  const move = (list: readonly Shift[]) => {
    const ms = (seconds: number) => Math.round(seconds * 1000);
    const by = [
      ms(straightOrigin - originSeconds),
      ...list.map((one) => `gte(N\\,${one.fromPacket})*${ms(one.seconds)}`),
    ];
    // after a reset ffmpeg's own decoding times of a Matroska file are out of order; from these it finds better ones
    return `PTS+${by.join("+")}`;
  };
  // Matroska takes no sound that begins before the one before it: what overlaps a little is left out when it is encoded
  const sound = `st(0\\,${move(shifts.audio)})*0+if(gt(N\\,0)*lte(ld(0)\\,PREV_OUTPTS)\\,PREV_OUTPTS+1\\,ld(0))`;
  const setTimes = (times: string) => `setts=pts=${times}:dts=NOPTS`;
  return [
    ...begin(),
    ...progress,
    ...["-copyts", ...toEnd(facts), ...input("/in/0")],
    // packets are counted, so that none may be left out
    ...(facts.video
      ? ["-map", videoMap(facts.video), "-c:v", "copy", "-copyinkf", "-bsf:v", setTimes(move(shifts.video))]
      : []),
    ...(facts.audio ? ["-map", audioMap(facts.audio), "-c:a", "copy", "-copyinkf", "-bsf:a", setTimes(sound)] : []),
    ...["-sn", "-dn", "-map_metadata", "-1", "-map_chapters", "-1", "-avoid_negative_ts", "disabled"],
    // as of a live stream: else ffmpeg writes the settings that each part of an FLV begins with over the first ones, and too long.
    // Of AAC in a transport stream the settings come with the first packet, and a live stream could not get them any more
    ...["-f", "matroska", "-live", facts.format === "mpegts" ? "0" : "1", straightFile],
  ];
}

export const straightFile = "straight.mkv";

/** Parts that are whole FLAC files each: ffmpeg loses a little between them when it reads them as one. */
export function joinArguments(parts: readonly { from: number; to: number }[]): Program {
  const all = parts.map((_, n) => `[${n}:a:0]`).join("");
  return [
    ...begin(),
    ...progress,
    ...parts.flatMap((part) => input(partOf("/in/0", part), "flac")),
    ...["-filter_complex", `${all}concat=n=${parts.length}:v=0:a=1`, "-c:a", "flac", ...bare, "-f", "flac", joinedFile],
  ];
}

export const joinedFile = "unchained.flac";

export interface CopyPlan {
  video: boolean;
  /** As in VideoFacts. */
  videoIndex?: number | undefined;
  videoDelaySeconds?: number | undefined;
  audio: { how: "copy" | "encode"; facts: AudioFacts } | null;
}

/**
 * The first picture is shown from the beginning, where the sound begins up to a second before it; each picture until the
 * next one, which ffmpeg forgets at the end of a fragment; and the last one until the sound ends. In units of 1/90000 s.
 * With B-frames the last one to be decoded is not the last one to be shown: it ends with the sound only where that one would
 * end too early.
 */
function evenPictures({ originSeconds = 0, lengthSeconds = 0 }: CopySource): string {
  const [begin, end] = [originSeconds, originSeconds + lengthSeconds].map((seconds) => Math.round(seconds * 90_000));
  const isLate = `eq(N\\,0)*gt(PTS\\,${begin})*lt(PTS\\,${begin}+90000)`;
  const left = `${end}-DTS-STARTPTS+STARTDTS`;
  const until = `if(lt(${left}-DURATION\\,8000)\\,${left}\\,${end}-PTS)`;
  const last = `if(lt(${end}-PTS\\,90000+DURATION)\\,max(DURATION\\,${until})\\,DURATION)`;
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
export function copyArguments(plan: CopyPlan, source: CopySource = {}): Program {
  const { from = "/in/0", originSeconds, hasCuts, lengthSeconds = 0 } = source;
  const { video, videoIndex: index, videoDelaySeconds = 0, audio } = plan;
  const pictureOrigin = originSeconds === undefined ? undefined : originSeconds - videoDelaySeconds;
  const pictures = () => [
    ...[
      "-map",
      videoMap({ index }),
      "-c:v",
      "copy",
      "-bsf:v",
      evenPictures({ ...source, originSeconds: pictureOrigin }),
    ],
    ...videoFile("video.mp4", pictureOrigin),
  ];
  const sound = ({ how, facts }: NonNullable<CopyPlan["audio"]>) => [
    ...["-map", audioMap(facts)],
    ...(how === "copy"
      ? [...copySound, ...audioFile("audio.mp4", originSeconds)]
      : [...encodeSound(facts, { gainDb: 0, lengthSeconds, originSeconds, hasCuts }), ...audioFile("audio.mp4")]),
  ];
  return [
    ...begin("warning"),
    ...[...progress, ...clock(originSeconds), ...input(from)],
    ...(video ? pictures() : []),
    ...(audio ? sound(audio) : []),
  ];
}

const copySound = ["-c:a", "copy", "-bsf:a", "aac_adtstoasc"];
