// Argument lists that encode pictures, in one or more sizes.
import {
  begin,
  clock,
  fewThreads,
  fromOrigin,
  input,
  progress,
  videoFile,
  type Origin,
  type Program,
} from "./arguments.ts";
import { videoMap } from "./choose-stream.ts";
import { scaleAndConvert } from "./colors.ts";
import type { Timeline, VideoFacts } from "#server/media/facts/facts.ts";
import type { Rung } from "#server/media/store/kinds.ts";

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
  /** Pictures before it are made from ones that are not there. */
  fromSeconds?: number | undefined;
  /** How many come before the first one that has a time. */
  fromPicture?: number | undefined;
  cutShifts?: Timeline["cutShifts"];
  hasStills?: boolean | undefined;
}

/** A recording's own size may be any: its limit is in proportion to that of 720. */
function qualityOf({ rung, width, height }: Encoding): { rate: number; preset: string } {
  if (rung !== "source") return quality[rung];
  return { rate: Math.max(400, Math.round((quality["720"].rate * width * height) / (1280 * 720))), preset: "veryfast" };
}

/** One decoding for all of them; key frames every two seconds, whatever the frame rate does. */
export function encodeArguments(
  video: VideoFacts,
  { encodings, fill, fromSeconds = 0, fromPicture = 0, cutShifts = [], hasStills = false }: EncodePlan,
  { originSeconds }: Origin = {},
): Program {
  const pictureOrigin = originSeconds === undefined ? undefined : originSeconds - (video.delaySeconds ?? 0);
  // pictures are counted as they are decoded, so before all other filters
  const cuts = cutShifts.map((one) => `+gte(N\\,${one.fromPicture})*${one.seconds.toFixed(6)}/TB`).join("");
  const uncut = cuts === "" ? "" : `setpts=PTS${cuts},`;
  const known = fromPicture > 0 ? `select=gte(n\\,${fromPicture}),` : "";
  const whole = fromSeconds > 0.01 ? `select=gte(t\\,${(fromSeconds - 0.005).toFixed(3)}),` : "";
  const steady = video.isInterlaced ? "yadif," : "";
  const timed = fill
    ? `,fps=fps=${fill.framesPerSecond}:start_time=0:round=near:eof_action=pass,tpad=stop=-1:stop_mode=clone,trim=end=${fill.lengthSeconds.toFixed(3)}`
    : ",setpts='if(eq(N\\,0)*gt(PTS\\,0)*lt(T\\,0.2)\\,0\\,PTS)'";
  // from size to size, the largest first: less to read than the recording itself each time
  const graph = encodings
    .map(({ width, height }, index) => {
      const from =
        index === 0
          ? `[${videoMap(video)}]${known}${uncut}${fromOrigin("setpts", pictureOrigin)}${whole}${steady}${scaleAndConvert(video, { width, height })}`
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
    ...encodings.flatMap((encoding, index) =>
      encodeOne(encoding, index, { hasBFrames: fill !== undefined || !hasStills }),
    ),
  ];
}

/**
 * With B-frames a sample does not say how long its picture stands: after a seek into one that stands for long, Chromium takes it
 * to be over, and shows the next.
 */
function encodeOne(encoding: Encoding, index: number, { hasBFrames }: { hasBFrames: boolean }): string[] {
  const { rate, preset } = qualityOf(encoding);
  return [
    ...["-map", `[o${index}]`, "-c:v", "libx264", ...fewThreads, "-profile:v", "high", "-preset", preset, "-crf", "23"],
    ...(hasBFrames ? [] : ["-bf", "0"]),
    ...["-maxrate", `${rate}k`, "-bufsize", `${rate * 2}k`],
    ...["-force_key_frames", "expr:gte(t,n_forced*2)", "-sc_threshold", "0", "-fps_mode", "vfr"],
    // by default times are rounded to the frame rate, which moves pictures against the sound
    ...["-enc_time_base", "1:90000"],
    ...videoFile(`video-${encoding.rung}.mp4`),
  ];
}
